"""Long-run hygiene: see bench/soak. The program that searches, scrump_soak, is here as well."""
