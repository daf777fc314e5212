"""The experiment on task size: see bench/grain."""
