"""The papers that the laboratory repeats: their numbers, the commands that make their figures and tables anew, and both
side by side."""
