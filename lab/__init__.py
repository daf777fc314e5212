"""The laboratory: experiments that repeat papers or measure Scrump at length, a folder each, started by its `run`."""
