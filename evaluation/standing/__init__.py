"""Where the service stands: what it costs beside a floor or a peer in the same run, and beside what was last landed."""
