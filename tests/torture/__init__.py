"""Kills the server and stops its database under load, and checks that no save is lost."""
