"""Games and their scoring: cards, contracts, rulesets, schemes and the catalogue."""
