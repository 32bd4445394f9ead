"""Measure the main pages with Lighthouse on an emulated phone."""
