"""What a game is and how it is scored: cards, contracts, rulesets, schemes, the catalogue."""
