"""Long-run hygiene: see lab/soak/run. The program that searches, scrump_soak, is here as well."""
