"""From words to one Understanding: what is closed is measured by rule, what is open is read by learned models."""
