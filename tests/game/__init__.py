"""Tools for authors of games: ``./dev game``. The tests over the catalogue use the same checks."""
