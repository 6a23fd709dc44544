"""A log and a keyring in PostgreSQL: for several servers on several machines. Needs the extra `postgres`."""
