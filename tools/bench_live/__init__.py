"""Measure how quickly a saved deal reaches watching phones."""
