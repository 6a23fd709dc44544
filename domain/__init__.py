"""The vocabulary and the log: values, events, commands, the patient aggregate and its one writer."""
