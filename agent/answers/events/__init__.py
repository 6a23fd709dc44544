"""What happened on which day, and what is to come, told back from the patient's own sentences when it is asked for."""
