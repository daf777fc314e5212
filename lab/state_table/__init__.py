"""The modules of lab/state_table/run, and scrump_table, which it starts."""
