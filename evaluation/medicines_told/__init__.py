"""Which medicines people say that they take, and what they then ask about it: how much of it is kept and answered."""
