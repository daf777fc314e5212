"""The experiment of the performance-driven work-stealing paper, chapter 4: see bench/reproduce-workstealing."""
