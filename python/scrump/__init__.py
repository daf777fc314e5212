"""Scrump: exact search on all cores, by work stealing. `scrump.report` shows where the time of a run went."""
