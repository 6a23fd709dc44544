"""Running a study: its tasks, the processes that play them, and the files they leave, resumable at any moment."""
