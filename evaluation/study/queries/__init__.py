"""Questions to a study's turns that are ready to be asked in DuckDB: a ``.sql`` file each, its first line says what."""
