"""What is closed and measured by rule: numbers, units, quantities, dates, frequencies, doses."""
