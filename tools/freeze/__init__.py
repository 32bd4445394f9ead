"""Freeze stored games for the tests of formats."""
