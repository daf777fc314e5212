"""The experiment of Xie (2023), chapter 4: see bench/reproduce-workstealing."""
