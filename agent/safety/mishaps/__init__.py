"""What went wrong with taking a medicine: left out, taken twice, another's, brought up again; what follows for it."""
