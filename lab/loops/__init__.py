"""The experiments of chapter 5 of Shatri (2023), on loops over parts with stealing: see lab/loops/run."""
