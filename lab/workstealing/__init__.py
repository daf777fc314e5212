"""The experiment of Xie (2023), chapter 4: see lab/workstealing/run."""
