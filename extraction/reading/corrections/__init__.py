"""What puts the record right, in the fewest words: a number, a slip, a name for another, a thing taken back."""
