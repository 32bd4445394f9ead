"""Try the deployments that docs/running.md describes: run its commands and play a game."""
