"""The rules that columns and house rules of the additional sheets describe (see facts_more.py)."""

# The rules that a column in a table describes, if the game has several forms.
CONTEXTS = {
    ("Carioca", "Argentina (7)"): "carioca",
    ("Carioca", "Chile (9)"): "carioca-chile",
    ("Carioca", "Chile (8)"): "carioca-chile+rounds-8",
    ("Carioca", "App (8)"): "carioca-chile+rounds-8+four-trios-first",
    ("Carioca", "Argentina"): "carioca",
    ("Carioca", "Chile A"): "carioca-chile",
    ("Carioca", "Chile B"): "carioca-chile+joker-30",
    ("Carioca", "Chile C"): "carioca-chile+joker-30+banded-values",
    ("Carioca", "Swedish app"): "carioca-chile+court-cards-by-number",
    ("Crummy Rummy", "A deal"): "crummy-rummy",
    ("Crummy Rummy", "A sets/runs"): "crummy-rummy",
    ("Crummy Rummy", "B deal"): "crummy-rummy-five",
    ("Crummy Rummy", "B sets/runs"): "crummy-rummy-five",
    ("Telefunken", "Venezuela"): "telefunken",
    ("Telefunken", "Ecuador"): "telefunken-ecuador",
    ("Liverpool Rummy as commonly played", "Wikipedia"): "liverpool-rummy-common",
    ("Liverpool Rummy as commonly played", "class page"): "liverpool-rummy-common+deal-10-12",
    ("Liverpool Rummy as commonly played", "4 program"): "liverpool-rummy-common+deal-7-to-13",
    ("Liverpool Rummy as commonly played", "5 program"): "liverpool-rummy-common+deal-11",
    ("Liverpool Rummy as commonly played", "answer site"): "liverpool-rummy-common+deal-7-to-14",
    ("Liverpool Rummy as commonly played", "value", 1): (
        "liverpool-rummy-common+banded-values+joker-15"
    ),
    ("Liverpool Rummy as commonly played", "value", 2): (
        "liverpool-rummy-common+banded-values+joker-20"
    ),
    ("Pay Me", "pip"): "pay-me+pip-values",
    ("Rummy 500", "5/10/15 scheme"): "rummy-500+values-5-10-15",
    ("Zioncheck", "six-hand game"): "zioncheck",
    ("Zioncheck", "seven-hand family game"): "zioncheck-family",
}

# House rules for which a sheet uses a different name. Here they are a standard rule, a separate
# game or another option. Each has the paths of its numbers.
OFFERED = {
    ("12-Step Rummy", "stay-until-made"): "12-step-rummy:",
    ("Block Rummy", "penalty-scoring"): "block-rummy:",
    ("California Rummy", "deal-13"): "california-rummy: deals.1.cards",
    ("Carioca", "rounds-7"): "carioca: deals.count",
    ("Carioca", "rounds-9"): "carioca-chile: deals.count",
    ("Carioca", "joker-50"): "carioca: values.Joker",
    ("Combination Rummy", "joker-15"): "combination-rummy: values.Joker",
    ("Crazy Eights", "winner-collects"): "crazy-eights:",
    ("Crazy Eights", "countdown"): "crazy-eights-countdown:",
    ("Crummy Rummy", "seven-rounds-rising"): "crummy-rummy:",
    ("Crummy Rummy", "five-rounds-ten-cards"): "crummy-rummy-five:",
    ("Crummy Rummy", "twos-wild"): "crummy-rummy-five+twos-wild:",
    ("Deuces Wild Rummy", "twos-wild"): "deuces-wild-rummy:",
    ("Deuces Wild Rummy", "twos-worth-15"): "deuces-wild-rummy: values.2",
    ("Gin Rummy (with Oklahoma and Hollywood scoring)", "gin-20"): "gin-rummy: figures.gin",
    ("Gin Rummy (with Oklahoma and Hollywood scoring)", "undercut-10"): (
        "gin-rummy: figures.undercut"
    ),
    ("Gin Rummy (with Oklahoma and Hollywood scoring)", "box-20"): "gin-rummy: figures.box",
    ("Gin Rummy (with Oklahoma and Hollywood scoring)", "shutout-bonus-200"): (
        "gin-rummy: figures.shutout"
    ),
    ("Hearts", "moon-choice"): "hearts:",
    ("Hearts", "spot-hearts"): "spot-hearts:",
    ("Hearts", "black-maria"): "black-maria:",
    ("Hollywood Rummy", "aces-wild"): "hollywood-rummy:",
    ("Hollywood Rummy", "may-i-only-before-down"): "hollywood-rummy:",
    ("Indian Rummy (points, pool, deals)", "format-points"): "indian-rummy:",
    ("Indian Rummy (points, pool, deals)", "format-pool-101"): "indian-rummy-pool-101: end.out_at",
    ("Indian Rummy (points, pool, deals)", "format-pool-201"): "indian-rummy-pool-201: end.out_at",
    ("Indian Rummy (points, pool, deals)", "format-deals"): "indian-rummy-deals:",
    ("Joker Rummy", "joker-15"): "joker-rummy: values.Joker",
    ("King Rummy", "joker-15"): "king-rummy: values.Joker",
    ("Liverpool Rummy as commonly played", "deal-12"): "liverpool-rummy-common: deals.1.cards",
    ("Liverpool Rummy as commonly played", "pip-values"): "liverpool-rummy-common:",
    ("Liverpool Rummy as commonly played", "joker-25"): "liverpool-rummy-common: values.Joker",
    ("Pay Me", "banded-values"): "pay-me:",
    ("Push Rummy", "cap-it"): "cap-it:",
    ("Rummy 500", "rummy-call"): "rummy-500:",
    ("Russian Rummy", "books-any-suits"): "russian-rummy:",
    ("3-5-8 / Sergeant Major", "quota-8-5-3"): (
        "sergeant-major: figures.quotas.3.dealer figures.quotas.3.left figures.quotas.3.right"
    ),
    ("3-5-8 / Sergeant Major", "end-12-tricks"): "sergeant-major: figures.outright",
    ("Spades", "nil"): "spades:",
    ("Spades", "blind-nil"): "spades:",
    ("Spades", "bags-10-minus-100"): "spades: figures.bags figures.bags_cost",
    ("Spades", "solo"): "spades-solo:",
    ("Telefunken", "chips-7"): "telefunken: w",
    ("Telefunken", "exact-cut-chip"): "telefunken:",
    ("Zioncheck", "six-hands"): "zioncheck:",
    ("Zioncheck", "seven-hands"): "zioncheck-family:",
}
