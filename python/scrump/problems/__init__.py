"""Problems that Scrump solves, a module for each kind."""
