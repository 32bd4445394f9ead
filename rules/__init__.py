"""The games: their cards, contracts, penalties, ways of counting and words. Import from the
modules.
"""
