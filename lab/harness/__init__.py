"""What experiments share: arguments, starting programs and reading their output, rounds of runs and their samples,
tables, figures, and the place that results name."""
