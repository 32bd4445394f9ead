"""Facts that are told in words only: where in the reference each is told, and how.

A row says: a fact of this key and value is told in this section with these words, in the games
named, or, where none are, in every game that has the fact and no row of its own.
"""

from typing import Any, NamedTuple

EIGHT, LIVERPOOL, MAY_I = "contract-rummy-eight", "liverpool-rummy", "may-i"
SHANGHAI, POWE, KOLSOV = "shanghai-rummy", "shanghai-rummy-powe", "shanghai-rummy-kolsov"
PROGRESSIVE = "progressive-rummy"
SHANGHAIS = (SHANGHAI, POWE, KOLSOV)


class Told(NamedTuple):
    key: str
    value: Any
    section: str
    words: str
    games: tuple[str, ...] = ()


IN_WORDS = [
    # Names and history
    Told("names.phrase", True, "names", "The name is what you say to ask for the discard."),
    Told("names.other-game", True, "names", "A quite different game without contracts"),
    Told(
        "origin.page-contributors",
        ["Magnus", "Greg Petras"],
        "history",
        "on a page by Magnus and Greg Petras",
    ),
    Told("origin.ancestor", "Zioncheck", "history", "The ancestor is Zioncheck"),
    Told("origin.ancestor-inventor", "Ruth Armson", "history", "Zioncheck, by Ruth Armson"),
    Told("origin.ancestor-decade", "1930s", "history", "by Ruth Armson, from the 1930s"),
    Told("origin.ancestor-contracts", 6, "history", "It had six contracts."),
    Told("origin.zioncheck", "Zioncheck", "history", "Richard Fry takes Zioncheck"),
    Told(
        "origin.parlett",
        "Contract Bridge boom of the 1930s",
        "history",
        "the fashion for Contract Bridge in the 1930s",
    ),
    Told("origin.morehead-year", 1950, "history", "In 1950 Albert Morehead"),
    Told("origin.family-since", "late 1970s", "history", "since at least the late 1970s"),
    Told("origin.family-place", "Bellevue, Iowa", "history", "from friends in Bellevue, Iowa"),
    # Players and cards
    Told("players.teams", False, "players", "There are no teams."),
    Told("players.teams", False, "players", "There are no partners.", (EIGHT,)),
    Told("cards.jokers-wild", True, "cards", "The jokers are the only wild cards."),
    Told("cards.jokers-wild", True, "cards", "Jokers are wild.", (EIGHT,)),
    Told("cards.jokers-wild", True, "cards", "Jokers and all twos are wild.", (PROGRESSIVE,)),
    Told("cards.five-gap", False, "cards", "the rules leave a gap for five players"),
    # The printed list of ranks skips three; the words and the table of values name them.
    Told("cards.printed-rank-list-complete", False, "scoring", "a nine 9, a ten 10"),
    # The deal
    Told("deal.first-dealer", "random", "deal", "The first dealer is chosen by chance"),
    Told("deal.first-dealer", "lowest card drawn", "deal", "draws a card; the lowest deals"),
    Told("deal.rotation", "clockwise", "deal", "then the deal passes clockwise"),
    Told("deal.rotation", "left", "deal", "the deal moves to the left"),
    Told("deal.one-at-a-time", True, "deal", "Cards are dealt one at a time"),
    Told("deal.direction", "clockwise", "deal", "dealt one at a time, clockwise"),
    Told("deal.direction", "clockwise", "deal", "Cards are dealt clockwise", (EIGHT,)),
    Told("deal.upcard", True, "deal", "Its top card is turned up to start the discard pile."),
    Told("deal.upcard", True, "deal", "The next card is turned face up as the upcard.", (EIGHT,)),
    Told(
        "deal.cut-required", True, "deal", "Before each deal the player on the dealer’s right must"
    ),
    # Contracts and melds
    Told("contract.sizes-stated", False, "contracts", "the list of contracts gives no sizes"),
    Told("meld.exact-contract", True, "contracts", "Lay down exactly the contract of the deal"),
    Told(
        "meld.exact-contract",
        True,
        "contracts",
        "Lay down all the melds of the contract in one turn",
        (MAY_I,),
    ),
    Told(
        "meld.exact-contract",
        True,
        "contracts",
        "Lay down the whole contract in one turn",
        (*SHANGHAIS, PROGRESSIVE),
    ),
    Told("meld.melds-per-round", 1, "turn", "the whole contract, once in a deal"),
    Told("meld.optional", True, "turn", "Meld if you can and want to"),
    Told("meld.new-melds-later", False, "contracts", "lay down no new ones"),
    Told("meld.set-ignores-suit", True, "melds", "Suits do not matter"),
    Told("meld.identical-cards-in-set", True, "melds", "twins from two packs may lie together"),
    Told("meld.ace-both", False, "melds", "Q K A 2 is not"),
    Told("meld.ace-both", False, "melds", "An ace is high only", SHANGHAIS),
    Told("meld.ace-both", False, "melds", "A run may not go round the corner.", (EIGHT,)),
    Told("meld.set-extendable", True, "melds", "A set can keep growing"),
    Told(
        "meld.set-extendable",
        True,
        "melds",
        "how large may a set become? Here: as large as the cards allow.",
        (MAY_I,),
    ),
    Told(
        "meld.set-extendable",
        True,
        "glossary",
        "Lay off: to add cards to a meld on the table.",
        (*SHANGHAIS, PROGRESSIVE),
    ),
    Told("meld.run-extendable", True, "melds", "A run can grow at both ends"),
    Told(
        "meld.run-extendable",
        True,
        "glossary",
        "Lay off: to add cards to a meld on the table.",
        (*SHANGHAIS, PROGRESSIVE),
    ),
    Told(
        "meld.touching-other-players-run", True, "melds", "our run may touch another player’s run"
    ),
    Told("meld.touching-other-players-run", True, "melds", "runs of one suit may touch", (MAY_I,)),
    Told("meld.touching-after-layoff", True, "melds", "runs may come to touch later by laying off"),
    Told("meld.touching-after-layoff", True, "melds", "runs of one suit may touch", (MAY_I,)),
    Told("meld.touching-after-layoff", True, "melds", "at once or later by laying off", (POWE,)),
    Told("meld.jokers-in-several-melds", True, "melds", "Several melds may each have their own."),
    Told("meld.split-runs", False, "melds", "Runs on the table may not be joined or split."),
    Told(
        "meld.must-declare", True, "jokers", "If a meld with wild cards is unclear, say what it is"
    ),
    Told("meld.declare-joker", True, "melds", "Say which card it is when you lay it down."),
    # A turn
    Told("turn.first-player", "left of dealer", "turn", "The player on the dealer’s left begins."),
    Told("turn.direction", "clockwise", "turn", "Play goes clockwise."),
    Told(
        "turn.discard-free-in-turn",
        True,
        "turn",
        "On your own turn the discard costs nothing extra.",
    ),
    Told(
        "turn.must-offer-discard",
        True,
        "turn",
        "Before you draw from the stock, the others may ask for the discard.",
    ),
    Told(
        "turn.must-offer-discard",
        True,
        "turn",
        "Before you draw from the stock, the others may buy the discard.",
        (POWE,),
    ),
    Told(
        "turn.layoff-before-meld",
        False,
        "contracts",
        "Before your contract is down you cannot lay off on anybody’s melds.",
    ),
    Told("turn.layoff-before-meld", False, "turn", "only from the turn after you melded", (EIGHT,)),
    Told("turn.layoff-others", True, "turn", "on anybody’s melds"),
    Told("turn.layoff-limit", None, "turn", "Lay off as many cards as you like"),
    Told("turn.layoff-optional", True, "turn", "Lay off as many cards as you like"),
    # Taking the discard
    Told("may-i.consecutive", False, "taking-the-discard", "never twice in a row"),
    Told(
        "may-i.consecutive",
        False,
        "taking-the-discard",
        "may one player take the discard twice in a row? Here: no",
        SHANGHAIS,
    ),
    Told(
        "may-i.consecutive",
        False,
        "taking-the-discard",
        "may one player buy two cards in a row? Here: no",
        (PROGRESSIVE,),
    ),
    Told(
        "may-i.priority",
        "soonest to play after the player in turn",
        "taking-the-discard",
        "If several ask for the discard, the one whose turn comes soonest gets it.",
    ),
    Told(
        "may-i.priority",
        "soonest to play",
        "taking-the-discard",
        "the one whose turn comes soonest gets it",
    ),
    Told(
        "may-i.priority",
        "soonest to play",
        "taking-the-discard",
        "the one who plays next gets it",
        (PROGRESSIVE,),
    ),
    Told(
        "may-i.priority",
        "clockwise from the player in turn",
        "taking-the-discard",
        "goes round clockwise from the player in turn; the first who wants the card gets it",
    ),
    Told(
        "may-i.in-turn-first",
        True,
        "taking-the-discard",
        "If the player in turn takes the discard, nobody else gets anything.",
    ),
    Told(
        "may-i.in-turn-first",
        True,
        "taking-the-discard",
        "The player in turn can stop a buy only by taking or buying the card.",
        (PROGRESSIVE,),
    ),
    Told("may-i.turn-jumps", False, "taking-the-discard", "the order of play stays the same"),
    Told(
        "may-i.turn-jumps",
        False,
        "taking-the-discard",
        "play goes back to the player who was interrupted",
        SHANGHAIS,
    ),
    Told("may-i.then-stock", True, "taking-the-discard", "the player in turn draws from the stock"),
    Told(
        "may-i.then-stock",
        True,
        "taking-the-discard",
        "the player who was interrupted, who draws from the stock",
        SHANGHAIS,
    ),
    Told(
        "may-i.in-turn-new-upcard",
        False,
        "taking-the-discard",
        "may not take the card now lying open",
    ),
    Told(
        "may-i.meld-or-discard-then",
        False,
        "taking-the-discard",
        "may not meld or discard at that moment",
    ),
    Told(
        "may-i.meld-or-discard-then",
        False,
        "taking-the-discard",
        "You may not meld, lay off or discard now.",
        (EIGHT,),
    ),
    Told("may-i.tokens", True, "taking-the-discard", "Coins or counters help to keep count."),
    Told(
        "may-i.own-turn",
        True,
        "taking-the-discard",
        "you may buy the discard, too, and then take a normal turn",
    ),
    Told(
        "may-i.next-card",
        True,
        "taking-the-discard",
        "When a bought card has gone, the card beneath it is for sale.",
    ),
    # Jokers
    Told("joker.wild-in", ["run", "set"], "melds", "any missing card of a set or a run"),
    Told("joker.wild-in", ["run", "set"], "melds", "stands for any missing card", SHANGHAIS),
    Told("joker.reclaim-needs-earlier-meld", True, "jokers", "you must have melded on an earlier"),
    Told("joker.reclaim-needs-earlier-meld", None, "jokers", "Nobody may swap a frozen joker out"),
    Told("joker.reclaim-needs-contract", True, "jokers", "Once you have met the contract, you may"),
    # The Shanghai call
    Told(
        "shanghai.own-call-protects",
        True,
        "special-rounds",
        "the next player may not take the card, and nobody may ask for it during that turn",
    ),
    Told(
        "shanghai.other-call",
        True,
        "special-rounds",
        "any other player may call “Shanghai” and put the card on the meld",
    ),
    Told("shanghai.caller-needs-meld", False, "special-rounds", "even without having melded"),
    Told("shanghai.discarder-draws", 1, "special-rounds", "the discarder draws one card from it"),
    Told("shanghai.beats-may-i", True, "taking-the-discard", "A “Shanghai” call beats a “May I?”"),
    Told(
        "shanghai.next-turn",
        "left of the discarder",
        "special-rounds",
        "the player on the discarder’s left takes an ordinary turn",
    ),
    # Going out, the end
    Told(
        "going-out.round-ends",
        True,
        "going-out",
        "The deal ends at once when somebody has no cards left.",
    ),
    Told(
        "going-out.reshuffle",
        True,
        "going-out",
        "shuffle the other discards, and they are the new stock",
    ),
    Told("going-out.reshuffle", True, "going-out", "the dealer shuffles the discards", (EIGHT,)),
    Told(
        "going-out.reshuffler", "original dealer", "going-out", "the dealer shuffles the discards"
    ),
    Told("going-out.keep-top-discard", True, "going-out", "leave the top discard where it is"),
    Told(
        "going-out.keep-top-discard",
        True,
        "going-out",
        "does the top discard stay when a new stock is made? Here: yes",
        (EIGHT,),
    ),
    Told(
        "going-out.both-piles-empty",
        "round stops, no winner, all score their hands",
        "going-out",
        "When stock and discards have both run out, the deal ends and nobody has gone out. "
        "Everybody scores the cards they hold.",
    ),
    Told("bonus.perfect-cut-to", "cutter", "scoring", "A perfect cut changes the cutter’s score"),
    Told(
        "bonus.perfect-cut-formula",
        "players x cards dealt + 1",
        "deal",
        "the cards of one hand times the players, and one more for the upcard",
    ),
    Told("end.winner", "lowest total after the last round", "end", "the lowest total wins"),
    Told(
        "end.winner",
        "fewest points after seven deals",
        "end",
        "After deal 7 the lowest total wins.",
    ),
    Told("end.target-score", None, "end", "After deal"),
    Told("end.negative-totals", True, "end", "A total may be below zero."),
    Told("option.joker-swap-priority", "next to play", "options", "the one who plays next gets it"),
]
