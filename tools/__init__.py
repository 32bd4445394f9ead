"""Set-up, server and checks: what ``./dev`` runs.

``./dev`` finds a Python and runs this package with it. The modules that set the project up use the
standard library only, for nothing else is there yet.
"""
