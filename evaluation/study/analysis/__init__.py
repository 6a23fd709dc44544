"""From the rows of a study to its findings: means, comparisons, growth, relations, and claims beside what was found."""
