"""What is learned of how people say things: linear classifiers over masked words, and an encoder beside them."""
