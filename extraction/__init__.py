"""Reads words and records into slot proposals; it never writes."""
