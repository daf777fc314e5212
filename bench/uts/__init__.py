"""The experiments of the paper on dynamic load balancing with unbalanced trees: see bench/reproduce-uts."""
