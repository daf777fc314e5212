"""The experiments of Olivier and Prins (2008) with unbalanced trees: see lab/uts/run."""
