"""Plans: what to do first, in a week, about one thing."""
