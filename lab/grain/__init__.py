"""The experiment on task size: see lab/grain/run."""
