"""Behind the one writer: payload mapper, SQLite recorder and subscription, on the eventsourcing library's seams."""
