"""Answers to who looks after children: how much, when again, was it too much, must the child be seen, nursery."""
