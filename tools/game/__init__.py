"""Tools for authors of games: ``./dev game``. The tests of the catalogue use the same checks."""
