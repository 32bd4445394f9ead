"""Setup, server and checks: the commands of ``./dev``.

``./dev`` finds a Python interpreter and runs this package with it. The modules that set up the
project use only the standard library, because no other package is installed yet.
"""
