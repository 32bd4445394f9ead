"""Facts that are only in rule texts: their sections, and the words.

Each row has a fact’s key and value, a section, and words that the section contains. It applies to
the games that it names or, if it names none, to every game that has the fact but no row of its own.
"""

from typing import Any, NamedTuple

EIGHT, LIVERPOOL, MAY_I = "contract-rummy-eight", "liverpool-rummy", "may-i"
SHANGHAI, POWE, KOLSOV = "shanghai-rummy", "shanghai-rummy-powe", "shanghai-rummy-kolsov"
PROGRESSIVE = "progressive-rummy"
RUMMY, EUCHRE = ("rummy",), ("euchre",)
SHANGHAIS = (SHANGHAI, POWE, KOLSOV)


class Told(NamedTuple):
    key: str
    value: Any
    section: str
    words: str
    games: tuple[str, ...] = ()


IN_WORDS = [
    # Names and history
    Told("names.phrase", True, "names", "is named after what you say to ask for the discard."),
    Told("names.other-game", True, "names", "a manipulation rummy like Carousel"),
    Told(
        "origin.page-contributors",
        ["Magnus", "Greg Petras"],
        "history",
        "on a page by Magnus and Greg Petras",
    ),
    Told("origin.ancestor", "Zioncheck", "history", "The ancestor of Contract Rummy is Zioncheck"),
    Told("origin.ancestor-inventor", "Ruth Armson", "history", "Zioncheck, by Ruth Armson"),
    Told("origin.ancestor-decade", "1930s", "history", "by Ruth Armson, from the 1930s"),
    Told("origin.ancestor-contracts", 6, "history", "Zioncheck had six contracts."),
    Told("origin.zioncheck", "Zioncheck", "history", "Richard Fry regards Zioncheck"),
    Told(
        "origin.parlett",
        "Contract Bridge boom of the 1930s",
        "history",
        "the fashion for Contract Bridge in the 1930s",
    ),
    Told("origin.morehead-year", 1950, "history", "In 1950, Albert Morehead"),
    Told("origin.family-since", "late 1970s", "history", "since at least the late 1970s"),
    Told("origin.family-place", "Bellevue, Iowa", "history", "from friends in Bellevue, Iowa"),
    # Players and cards
    Told("players.teams", False, "players", "There are no teams."),
    Told("players.teams", False, "players", "There are no partners.", (EIGHT,)),
    Told("cards.jokers-wild", True, "cards", "The jokers are the only wild cards."),
    Told("cards.jokers-wild", True, "cards", "Jokers are wild.", (EIGHT,)),
    Told("cards.jokers-wild", True, "cards", "Jokers and all twos are wild.", (PROGRESSIVE,)),
    Told(
        "cards.five-gap", False, "cards", "what do five players use? The rules do not mention them."
    ),
    # The printed list of ranks leaves out the threes, but the text and the table of values include
    # them.
    Told("cards.printed-rank-list-complete", False, "scoring", "a nine 9 and a ten 10"),
    # The deal
    Told("deal.first-dealer", "random", "deal", "The first dealer is chosen at random"),
    Told(
        "deal.first-dealer", "random", "deal", "The first dealer is chosen at random", (LIVERPOOL,)
    ),
    Told("deal.first-dealer", "lowest card drawn", "deal", "draws a card; the lowest deals"),
    Told("deal.rotation", "clockwise", "deal", "passes clockwise"),
    Told("deal.rotation", "left", "deal", "the turn to deal moves to the left"),
    Told("deal.one-at-a-time", True, "deal", "dealt clockwise, one at a time"),
    Told("deal.direction", "clockwise", "deal", "The cards are dealt clockwise"),
    Told("deal.direction", "clockwise", "deal", "Cards are dealt clockwise", (EIGHT,)),
    Told("deal.upcard", True, "deal", "Its top card is turned face up to start the discard pile."),
    Told("deal.upcard", True, "deal", "The next card is turned face up as the upcard.", (EIGHT,)),
    Told(
        "deal.cut-required", True, "deal", "Before each deal, the player on the dealer’s right must"
    ),
    # Contracts and melds
    Told("contract.sizes-stated", False, "contracts", "The list of contracts gives no sizes"),
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
        "Put down the whole contract in one turn",
        (*SHANGHAIS, PROGRESSIVE),
    ),
    Told("meld.melds-per-round", 1, "turn", "the whole contract, only once per deal"),
    Told("meld.optional", True, "turn", "Meld if you can and want to"),
    Told("meld.new-melds-later", False, "contracts", "not lay down new ones"),
    Told("meld.set-ignores-suit", True, "melds", "Suits do not matter"),
    Told("meld.identical-cards-in-set", True, "melds", "identical cards from different packs"),
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
        "Lay off: to play cards on a meld that is already on the table.",
        (*SHANGHAIS, PROGRESSIVE),
    ),
    Told("meld.run-extendable", True, "melds", "A run can grow at both ends"),
    Told(
        "meld.run-extendable",
        True,
        "glossary",
        "Lay off: to play cards on a meld that is already on the table.",
        (*SHANGHAIS, PROGRESSIVE),
    ),
    Told(
        "meld.touching-other-players-run", True, "melds", "our run may touch another player’s run"
    ),
    Told(
        "meld.touching-other-players-run",
        True,
        "melds",
        "Runs in the same suit may touch",
        (MAY_I,),
    ),
    Told(
        "meld.touching-after-layoff",
        True,
        "melds",
        "runs may end up touching after cards are laid off",
    ),
    Told("meld.touching-after-layoff", True, "melds", "Runs in the same suit may touch", (MAY_I,)),
    Told(
        "meld.touching-after-layoff", True, "melds", "when you meld it or after laying off", (POWE,)
    ),
    Told("meld.jokers-in-several-melds", True, "melds", "Several melds may have one joker each."),
    Told("meld.join-runs", False, "melds", "Runs on the table may not be joined or split."),
    Told("meld.split-runs", False, "melds", "Runs on the table may not be joined or split."),
    Told(
        "meld.must-declare",
        True,
        "jokers",
        "If it is not clear what a meld with wild cards is, name its kind, set or run",
    ),
    Told("meld.declare-joker", True, "melds", "Say which card it is when you lay it down."),
    # A turn
    Told(
        "turn.first-player", "left of dealer", "turn", "The player on the dealer’s left goes first."
    ),
    Told("turn.direction", "clockwise", "turn", "Play goes clockwise."),
    Told(
        "turn.discard-free-in-turn",
        True,
        "turn",
        "On your own turn, the discard costs nothing extra.",
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
        "Before you draw from the stock, the other players may buy the discard.",
        (POWE,),
    ),
    Told(
        "turn.layoff-before-meld",
        False,
        "contracts",
        "Before your contract is down, you cannot lay off on anybody’s melds.",
    ),
    Told(
        "turn.layoff-before-meld",
        False,
        "contracts",
        "Before you have put down your contract, you may not lay off on anyone’s melds.",
        SHANGHAIS,
    ),
    Told("turn.layoff-before-meld", False, "turn", "only from the turn after you melded", (EIGHT,)),
    Told("turn.layoff-others", True, "turn", "on anybody’s melds"),
    Told("turn.layoff-others", True, "turn", "on anyone’s melds", (*SHANGHAIS, PROGRESSIVE)),
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
        "If several players ask for the discard, the one whose turn comes soonest gets it.",
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
        "the player whose turn comes soonest gets it",
        (PROGRESSIVE,),
    ),
    Told(
        "may-i.priority",
        "clockwise from the player in turn",
        "taking-the-discard",
        "offered clockwise from the player whose turn it is; the first player who wants the card "
        "gets it",
    ),
    Told(
        "may-i.in-turn-first",
        True,
        "taking-the-discard",
        "If the player whose turn it is takes the discard, nobody else can have it.",
    ),
    Told(
        "may-i.in-turn-first",
        True,
        "taking-the-discard",
        "The player whose turn it is can stop a buy only by taking or buying the card.",
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
    Told(
        "may-i.then-stock",
        True,
        "taking-the-discard",
        "the player whose turn it is draws from the stock",
    ),
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
        "The newly uncovered card stays in the pile",
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
        "You may not meld, lay off or discard at that point.",
        (EIGHT,),
    ),
    Told("may-i.tokens", True, "taking-the-discard", "You can keep count with coins or counters."),
    Told(
        "may-i.own-turn",
        True,
        "taking-the-discard",
        "You may also buy the discard on your own turn and then take a normal turn.",
    ),
    Told(
        "may-i.next-card",
        True,
        "taking-the-discard",
        "Once a card has been bought, the card beneath it may be bought as well.",
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
        "Until the next turn is over, that card may not be taken or asked for.",
    ),
    Told(
        "shanghai.other-call",
        True,
        "special-rounds",
        "any other player may call “Shanghai” and put the card on the meld",
    ),
    Told("shanghai.caller-needs-meld", False, "special-rounds", "even without having melded"),
    Told("shanghai.discarder-draws", 1, "special-rounds", "The discarder draws one card from it"),
    Told("shanghai.beats-may-i", True, "taking-the-discard", "A “Shanghai” call beats a “May I?”"),
    Told(
        "shanghai.next-turn",
        "left of the discarder",
        "special-rounds",
        "the turn passes as usual to the left of the player who discarded",
    ),
    # Going out, the end
    Told(
        "going-out.round-ends",
        True,
        "going-out",
        "The deal ends at once when somebody has no cards left.",
    ),
    Told(
        "going-out.reshuffle", True, "going-out", "shuffle the other discards to make a new stock"
    ),
    Told(
        "going-out.reshuffle",
        True,
        "going-out",
        "the dealer makes a new one from the shuffled discards",
        (EIGHT,),
    ),
    Told(
        "going-out.reshuffler",
        "original dealer",
        "going-out",
        "the dealer makes a new one from the shuffled discards",
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
        "If the stock and the discards both run out, the deal ends and nobody has gone out. "
        "Everybody scores penalty points for the cards they hold.",
    ),
    Told("bonus.perfect-cut-to", "cutter", "scoring", "A perfect cut changes the cutter’s score"),
    Told(
        "bonus.perfect-cut-formula",
        "players x cards dealt + 1",
        "deal",
        "multiply the number of cards in one hand by the number of players and add one",
    ),
    Told("end.winner", "lowest total after the last round", "end", "the lowest total wins"),
    Told(
        "end.winner",
        "fewest points after seven deals",
        "end",
        "After deal 7, the lowest total wins.",
    ),
    Told("end.negative-totals", True, "end", "A total may be below zero."),
    Told("option.joker-swap-priority", "next to play", "options", "the one who plays next gets it"),
    # Rummy
    Told(
        "deal.rotation",
        "clockwise, alternating with two",
        "deal",
        "The deal passes clockwise after every round. With two players, the deal alternates.",
    ),
    Told(
        "deal.upcard", True, "deal", "Turn the next card face up to start the discard pile.", RUMMY
    ),
    Told("meld.set-max", 4, "melds", "A set is 3 or 4 cards of the same rank."),
    Told("meld.melds-per-turn", 1, "turn", "You may meld only one set or run in a turn."),
    Told("meld.optional", True, "turn", "Melding and laying off are optional.", RUMMY),
    Told("meld.rearrange", False, "melds", "You may not rearrange melds"),
    Told("turn.draw-required", True, "turn", "You must draw one card"),
    Told("turn.layoff-limit", None, "turn", "You may lay off as many cards as you like", RUMMY),
    Told("turn.layoff-before-meld", True, "melds", "before you have melded anything yourself"),
    Told("turn.layoff-others", True, "melds", "your own or another player’s", RUMMY),
    Told("turn.discard-required", True, "turn", "Discard one card face up to end your turn."),
    Told("turn.rediscard", False, "turn", "throw the same card back in the same turn"),
    Told(
        "going-out.reshuffle",
        True,
        "going-out",
        "shuffle all the discards to make a new face-down stock",
        RUMMY,
    ),
    Told("going-out.keep-top-discard", False, "going-out", "Here: no, shuffle all the discards"),
    Told(
        "going-out.new-upcard",
        True,
        "going-out",
        "turn up its top card to start a new discard pile",
    ),
    Told("end.target-agreed", True, "end", "Agree on a target"),
    Told(
        "option.jokers-reusable", True, "jokers", "other players may use a joker that is already on"
    ),
    Told("strategy.long-runs", [5, 6], "tips", "A run of five or six cards gets rid of many cards"),
    Told("strategy.run-easier", True, "tips", "to break up a set or a run, break up the set."),
    Told("derived.three-card-sets", 52, "tips", "52 possible sets of three"),
    Told("derived.three-card-runs", 44, "tips", "44 possible runs of three with aces low"),
    # Euchre
    Told("players.minutes", 30, "players", "half an hour or less"),
    Told(
        "cards.full-pack",
        52,
        "cards",
        "Remove everything below the nines from a standard pack of 52.",
    ),
    Told("cards.trumps", 7, "cards", "Once trumps are made, there are seven trumps"),
    Told("cards.sister-suit", 5, "cards", "five cards in the other suit of that colour"),
    Told(
        "cards.trump-order",
        ["right bower", "left bower", "A", "K", "Q", "10", "9"],
        "cards",
        "from high to low: right bower, left bower, ace, king, queen, ten, nine.",
    ),
    Told(
        "cards.side-order",
        ["A", "K", "Q", "J", "10", "9"],
        "cards",
        "the other colour rank ace, king, queen, jack, ten, nine.",
    ),
    Told("deal.packets", [2, 3], "deal", "two and then three, or three and then two"),
    Told("deal.circuits", 2, "deal", "The cards are dealt in packets, twice around the table"),
    Told(
        "deal.rotation", "clockwise", "deal", "After each hand, the deal passes clockwise", EUCHRE
    ),
    Told(
        "deal.first-dealer",
        "random",
        "deal",
        "Choose the first dealer of a game of Euchre at random",
        EUCHRE,
    ),
    Told("deal.cutter", "left of dealer", "deal", "The player on the left may cut"),
    Told("deal.cut-optional", True, "deal", "or may decline to"),
    Told("deal.upcard", True, "deal", "the next card is turned face up: the up-card", EUCHRE),
    Told("bidding.rounds", 2, "bidding", "If everyone also passes in the second round"),
    Told("bidding.order", "dealer's left", "bidding", "on the dealer’s left, speaks first"),
    Told(
        "bidding.all-pass-twice",
        "throw in, next dealer",
        "bidding",
        "the hands are thrown in, nobody scores, and the next player clockwise deals",
    ),
    Told("bidding.partner-phrase", "I assist", "bidding", "by saying “I assist”"),
    Told(
        "bidding.pone-phrase",
        "I order it up",
        "bidding",
        "The player on the dealer’s right accepts the up-card by saying “I order it up”",
    ),
    Told("bidding.dealer-phrase", "I take it up", "bidding", "by saying “I take it up”"),
    Told("bidding.dealer-decline", "over", "bidding", "does not want the up-card says “over”"),
    Told(
        "bidding.dealer-discards",
        1,
        "bidding",
        "takes it into hand and discards one card face down",
    ),
    # Two oddities on the page, which we interpret in the usual way.
    Told(
        "bidding.partner-turns-down-alone",
        True,
        "bidding",
        "play alone after accepting or turning down the up-card? Here: no",
    ),
    Told(
        "bidding.new-card-turned",
        True,
        "bidding",
        "turn up a new card from the kitty after four passes? Here: no",
    ),
    Told("lone.allowed", True, "bidding", "a player may announce a lone hand"),
    Told("lone.either-side", True, "bidding", "A defender may go alone, and so may a maker."),
    Told("lone.both-sides", True, "bidding", "One player on each side may go alone"),
    Told(
        "lone.timing",
        "after trumps, before play",
        "bidding",
        "after trumps are made and before the first card is played",
    ),
    Told(
        "lead.all-four",
        "left of dealer",
        "turn",
        "all four players take part, the player on the dealer’s left leads",
    ),
    Told(
        "lead.one-lone",
        "left of the lone player",
        "turn",
        "the player to the left of the lone player leads",
    ),
    Told(
        "lead.two-lone",
        "side that did not make trumps",
        "turn",
        "the lone player whose side did not make trumps leads",
    ),
    Told("play.follow-suit", True, "turn", "You must follow suit if you can"),
    Told("play.winner-leads", True, "turn", "The winner of each trick leads to the next."),
    Told("play.trumps-win", True, "turn", "The highest trump wins the trick."),
    Told("renege.before-gathered", True, "turn", "before the winner gathers the trick"),
    Told("option.benny-highest", True, "cards", "the highest card of all and ranks above both"),
    Told("option.smitty-guess", True, "options", "the eldest hand guesses the suit of the up-card"),
    Told("option.smitty-gets-card", True, "options", "the guesser takes the up-card"),
    Told("option.smitty-discard", 1, "options", "takes the up-card and discards one card"),
    Told(
        "option.smitty-change-mind",
        False,
        "options",
        "must be played, even if the guesser regrets it",
    ),
    Told("option.mcevoy-ranks", ["9", "10"], "house rules", "a player with only nines and tens"),
    Told("option.mcevoy-calls", 1, "house rules", "McEvoy. Once per game"),
    Told("option.mcevoy-redeal", True, "house rules", "the dealer deals again"),
    Told("option.mcevoy-before-bidding", True, "house rules", "declare this before the bidding"),
    Told("option.chuck-keep", 1, "house rules", "name trumps, keep one card and swap"),
    Told("option.chuck-swap", 4, "house rules", "swap the other four for cards from the kitty"),
    Told("option.chuck-upcard", True, "options", "include the up-card that was turned down"),
    Told("option.no-trump-round", 2, "house rules", "After the first round of bidding, a player"),
    Told("option.no-trump-ace-high", True, "house rules", "Aces are then the highest cards"),
    Told("option.haters-barred-suit", "hearts", "house rules", "Hearts are never trumps."),
    Told(
        "origin.ancestors",
        ["Juckerspiel", "Ecarte", "Triomphe"],
        "history",
        "The ancestors of Euchre include Juckerspiel, played in Germany in the 18th century, the "
        "French casino game Écarté, and Triomphe",
    ),
    Told(
        "origin.us-century", 19, "history", "In the 19th century, Euchre came to the United States"
    ),
    Told("derived.mcevoy-hands", 56, "tips", "56 of 42,504 possible hands"),
    Told("derived.all-hands", 42504, "tips", "56 of 42,504 possible hands"),
    # The other games
    Told(
        "scoring.moon-cards",
        ["all hearts", "queen of spades"],
        "scoring",
        "all 14 penalty cards, the thirteen hearts and the queen of spades",
    ),
    Told("cards.ace-high", True, "cards", "The ace is the highest card of each suit"),
    Told("cards.lowest", "2", "cards", "and the two is the lowest"),
    Told("object.most-tricks", True, "object", "as many as possible"),
    Told("object.empty-hand", True, "object", "Be the first to empty your hand."),
    Told("rules.unspoken", True, "object", "unspoken rules, which vary from place to place"),
    Told("names.family", "Stops", "names", "one of the Eights games or one of the Stops games?"),
    Told("players.min", 2, "mentioned", "Two to four children"),
    Told("players.max", 4, "mentioned", "Two to four children"),
    Told("players.age-min", 4, "mentioned", "aged 4 to 6"),
    Told("players.age-max", 6, "mentioned", "aged 4 to 6"),
    Told("players.minutes", 15, "mentioned", "for at most 15 minutes"),
    Told("players.age-min", 3, "mentioned", "is for ages 3 and up"),
    Told("rules.equipment", False, "mentioned", "Mother May I needs no equipment"),
    Told("rules.contact", False, "mentioned", "involves no physical contact"),
    Told("cards.wild", True, "cards", "all cards of its rank are wild for this deal"),
    Told("going-out.reuse", False, "going-out", "is not replaced by the discards"),
    Told("rules.single-turn", True, "mentioned", "going out with the whole hand in one turn"),
    Told("origin.decade", "1930s", "history", "in the United States in the 1930s"),
    Told("origin.inventor", "Ruth Armson", "history", "Ruth Armson is credited with inventing"),
    Told("players.count", 2, "players", "for two players only, as in one version?"),
    Told("deal.grows", True, "mentioned", "each hand has more cards than the one before"),
    Told("contract.fewer", True, "mentioned", "with fewer contracts and more jokers"),
    Told("cards.more-jokers", True, "mentioned", "with fewer contracts and more jokers"),
    Told("contract.more", True, "mentioned", "with more contracts and wilder scoring"),
    Told("scoring.wilder", True, "mentioned", "with more contracts and wilder scoring"),
    Told("names.synonym", True, "names", "is also another name for Contract Rummy"),
    Told(
        "names.synonym",
        True,
        "names",
        "is a name used for three games: Contract Rummy",
        ("joker-rummy",),
    ),
    Told(
        "names.synonym", True, "names", "is another name for Contract Rummy", ("combination-rummy",)
    ),
    Told(
        "names.synonym",
        True,
        "names",
        "listed as another name for Contract Rummy",
        ("deuces-wild-rummy",),
    ),
    Told("origin.place", "Pittsburgh", "history", "was played in Pittsburgh"),
    Told("origin.decade", "late 1940s", "history", "in the late 1940s"),
    Told("origin.author", "Alan Hoyle", "history", "Alan Hoyle wrote down the rules"),
    Told("origin.author", "Kate Hanratty", "history", "Kate Hanratty’s page says"),
    Told("origin.author", "Bill Whitnack", "mentioned", "a contract rummy by Bill Whitnack"),
    Told("origin.author", "Mike Rosulek", "names", "the Rosulek family’s game"),
    Told(
        "origin.software-author",
        "Malcolm Bain",
        "history",
        "Malcolm Bain has written a Windows program for California Rummy.",
    ),
    Told("names.named", True, "rummy-com", "a site that once had the rules of Russian Rummy"),
    Told(
        "names.related",
        True,
        "contract-rummy:history",
        "Carioca, Loba, Telefunken, Push Rummy and Toonerville Rook are related to Contract Rummy "
        "but clearly different.",
    ),
]
