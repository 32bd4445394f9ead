"""Kill the server and stop its database under load, and check that no save is lost."""
