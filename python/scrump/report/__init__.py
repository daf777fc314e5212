"""Pages that show where the time of runs went.

`reading` and `grain` read what Scrump writes, `diagnosis` says what held a run back, `run_charts` and `grain_charts`
draw, `page` makes one HTML file of it all, and `cli` is the command `scrump-report`.
"""
