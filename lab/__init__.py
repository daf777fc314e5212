"""The laboratory: experiments that repeat papers or measure Scrump at length. Each folder is one, started by its `run`."""
