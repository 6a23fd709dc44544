"""How large an installation has to be: slopes that were measured, and what they come to for so many patients."""
