"""The modules of bench/reproduce-table, and scrump_table, which it starts."""
