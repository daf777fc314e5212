"""The evaluation of part 2 of the slides on distributed symbolic reachability: see lab/tasks/run."""
