"""What is compared: the service under its profiles, and other kinds of memory, behind one port."""
