"""The places in our data or texts of the facts on the additional sheets (facts_more.py).

Facts are named by their ids. Contexts (``carioca-chile+joker-30``) and paths (``values.Joker``) are
explained in facts_more.py.
"""

from typing import Any

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
# Cells about a form of the game that differs from the rest of their column.
CONTEXTS_OF_CELLS = {
    **dict.fromkeys(
        (
            f"deuces-wild-rummy-0{number}"
            for number in (10, 11, 14, 17, 20, 23, 26, 29, 31, 32, 33, 34)
        ),
        "deuces-wild-rummy+rounds-10",
    ),
    "carioca-049": "carioca-chile",
    "carioca-050": "carioca-chile",
    "crummy-rummy-028": "crummy-rummy-five",
    **dict.fromkeys((f"zioncheck-{number:03}" for number in range(22, 45)), "zioncheck-family"),
}

# The path of each number in a sentence, or in the table of a single game, in order. ``_`` is the
# number of a rank or a deal, or another number that is not a value. ``w`` is a number in our page’s
# text.
ROWS = {
    "12-step-rummy-003": "12-step-rummy: packs.2.least packs.2.most",
    "12-step-rummy-004": "12-step-rummy: total.5",
    "12-step-rummy-005": "12-step-rummy: deals.1.cards",
    "6-7-8-9-10-003": "6-7-8-9-10: players.best packs.1.most players.max",
    "6-7-8-9-10-004": "6-7-8-9-10: total.2",
    "6-7-8-9-10-005": "6-7-8-9-10: deals.1.cards",
    "block-rummy-002": "block-rummy: total.2 dealt.2 dealt.3 dealt.5",
    "block-rummy-004": "block-rummy: melds.set_min w melds.run_min",
    "block-rummy-007": "block-rummy: values.A values.J",
    "california-rummy-004": "california-rummy: total.3",
    "california-rummy-005": "california-rummy: deals.1.cards",
    "california-rummy-028": "california-rummy: values.J values.A values.Joker",
    "carioca-003": "carioca: players.min w players.max",
    "carioca-004": "carioca: players.min",
    "carioca-005": "carioca-chile: players.min players.max",
    "carioca-006": "carioca-chile: players.max",
    "carioca-007": "carioca: total.2",
    "carioca-008": "carioca+no-jokers: total.2 carioca+two-jokers: total.2",
    "carioca-009": "carioca: deals.1.cards deals.7.cards",
    "carioca-010": "carioca-chile: deals.1.cards",
    "carioca-011": "carioca+deal-12: deals.1.cards",
    "carioca-012": "carioca: deals.1.cards carioca+deal-13-last: deals.7.cards",
    "carioca-051": "carioca-chile+extra-clown-run: deals.10.runs.1",
    "carioca-057": "carioca+perla-bonuses: figures.take",
    "carioca-059": "carioca-chile+red-twos-wild: figures.suited.2H values.2",
    "carioca-062": "carioca-chile+lay-down-and-out-minus-10: figures.at_once",
    "carioca-063": "carioca+perla-bonuses: figures.at_once",
    "carioca-085": "carioca+perla-bonuses: cut_bonus figures.at_once figures.take",
    "central-american-loba-004": "central-american-loba: players.min w players.max",
    "central-american-loba-005": "central-american-loba: pack total.2",
    "central-american-loba-006": "central-american-loba: deals.1.cards",
    "central-american-loba-038": "central-american-loba: deals.count",
    "central-american-loba-043": (
        "central-american-loba+joker-50: values.Joker central-american-loba: values.Joker"
    ),
    "central-american-loba-044": "central-american-loba+court-and-ace-10: values.Q",
    "combination-rummy-003": (
        "combination-rummy: deck.by_players.4.packs deck.by_players.5.packs packs.3.least "
        "packs.3.most deck.by_players.7.packs packs.4.least packs.4.most"
    ),
    "combination-rummy-004": (
        "combination-rummy: deals.1.cards _ combination-rummy+deal-9-first: deals.1.cards "
        "combination-rummy: deals.2.cards deals.3.cards "
        "combination-rummy+deal-11-third: deals.3.cards combination-rummy: deals.4.cards "
        "combination-rummy+deal-12-from-4: deals.4.cards "
        "combination-rummy: deals.5.cards deals.6.cards deals.7.cards"
    ),
    "combination-rummy-029": (
        "combination-rummy: values.J values.A values.Joker combination-rummy+joker-20: values.Joker"
    ),
    "continental-rummy-004": "continental-rummy-chips: players.min players.max",
    "continental-rummy-005": "continental-rummy: players.min players.max",
    "continental-rummy-006": (
        "continental-rummy-chips: packs.2.most packs.3.least packs.3.most packs.4.least "
        "packs.4.most"
    ),
    "continental-rummy-007": (
        "continental-rummy: packs.2.most deck.by_players.4.packs packs.3.least packs.3.most "
        "deck.by_players.6.packs packs.4.least packs.4.most deck.by_players.8.packs"
    ),
    "continental-rummy-009": "continental-rummy-chips: deals.1.cards",
    "continental-rummy-010": "continental-rummy: deals.1.cards",
    "continental-rummy-011": "continental-rummy+deal-11: deals.1.cards",
    "continental-rummy-013": "continental-rummy-chips: deals.1.cards",
    "continental-rummy-045": (
        "continental-rummy+deal-7-to-13: deals.1.cards deals.2.cards deals.3.cards deals.4.cards "
        "deals.5.cards deals.6.cards deals.7.cards"
    ),
    "continental-rummy-047": "continental-rummy: melds.set_min melds.run_min",
    "continental-rummy-052": "continental-rummy-chips: deals.1.cards",
    "continental-rummy-054": "continental-rummy-chips: figures.going_out",
    "continental-rummy-055": "continental-rummy-chips: figures.deuce",
    "continental-rummy-056": "continental-rummy-chips: figures.joker",
    "continental-rummy-057": "continental-rummy-chips: figures.none_wild",
    "continental-rummy-058": "continental-rummy-chips: figures.first_turn",
    "continental-rummy-059": "continental-rummy-chips: figures.no_draw",
    "continental-rummy-060": "continental-rummy-chips: figures.one_suit",
    "continental-rummy-062": (
        "continental-rummy: _ _ values.2 _ values.K values.A values.Joker figures.missing_card"
    ),
    "continental-rummy-063": "continental-rummy+lay-down-and-out-minus-10: figures.at_once",
    "crazy-eights-002": "crazy-eights: players.min players.max",
    "crazy-eights-003": "crazy-eights: dealt.3 dealt.2",
    "crazy-eights-020": "crazy-eights: end.target_each target.2 target.4 target.7",
    "crazy-eights-023": "crazy-eights-countdown: end.target",
    "crummy-rummy-004": "crummy-rummy: players.min",
    "crummy-rummy-005": "crummy-rummy-five: players.min players.max",
    "crummy-rummy-035": "crummy-rummy: deals.2.runs.1 deals.5.runs.1 _ deals.1.sets.1",
    "deuces-wild-rummy-004": (
        "deuces-wild-rummy: packs.3.least packs.3.most packs.4.least packs.4.most"
    ),
    "deuces-wild-rummy-005": (
        "deuces-wild-rummy: deals.1.cards dealing.10.first dealing.10.last deals.5.cards "
        "dealing.12.first dealing.12.last"
    ),
    "deuces-wild-rummy-006": "deuces-wild-rummy+rounds-10: deals.1.cards",
    "deuces-wild-rummy-038": "deuces-wild-rummy: values.Joker values.A values.J values.2",
    "gin-rummy-003": "gin-rummy: players.max",
    "gin-rummy-004": "gin-rummy: total.2 values.A values.J",
    "gin-rummy-005": "gin-rummy: dealt.2",
    "gin-rummy-006": "gin-rummy: dealt.2",
    "gin-rummy-007": "gin-rummy: end.target",
    "gin-rummy-008": "gin-rummy: melds.set_min w melds.run_min",
    "gin-rummy-010": "gin-rummy: figures.knock",
    "gin-rummy-014": "gin-rummy: figures.undercut",
    "gin-rummy-015": "gin-rummy+undercut-25: figures.undercut",
    "gin-rummy-016": "gin-rummy: figures.gin",
    "gin-rummy-017": "gin-rummy+gin-25: figures.gin",
    "gin-rummy-018": "gin-rummy: figures.box",
    "gin-rummy-019": "gin-rummy+box-25: figures.box",
    "gin-rummy-020": "gin-rummy: figures.game",
    "gin-rummy-021": "gin-rummy: figures.game",
    "gin-rummy-022": "gin-rummy: figures.shutout figures.game",
    "gin-rummy-024": "gin-rummy+big-gin-31: figures.big_gin gin-rummy+big-gin-25: figures.big_gin",
    "gin-rummy-025": (
        "gin-rummy+gin-25: figures.gin gin-rummy+undercut-20: figures.undercut "
        "gin-rummy+gin-25+undercut-25+box-25: figures.gin figures.undercut figures.box "
        "gin-rummy: end.target"
    ),
    "gin-rummy-026": "oklahoma-gin: values.J",
    "gin-rummy-029": "oklahoma-gin: end.target",
    "gin-rummy-033": "gin-rummy: end.target",
    "hearts-003": "hearts: players.best players.min players.max",
    "hearts-004": "hearts: total.4 _ _ _",
    "hearts-006": "hearts: dealt.4 dealt.3 dealt.5 dealt.6",
    "hearts-009": "hearts: end.target",
    "hearts-012": "hearts: figures.heart",
    "hearts-013": "hearts: figures.queen",
    "hearts-014": "hearts: figures.moon",
    "hearts-015": "hearts: w figures.moon figures.moon",
    "hearts-017": "hearts+jack-of-diamonds: figures.bonus",
    "hearts-018": "hearts+shoot-the-sun-52: figures.sun",
    "hearts-021": "spot-hearts: figures.spots.J figures.spots.A figures.queen end.target",
    "hearts-022": "black-maria: figures.queen figures.king figures.ace",
    "hearts-023": "hearts: end.target",
    "hollywood-rummy-004": "hollywood-rummy: total.4",
    "hollywood-rummy-005": "hollywood-rummy: deals.1.cards dealing.11.first dealing.11.last",
    "hollywood-rummy-027": "hollywood-rummy: melds.set_min melds.run_min",
    "hollywood-rummy-031": (
        "hollywood-rummy+contract-rummy-values: values.J values.A contract-rummy: values.Joker"
    ),
    "indian-rummy-001": "indian-rummy: dealt.2",
    "indian-rummy-002": "indian-rummy: packs.2.least packs.2.most packs.3.least packs.3.most",
    "indian-rummy-003": "indian-rummy-pool-101: players.min players.max",
    "indian-rummy-004": "indian-rummy: pack total.2 total.7",
    "indian-rummy-006": "indian-rummy: dealt.2",
    "indian-rummy-007": "indian-rummy: dealt.2",
    "indian-rummy-008": "indian-rummy: melds.run_min _ _ melds.set_min w",
    "indian-rummy-013": "indian-rummy: figures.first_drop",
    "indian-rummy-014": "indian-rummy: figures.later_drop",
    "indian-rummy-015": "indian-rummy+cap-80: figures.full",
    "indian-rummy-016": "indian-rummy-pool-101: figures.first_drop",
    "indian-rummy-017": "indian-rummy-pool-101: figures.later_drop",
    "indian-rummy-018": "indian-rummy-pool-101: figures.full",
    "indian-rummy-019": "indian-rummy-pool-201: figures.first_drop",
    "indian-rummy-020": "indian-rummy-pool-201: figures.later_drop",
    "indian-rummy-021": "indian-rummy-pool-201: figures.full",
    "indian-rummy-022": "indian-rummy+wrong-show-80: figures.wrong_show",
    "indian-rummy-024": "indian-rummy: _ values.A _ _ values.Joker",
    "indian-rummy-030": (
        "indian-rummy+round-to-5: figures.round_to indian-rummy+cap-80: figures.full"
    ),
    "indian-rummy-032": (
        "indian-rummy-pool-101: end.out_at indian-rummy-pool-201: end.out_at "
        "indian-rummy-pool-101: end.out_at indian-rummy-pool-201: end.out_at"
    ),
    "indian-rummy-033": (
        "indian-rummy-pool-101+rejoin-allowed: figures.rejoin end.out_at "
        "indian-rummy-pool-201+rejoin-allowed: figures.rejoin end.out_at"
    ),
    "joker-rummy-004": "joker-rummy: players.min players.max",
    "joker-rummy-005": "joker-rummy: total.3 packs.2.least packs.2.most total.5",
    "joker-rummy-007": "joker-rummy: deals.1.cards deals.5.cards",
    "joker-rummy-027": "joker-rummy: values.J values.A values.Joker",
    "joker-rummy-028": "joker-rummy: values.Joker joker-rummy+joker-20: values.Joker",
    "king-rummy-003": "king-rummy: players.min players.max",
    "king-rummy-004": "king-rummy: total.3",
    "king-rummy-005": "king-rummy: deals.1.cards",
    "king-rummy-020": "king-rummy: melds.set_min melds.run_min deals.count",
    "king-rummy-024": "king-rummy: deals.count",
    "king-rummy-025": "king-rummy: values.J values.A values.Joker",
    "liverpool-rummy-common-003": "liverpool-rummy-common: packs.2.least packs.2.most",
    "liverpool-rummy-common-050": "liverpool-rummy-common: melds.set_min melds.run_min",
    "liverpool-rummy-common-051": (
        "liverpool-rummy-common+exact-melds: melds.set_min melds.run_min deals.count"
    ),
    "liverpool-rummy-common-055": "liverpool-rummy-common: deals.count",
    "mao-003": "mao: players.min players.max",
    "mao-004": "mao: total.4",
    "mao-005": "mao: dealt.4",
    "pay-me-004": (
        "pay-me: total.2 packs.1.most packs.2.least packs.2.most packs.3.least packs.3.most"
    ),
    "pay-me-006": "pay-me: deals.1.cards _ deals.11.cards deals.count",
    "pay-me-007": (
        "pay-me+round-12-aces: deals.12.cards pay-me+round-13-fifteen-cards: deals.13.cards"
    ),
    "pay-me-031": "pay-me: melds.set_min melds.run_min",
    "pay-me-044": (
        "pay-me+caller-minus-5: figures.caller pay-me+exact-cut-minus-10: cut_bonus "
        "pay-me+false-call-50: figures.false_call"
    ),
    "pay-me-045": "pay-me: deals.count",
    "push-rummy-003": "push-rummy: players.max",
    "push-rummy-004": "push-rummy: total.4",
    "push-rummy-005": (
        "push-rummy: deals.1.cards deals.2.cards deals.3.cards deals.4.cards deals.5.cards"
    ),
    "push-rummy-023": "push-rummy: melds.set_min w melds.run_min",
    "push-rummy-034": "cap-it: deals.1.cards players.max deals.5.runs.1 deals.5.runs.2",
    "rummy-500-003": "rummy-500: players.min players.max",
    "rummy-500-004": "rummy-500: pack",
    "rummy-500-006": "rummy-500: dealt.3 dealt.2",
    "rummy-500-007": "rummy-500: end.target",
    "rummy-500-008": "rummy-500: melds.set_min w melds.run_min",
    "rummy-500-018": "rummy-500: values.A figures.ace_low _ _",
    "rummy-500-019": "rummy-500+values-5-10-15: values.A figures.ace_low",
    "rummy-500-022": "rummy-500+going-out-25: figures.going_out",
    "rummy-500-023": "rummy-500: end.target",
    "rummy-500-024": "rummy-500+must-go-out-to-win: end.target",
    "russian-rummy-005": "russian-rummy: deals.1.cards",
    "sergeant-major-003": (
        "sergeant-major: players.best figures.quotas.4.dealer figures.quotas.4.left "
        "figures.quotas.4.opposite figures.quotas.4.right"
    ),
    "sergeant-major-004": "sergeant-major: total.3 dealt.3 left.3",
    "sergeant-major-006": "sergeant-major: figures.quotas.3.dealer",
    "sergeant-major-007": "sergeant-major+quota-9-5-2: figures.quotas.3.dealer",
    "sergeant-major-008": "sergeant-major+quota-8-6-3: figures.quotas.3.dealer",
    "sergeant-major-009": "sergeant-major+quota-9-5-3: figures.quotas.3.dealer",
    "sergeant-major-010": "sergeant-major: figures.quotas.3.left",
    "sergeant-major-011": "sergeant-major+quota-9-5-2: figures.quotas.3.left",
    "sergeant-major-012": "sergeant-major+quota-8-6-3: figures.quotas.3.left",
    "sergeant-major-013": "sergeant-major+quota-9-5-3: figures.quotas.3.left",
    "sergeant-major-014": "sergeant-major: figures.quotas.3.right",
    "sergeant-major-015": "sergeant-major+quota-9-5-2: figures.quotas.3.right",
    "sergeant-major-016": "sergeant-major+quota-8-6-3: figures.quotas.3.right",
    "sergeant-major-017": "sergeant-major+quota-9-5-3: figures.quotas.3.right",
    "sergeant-major-024": "sergeant-major: figures.outright",
    "sergeant-major-025": (
        "sergeant-major+quota-9-5-2: figures.quotas.3.dealer figures.quotas.3.left "
        "figures.quotas.3.right sergeant-major+end-10-points: end.target "
        "sergeant-major+end-20-points: end.target "
        "sergeant-major+end-15-either-way: end.target end.floor"
    ),
    "sergeant-major-026": (
        "sergeant-major+quota-8-6-3: total.3 sergeant-major+end-10-points: end.target"
    ),
    "sergeant-major-027": "sergeant-major+end-18-deals: end.deals",
    "spades-003": "spades: players.max w w w",
    "spades-004": "spades: total.4 dealt.4",
    "spades-005": "spades: end.target",
    "spades-006": "spades: w dealt.4",
    "spades-007": "spades: w figures.blind_nil_behind",
    "spades-009": "spades: figures.trick figures.bag",
    "spades-010": "spades: figures.trick",
    "spades-011": "spades: figures.bags_cost",
    "spades-012": "spades: figures.nil figures.nil",
    "spades-013": "spades: figures.blind_nil figures.blind_nil",
    "spades-016": "spades: end.target",
    "spades-018": (
        "spades+new-york-set-on-three-bags: figures.least figures.most figures.most figures.ten "
        "dealt.4 figures.most"
    ),
    "spades-019": "spades+barmore: figures.blind_seven",
    "telefunken-004": "telefunken: players.max",
    "telefunken-005": "telefunken: total.4 w",
    "telefunken-006": "telefunken: deals.1.cards cut.4",
    "telefunken-040": "telefunken: melds.set_min melds.run_min",
    "telefunken-055": (
        "telefunken+exact-cut-minus-25: cut_bonus telefunken+exact-cut-minus-50: cut_bonus"
    ),
    "toonerville-rook-005": "toonerville-rook: players.min players.max",
    "toonerville-rook-006": "toonerville-rook: pack",
    "toonerville-rook-042": "toonerville-rook: deals.2.runs.1 _ _ _ deals.1.sets.1",
    "zioncheck-053": "zioncheck-family: values.Q values.A values.Joker w",
    "zioncheck-058": (
        "zioncheck: deals.1.cards deals.2.cards deals.3.cards deals.4.cards deals.5.cards "
        "deals.6.cards"
    ),
    "family-canasta-001": (
        "canasta: players.max canasta-singles: players.min players.max canasta: total.4 end.target"
    ),
    "family-canasta-002": (
        "canasta: values.Joker values.2 values.A _ values.8 _ _ values.7 values.3"
    ),
    "family-canasta-003": (
        "canasta: figures.item.natural.worth figures.item.mixed.worth figures.item.out.worth "
        "figures.item.out.worth&figures.item.concealed.gives"
    ),
    "family-canasta-004": "canasta: figures.item.red_threes.worth figures.item.red_threes.prices.4",
    "family-canasta-005": (
        "canasta: figures.opening.levels.1.least figures.opening.levels.2.at "
        "figures.opening.levels.2.least figures.opening.levels.3.at&-5 "
        "figures.opening.levels.3.least figures.opening.levels.4.at&-5 "
        "figures.opening.levels.4.least figures.opening.levels.4.at"
    ),
    "family-canasta-007": "canasta+samba: end.target figures.item.samba.worth",
    "family-hand-and-foot-001": (
        "hand-and-foot: players.max hand-and-foot+single-players: players.min "
        "hand-and-foot+sides-of-three: players.max"
    ),
    "family-hand-and-foot-004": (
        "hand-and-foot: figures.opening.deals.1 figures.opening.deals.2 figures.opening.deals.3 "
        "figures.opening.deals.4"
    ),
    "family-hand-and-foot-005": (
        "hand-and-foot: values.Joker values.2 values.A _ values.8 _ _ values.7 "
        "hand-and-foot+aces-15+nines-5: values.Joker values.2 values.A _ values.10 _ _ values.9"
    ),
    "family-hand-and-foot-006": (
        "hand-and-foot: figures.item.clean.worth figures.item.dirty.worth"
    ),
    "family-hand-and-foot-007": "hand-and-foot: figures.item.wild.worth",
    "family-hand-and-foot-008": "hand-and-foot: figures.item.out.worth",
    "family-hand-and-foot-009": (
        "hand-and-foot: figures.item.red_laid.worth figures.item.red_held.worth"
    ),
    "family-hand-and-foot-010": "hand-and-foot+red-three-500: figures.item.red_held.worth w",
    "family-hand-and-foot-011": (
        "hand-and-foot+quota-2-2-1: figures.item.out.needs.1.least figures.item.out.needs.2.least "
        "figures.item.out.needs.3.least"
    ),
    "family-hand-and-foot-012": (
        "hand-and-foot+quota-1-1: figures.item.out.needs.1.least figures.item.out.needs.2.least"
    ),
    "family-phase-10-style-001": "phase-rummy: total.2 deals.1.cards",
    "family-phase-10-style-004": "phase-rummy: _ _ values.1 _ _ values.10 values.Skip values.Wild",
    "family-phase-10-style-006": "phase-rummy: figures.last",
    "family-five-crowns-style-001": "five-suit-rummy: players.min players.max pack _",
    "family-five-crowns-style-002": "five-suit-rummy: deals.count deals.1.cards deals.11.cards",
    "family-five-crowns-style-003": (
        "five-suit-rummy: values.J values.Q values.K figures.wild values.Joker"
    ),
    "family-three-thirteen-001": "three-thirteen: deals.count deals.1.cards deals.11.cards",
    "family-three-thirteen-002": "three-thirteen: values.A values.2 values.10 values.J",
    "family-cribbage-001": (
        "cribbage: players.min players.max cribbage+partners: players.max cribbage: end.target"
    ),
    "family-cribbage-004": "cribbage: end.target",
    "family-cribbage-005": "cribbage: figures.skunk figures.double_skunk",
    "family-pinochle-single-deck-partnership-auction-001": "pinochle: total.4 dealt.4",
    "family-pinochle-single-deck-partnership-auction-002": (
        "pinochle: _ figures.rate.ace figures.rate.last_trick figures.item.tricks.total "
        "pinochle+counter-scheme: figures.rate.ace figures.rate.ten figures.rate.king "
        "figures.rate.queen figures.rate.jack"
    ),
    "family-pinochle-single-deck-partnership-auction-003": (
        "pinochle: figures.rate.run figures.rate.double_run figures.rate.royal_marriage "
        "figures.rate.marriage figures.rate.dix figures.rate.pinochle "
        "figures.rate.double_pinochle figures.rate.aces figures.rate.double_aces "
        "figures.rate.kings figures.rate.double_kings figures.rate.queens "
        "figures.rate.double_queens figures.rate.jacks figures.rate.double_jacks"
    ),
    "family-pinochle-single-deck-partnership-auction-005": (
        "pinochle: end.target pinochle+game-1500: end.target"
    ),
    "family-pinochle-single-deck-partnership-auction-006": (
        "pinochle+double-deck: figures.item.tricks.total end.target"
    ),
    "family-oh-hell-wizard-style-001": "oh-hell: players.min players.max",
    "family-oh-hell-wizard-style-002": "oh-hell: figures.exact figures.miss",
    "family-oh-hell-wizard-style-003": (
        "oh-hell+scheme-trick-plus-10: figures.trick figures.exact"
    ),
    "family-oh-hell-wizard-style-004": "oh-hell+scheme-squared: figures.exact",
    "family-oh-hell-wizard-style-006": (
        "wizard-style: total.3 total.3 _ figures.exact figures.bid figures.miss"
    ),
    "family-whist-001": "whist: players.max figures.item.tricks.total figures.item.tricks.worth",
    "family-whist-002": (
        "whist: end.target whist+game-7: end.target whist+game-9: end.target "
        "whist+game-10: end.target"
    ),
    "family-whist-003": (
        "whist: figures.item.honours.prices.3 figures.item.honours.prices.4 "
        "figures.item.honours.not_from end.target"
    ),
    "family-500-001": (
        "five-hundred: players.max total.4 figures.base figures.suit figures.trick figures.misere "
        "figures.open_misere"
    ),
    "family-500-002": ("five-hundred: figures.all_tricks figures.all_tricks figures.defender"),
    "family-500-003": "five-hundred: end.target end.floor",
    "family-pitch-001": (
        "pitch: figures.points.high&figures.points.low&figures.points.jack&figures.points.game "
        "_ w w w w w"
    ),
    "family-pitch-002": "pitch: figures.smudge",
    "family-pitch-003": "pitch: end.target",
    "family-president-001": (
        "president: players.min players.max figures.item.president.worth figures.item.vice.worth _"
    ),
    "family-golf-card-001": (
        "golf: figures.rows figures.columns end.deals golf+eighteen-holes: end.deals"
    ),
    "family-golf-card-002": ("golf: values.K _ values.2 values.A values.3 values.10 values.J w"),
    "family-golf-card-003": "golf+joker-minus-5: values.2",
    "family-skyjo-style-001": "column-golf: total.2 values.-2 values.0 values.-1 values.12",
    "family-skyjo-style-002": (
        "column-golf: dealt.2 figures.columns figures.rows players.min players.max"
    ),
    "family-skyjo-style-006": "column-golf: end.target",
    "family-skip-bo-style-001": (
        "skip-stock: players.min players.max w figures.item.stock.most "
        "skip-stock+stock-10: figures.item.stock.most skip-stock+stock-15: figures.item.stock.most "
        "skip-stock: deals.1.cards"
    ),
    "family-skip-bo-style-002": (
        "skip-stock: figures.item.won.worth figures.item.stock.gives figures.item.stock.worth"
    ),
    "family-skip-bo-style-003": "skip-stock: end.target",
    "family-yahtzee-style-001": "dice-boxes: end.deals",
    "family-yahtzee-style-002": "dice-boxes: figures.bonus_from figures.bonus",
    "family-yahtzee-style-003": (
        "dice-boxes: figures.box.full_house.fixed figures.box.small_straight.fixed "
        "figures.box.large_straight.fixed figures.box.five_alike.fixed"
    ),
    "family-yahtzee-style-004": (
        "dice-boxes: figures.extra figures.box.five_alike.fixed figures.box.five_alike.fixed"
    ),
    "family-farkle-002": (
        "farkle: _ figures.rate.one _ figures.rate.five figures.rate.three_ones figures.rate.three "
        "figures.rate.straight figures.rate.three_pairs end.target"
    ),
    "family-dominoes-mexican-train-002": "mexican-train: deals.count",
    "family-scrabble-001": "word-tiles: figures.item.seven.worth",
    "family-scrabble-002": (
        "word-tiles: figures.rate.one figures.rate.two figures.rate.three figures.rate.four "
        "figures.rate.five figures.rate.eight figures.rate.ten figures.rate.blank"
    ),
    "family-cricket-darts-002": "cricket-darts: figures.rate.bull",
    "deuces-wild-rummy-003": "deuces-wild-rummy: total.4/2",
    "joker-rummy-006": "joker-rummy+two-jokers-a-pack: total.4/2",
    "russian-rummy-003": "russian-rummy: players.min players.max _",
    "russian-rummy-004": "russian-rummy: total.4/2",
    "zioncheck-007": "zioncheck: total.4/2",
    "family-hand-and-foot-002": "hand-and-foot+packs-and-a-half: deck.by_players.4.packs/4",
    "family-hand-and-foot-003": (
        "hand-and-foot: dealt.4/2 dealt.4/2 hand-and-foot+thirteen-cards: dealt.4/2"
    ),
    "indian-rummy-028": "indian-rummy-pool-101: figures.full/2",
    "family-cribbage-003": "cribbage: w w w w w w figures.heels",
    "telefunken-045": "telefunken-ecuador: _ _ _ _ _ _ _ w",
}

# Statements without numbers: their context, and the value at their path.
STATED: dict[str, tuple[str, dict[str, Any]]] = {
    "12-step-rummy-009": ("12-step-rummy", {"deck.wild": ["2"]}),
    "6-7-8-9-10-024": ("6-7-8-9-10", {"deck.wild": ["2"]}),
    "block-rummy-008": ("block-rummy", {"figures.blocked": "all"}),
    "block-rummy-009": ("block-rummy+winner-collects", {"figures.collects": "winner"}),
    "carioca-054": ("carioca", {"melds.lay_off_same_turn": False}),
    "carioca-060": ("carioca", {"melds.joker_swap.runs": True, "melds.joker_swap.sets": False}),
    "carioca-061": ("carioca-chile+joker-movable", {"melds.joker_swap.runs": True}),
    "central-american-loba-035": (
        "central-american-loba",
        {"melds.larger_melds": False, "melds.lay_off_same_turn": False},
    ),
    "combination-rummy-028": (
        "combination-rummy",
        {"melds.joker_swap.runs": True, "melds.joker_swap.keep": False},
    ),
    "continental-rummy-051": (
        "continental-rummy",
        {
            "melds.max_wild": "half",
            "melds.joker_swap.runs": True,
            "melds.joker_swap.sets": False,
            "melds.joker_swap.keep": False,
        },
    ),
    "continental-rummy-064": ("continental-rummy-chips", {"end.open": True}),
    "crazy-eights-018": ("crazy-eights", {"figures.collects": "winner"}),
    "crazy-eights-019": ("crazy-eights", {"figures.blocked": "differences"}),
    "crummy-rummy-006": ("crummy-rummy", {"deck.wild": ["2"]}),
    "deuces-wild-rummy-036": ("deuces-wild-rummy", {"deck.wild": ["2"]}),
    "gin-rummy-027": ("oklahoma-gin", {"figures.upcard": True, "figures.spade": 2}),
    "gin-rummy-028": ("oklahoma-gin+ace-means-gin", {"figures.ace_means_gin": True}),
    "hollywood-rummy-030": ("hollywood-rummy", {"deck.wild": ["A"]}),
    "indian-rummy-005": (
        "indian-rummy+printed-joker-makes-aces-wild",
        {"figures.joker_makes_aces_wild": True},
    ),
    "indian-rummy-027": ("indian-rummy", {"figures.first_draw_halves": True}),
    "indian-rummy-029": ("indian-rummy", {"figures.dealt_doubles": True}),
    "king-rummy-023": (
        "king-rummy",
        {f"melds.joker_swap.{key}": True for key in ("runs", "sets", "keep", "any_time")},
    ),
    "liverpool-rummy-common-054": ("liverpool-rummy-common", {"melds.joker_swap.runs": True}),
    "push-rummy-026": ("push-rummy", {"deck.wild": ["2"], "melds.max_wild": None}),
    "rummy-500-011": ("rummy-500", {"melds.joker_swap.runs": False}),
    "spades-014": ("spades", {"figures.failed_nil_helps": False}),
    "spades-015": ("spades+failed-nil-counts", {"figures.failed_nil_helps": True}),
    "telefunken-042": (
        "telefunken",
        {"melds.larger_melds": False, "melds.lay_off_same_turn": True},
    ),
    "toonerville-rook-045": ("toonerville-rook", {"deck.wild": ["Rook"]}),
    "california-rummy-025": ("california-rummy", {"deals.1.takes.extra": 1}),
    "carioca-053": ("carioca-chile", {"melds.same_rank_sets": False}),
    "carioca-058": ("carioca-chile", {"melds.max_wild": 1}),
    "central-american-loba-036": ("central-american-loba", {"melds.max_wild": 1}),
    "continental-rummy-049": (
        "continental-rummy",
        {"deals.1.takes.extra": 1, "deals.1.takes.limit": None},
    ),
    "deuces-wild-rummy-035": ("deuces-wild-rummy+buy-two-cards", {"deals.1.takes.extra": 2}),
    "gin-rummy-030": (
        "oklahoma-gin+extra-boxes",
        {"figures.undercut_boxes": 1, "figures.gin_boxes": 2},
    ),
    "gin-rummy-031": ("gin-rummy+hollywood", {"figures.columns": 3}),
    "gin-rummy-032": ("oklahoma-gin+hollywood", {"figures.columns": 3}),
    "hollywood-rummy-029": ("hollywood-rummy", {"deals.1.takes.extra": 1}),
    "indian-rummy-026": ("indian-rummy-pool-101", {"figures.pays": False}),
    "joker-rummy-025": ("joker-rummy", {"deals.1.takes.extra": 1}),
    "king-rummy-021": ("king-rummy", {"melds.lay_off_same_turn": True}),
    "liverpool-rummy-common-053": ("liverpool-rummy-common", {"deals.1.takes.extra": 1}),
    "pay-me-033": ("pay-me+twos-wild", {"deck.wild": ["2"]}),
    "pay-me-034": ("pay-me", {"figures.last_turn": True, "melds.going_out_discard": "allowed"}),
    "push-rummy-025": (
        "push-rummy",
        {"melds.joker_swap.keep": False, "melds.joker_swap.runs": True},
    ),
    "push-rummy-027": ("push-rummy", {"melds.going_out_discard": "allowed"}),
    "rummy-500-012": ("rummy-500", {"melds.going_out_discard": "allowed"}),
    "russian-rummy-021": ("russian-rummy", {"deals.1.takes.extra": 1}),
    "telefunken-043": ("telefunken", {"deals.1.takes.extra": 1}),
    "telefunken-044": (
        "telefunken",
        {"melds.joker_swap.sets": True, "melds.joker_swap.runs": True},
    ),
    "telefunken-046": ("telefunken", {"melds.going_out_discard": "allowed"}),
    "toonerville-rook-044": ("toonerville-rook", {"deals.1.takes.extra": 1}),
    "zioncheck-008": ("zioncheck-family", {"deck.by_players.8.packs": 2}),
    "zioncheck-050": ("zioncheck-family", {"deals.1.takes.extra": 1}),
    "family-five-crowns-style-004": ("five-suit-rummy", {"figures.last_turn": True}),
    "family-skyjo-style-003": (
        "column-golf",
        {"figures.clears": "column", "figures.removed": True},
    ),
    "family-dominoes-mexican-train-001": ("mexican-train", {"figures.blocked": "all"}),
    "family-oh-hell-wizard-style-005": ("oh-hell", {"figures.hook": True}),
    "family-skyjo-style-005": ("column-golf", {"figures.failed": 2}),
}

# Facts that are only in our texts, with the words.
TOLD: dict[str, tuple[str, ...]] = {
    "12-step-rummy-015": ("at their own pace, as in phase rummy",),
    "6-7-8-9-10-020": ("we do not know the contract of the hand called Ten or the card values",),
    "carioca-048": ("Dirty run as an extra round.", "Colour run as an extra round."),
    "continental-rummy-014": ("five runs of 3 cards",),
    "continental-rummy-015": ("three runs of 4 cards and one run of 3",),
    "continental-rummy-016": ("one run of 5 cards, one run of 4 and two runs of 3",),
    "gin-rummy-012": ("less deadwood than the opponent scores the difference",),
    "gin-rummy-013": ("less deadwood than the opponent scores the difference",),
    "gin-rummy-023": (
        "the winner’s whole total, including the game bonus and boxes, counts twice",
    ),
    "hollywood-rummy-026": (
        "Hand 7 differs from the other hands, but none of our sources says how",
    ),
    "liverpool-rummy-common-004": ("One program uses six packs for every ten players, rounded up",),
    "liverpool-rummy-common-005": ("Only one page gives a number.", "two in each pack"),
    **dict.fromkeys(("mao-010", "mao-011", "mao-012"), ("An ace skips the next player.",)),
    "mao-013": ("what does a two do: give another turn",),
    "mao-014": ("change the direction",),
    "mao-015": ("or make the next player draw two cards?",),
    **dict.fromkeys(("mao-016", "mao-017"), ("a polite phrase, which grows longer",)),
    "mao-018": ("any card may follow a seven",),
    **dict.fromkeys(("mao-019", "mao-020"), ("An eight reverses the direction of play.",)),
    **dict.fromkeys(("mao-021", "mao-023"), ("A jack is wild.",)),
    "mao-022": ("players greet a jack with “all hail”",),
    **dict.fromkeys(("mao-024", "mao-025"), ("who plays a spade names the card aloud",)),
    **dict.fromkeys(("mao-026", "mao-027"), ("When you have one card left, say “Mao”.",)),
    "pay-me-003": ("Some sources stop at six. Here: up to 8.",),
    "pay-me-005": ("one pack for up to four players and two for up to six",),
    "telefunken-013": ("the set must be pure: three different suits and no joker",),
    "telefunken-034": ("before play, each player may set cards aside, face down",),
    "telefunken-039": ("you may put down the contract only in the turn in which you go out",),
    "zioncheck-034": ("The short game ends after hand 4",),
    "family-cribbage-002": (
        "bringing the count to 15 pegs 2, and bringing it to 31 pegs 2",
        "(a pair) pegs 2; a third card of that rank pegs 6, and a fourth 12",
        "a run of three or more cards pegs a point for each card",
        "pegs 1 (the go), and so does the very last card; a card that makes 31",
    ),
    "family-farkle-003": (
        "two triplets 250, a straight 200, three pairs 150, five in a row 100",
        "play to a target from 500 to 5,000.",
    ),
    "family-phase-10-style-002": (
        "Phase 1: two sets of 3. Phase 2: one set of 3 and one run of 4.",
        "Phase 3: one set of 4 and one run of 4.",
        "Phase 4: one run of 7. Phase 5: one run of 8. Phase 6: one run of 9.",
        "Phase 7: two sets of 4. Phase 8: seven cards of one colour.",
        "Phase 9: one set of 5 and one set of 2. Phase 10: one set of 5 and one set of 3.",
    ),
    "family-cricket-darts-001": (
        "20, 19, 18, 17, 16, 15 and the bull",
        "A single makes 1 mark on its number, a double 2 and a treble 3.",
        "The outer bull makes 1 mark on the bull, and the inner bull makes 2.",
    ),
    "12-step-rummy-010": (
        "must be played at once",
        "may not swap out a wild card in one of your own melds",
    ),
    "12-step-rummy-011": ("The round ends when a player discards their last card.",),
    "12-step-rummy-012": ("the others add penalty points for the cards left in hand",),
    "block-rummy-003": (
        "be the first to go out, or have as few points as possible left in your hand",
    ),
    "block-rummy-005": ("is not replaced by the discards", "a player declines the top discard"),
    "block-rummy-008": (
        "nobody has gone out, and all players are charged for the cards they hold",
    ),
    "block-rummy-009": ("all others are charged for the cards left in hand",),
    "block-rummy-010": ("Agree on a target or on a number of rounds before you start.",),
    "block-rummy-012": ("no new stock is made from the discards",),
    "california-rummy-006": (
        "do the hands grow with the contracts? One source says so but gives no numbers.",
    ),
    "california-rummy-024": ("Meld the contract or lay off cards, if you can.",),
    "california-rummy-026": ("Jokers are wild.",),
    "california-rummy-027": ("Go out by melding or laying off your whole hand.",),
    "carioca-054": ("only from the turn after you melded, not in the same turn",),
    "carioca-055": ("draw only from the stock, never from the discard pile",),
    "carioca-056": ("You may not discard a joker in a round that allows jokers.",),
    "carioca-060": (
        (
            "put the real card in place of a joker in a run, and move the joker to another "
            "place in that run"
        ),
    ),
    "carioca-061": ("as in Argentina? Here: only as a house rule.",),
    "central-american-loba-007": ("is turned up and starts the discard pile",),
    "central-american-loba-035": (
        "all of it in one turn, and no extra cards",
        "only from the turn after you melded",
    ),
    "central-american-loba-037": (
        "when cards are inserted or added at that end",
        "A joker in the middle of an escalera is fixed",
        "never moves from one end of an escalera to the other",
    ),
    "combination-rummy-028": (
        "can be exchanged for the real card it stands for",
        "when you lay down the contract but not when you lay off",
    ),
    "continental-rummy-008": ("Jokers and the red aces are wild.",),
    "continental-rummy-048": (
        "Nothing goes on the table until somebody goes out",
        "in the turn in which you open, or in a later turn",
    ),
    "continental-rummy-050": ("are deuces (twos) also wild? Many people play that way.",),
    "continental-rummy-051": (
        "A meld may not have more wild cards than natural cards.",
        "A trio made only of wild cards is allowed",
        "must be used again at once",
        "A wild card in a trio stays where it is",
    ),
    "continental-rummy-053": ("collects chips from each opponent",),
    "continental-rummy-061": ("Everybody else scores penalty points for the cards left in hand",),
    "continental-rummy-064": ("There is no fixed number of deals: chips are settled deal by deal",),
    "crazy-eights-005": ("Others bury it and turn up another",),
    "crazy-eights-006": ("be the first to play your last card",),
    "crazy-eights-010": (
        "The hand ends when somebody plays their last card.",
        "to make a new stock",
    ),
    "crazy-eights-011": ("When all players pass in a row, the hand is blocked and ends.",),
    "crazy-eights-018": ("scores the points for all the cards that the others hold",),
    "crazy-eights-019": ("scores the difference between that hand and each of the others",),
    "crummy-rummy-003": (
        "a family’s rule sheet, which says that the game was named for the rhyme",
    ),
    "crummy-rummy-037": ("A joker stands for any card.",),
    "crummy-rummy-038": (
        "you lay down your whole hand at once. There is no discard, and nobody lays off.",
    ),
    "crummy-rummy-039": ("the others score points for the cards left in hand",),
    "gin-rummy-027": (
        "the points of the hand, including any bonus for gin or an undercut, count 2 times",
    ),
    "gin-rummy-028": ("or does an ace mean gin only?",),
    "hearts-002": ("dates from the late nineteenth century",),
    "hearts-005": ("or set aside as a kitty?",),
    "indian-rummy-005": ("In online games, the aces are also wild",),
    "indian-rummy-012": ("you may drop at the start of your turn instead of drawing",),
    "indian-rummy-023": ("the deal is void: nobody pays",),
    "indian-rummy-027": ("players who have not played yet count only half their points",),
    "indian-rummy-029": ("players who have already played count double their points",),
    "indian-rummy-031": ("the losers pay the winner an agreed price for each point",),
    "joker-rummy-026": ("The jokers are the only wild cards.",),
    "king-rummy-022": ("Taking a discard out of turn has a price: you also draw 1 more",),
    "king-rummy-023": (
        "in order of play, by swapping in the real card",
        "keeps it in hand. The interrupted turn then continues.",
    ),
    "liverpool-rummy-common-052": ("in this order: draw, meld, lay off, discard",),
    "liverpool-rummy-common-054": (
        "A player who holds the real card may swap it for a joker in a run",
    ),
    "mao-006": ("Be the first to empty your hand.",),
    "mao-007": (
        "Nobody may explain a rule, and nobody may ask about one.",
        "learn Mao by watching and by being punished",
    ),
    "mao-008": (
        "of the same suit or rank as the top card",
        "If you can’t match the top card, draw one card.",
    ),
    "mao-028": ("do you have to say something as you go out?",),
    "mao-029": ("Mao has no points", "adds a secret rule for the next, or removes one"),
    "pay-me-032": ("Jokers and cards of the round’s wild rank can stand for any card.",),
    "push-rummy-022": (
        "Each player must make the contract alone. A partner’s meld does not help.",
    ),
    "push-rummy-024": (
        "give both cards to the opponent on your left, and draw the next stock card yourself",
    ),
    "rummy-500-010": (
        "or leaves a complete meld in the discard pile",
        "before the next player draws",
        "Play then passes to the caller’s left",
    ),
    "rummy-500-011": (
        "say which card it stands for",
        "keeps the rank and suit that you named for it",
        "a set never has five cards",
    ),
    "rummy-500-013": (
        "the value of the cards you melded, minus the value of the cards you still hold",
        "can be below zero",
    ),
    "russian-rummy-020": (
        "draw, put down the contract if you have it, and discard",
        "Draw from either pile",
    ),
    "russian-rummy-022": ("Use one pack with two jokers for every two players",),
    "russian-rummy-023": ("when a player has got rid of all their cards",),
    "russian-rummy-024": ("shuffle the discards to make a new stock",),
    "sergeant-major-018": (
        "Follow suit if you can. If you have none of the suit led, play any card.",
        "If nobody played a trump, the highest card of the suit led takes it.",
    ),
    "sergeant-major-023": ("On paper, keep a running total for each player.",),
    "spades-014": ("do not help the partner’s contract, but they count as bags",),
    "spades-015": ("count towards the partner’s contract",),
    "telefunken-001": ("This page describes Telefunken as played in Venezuela.",),
    "telefunken-041": (
        "Draw the top card of the stock.",
        "After the first turn of a deal, you can get the discard only by buying it with a chip.",
        "Only the player who takes the very first turn of a deal may take the upcard for free.",
    ),
    "telefunken-042": (
        "you may also put down extra melds and lay off",
        "You may add to the sets of your own contract only from your next turn on.",
    ),
    "telefunken-046": (
        "or all but one, which you discard",
        "shuffle the discards to make a new stock",
    ),
    "toonerville-rook-043": (
        "Draw one card from either the stock or the discards.",
        "You may not discard the card you have just taken.",
    ),
    "toonerville-rook-044": (
        "the other players may buy it",
        "priority goes to the nearest player to the left of the player whose turn it is",
        "also draws 1 card from the stock",
    ),
    "toonerville-rook-045": (
        "The Rook card is wild.",
        "You must play the Rook in the same turn.",
        "A Rook in a set stays where it is.",
    ),
    "toonerville-rook-047": ("The others score the cards left in their hands",),
    "zioncheck-002": ("the ancestor of the contract rummies",),
    "zioncheck-010": ("Jokers are wild.",),
    "zioncheck-046": ("Draw one card: either the top discard or the next card from the stock.",),
    "zioncheck-047": (
        "gets two turns at the start, because there is no discard to choose from at first",
    ),
    "zioncheck-048": ("you may no longer take the discard in that turn",),
    "zioncheck-049": (
        "Anyone except the player who threw the discard",
        "the player whose turn comes sooner has priority",
    ),
    "zioncheck-051": ("Jokers are wild.",),
    "zioncheck-052": (
        "after melding, laying off and discarding",
        "In hand 7, you go out without a discard.",
    ),
    "family-oh-hell-wizard-style-005": (
        "the sum of the bids may not be the number of tricks after the dealer has bid",
    ),
    "family-skyjo-style-005": ("the points of the player who ended the round are multiplied by 2",),
    "family-cricket-darts-003": (
        "from twenty down to fifteen and the bull, without being behind on points",
    ),
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

# Facts about a form that none of the sheet’s games has.
CLAIMED_OF = {
    "carioca-008": "carioca+two-jokers",
    "continental-rummy-012": "continental-rummy",
    "continental-rummy-065": "continental-rummy",
    "crazy-eights-021": "crazy-eights+penalty-scoring=100",
    "crummy-rummy-007": "crummy-rummy-five",
    "crummy-rummy-040": "crummy-rummy",
    "indian-rummy-034": "indian-rummy-deals",
    "zioncheck-004": "zioncheck",
    "zioncheck-058": "zioncheck",
    "family-cricket-darts-004": "cricket-darts+cut-throat",
}
