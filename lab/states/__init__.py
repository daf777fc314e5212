"""Explicit exploration beside SPIN and LTSmin: see lab/states/run."""
