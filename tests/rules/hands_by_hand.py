"""Hands worked out by hand from the rules of the games; ``3..6H`` are 3H 4H 5H 6H.

Each line has a game (with options), a deal, the cards, and what follows: the melds (``all`` is one
meld of all cards) and the points left, or the number of missing cards and the cards that complete
the contract, if one is missing.
"""

LAID_DOWN = """
# sets of exactly three; a joker goes down for a seven, because it counts more
contract-rummy | 1 | 7H 7D 7S 9H 9C 9D JK KS QD 2C | 9H 9C 9D + 7H 7D JK | 29
contract-rummy | 1 | 7H 7D 7S 9H 9C JK KS QD 2C 3C 4H | 7H 7D 7S + 9H 9C JK | 29
# the suits of a set don’t matter, nor do identical cards
contract-rummy | 1 | 4H 4H 4D KC KC KS 2S 9D | KC KC KS + 4H 4H 4D | 11
# two sets of one rank
contract-rummy | 1 | 7H 7D 7S 7C 7H 7D 2S 9D | 7H 7H 7S + 7C 7D 7D | 11
# an ace is high or low
contract-rummy | 2 | JH QH KH AH 5C 5D 5S 9D | JH QH KH AH + 5C 5D 5S | 9
contract-rummy | 2 | AH 2H 3H 4H 5C 5D 5S 9D | AH 2H 3H 4H + 5C 5D 5S | 9
# overlapping runs in one suit may lie together, touching ones may not
contract-rummy | 3 | 3H 4H 5H 6H 5H 6H 7H 8H KC | 3H 4H 5H 6H + 5H 6H 7H 8H | 10
contract-rummy | 3 | 3H 4H 5H 6H 8H 9H 10H JH KC | 3H 4H 5H 6H + 8H 9H 10H JH | 10
contract-rummy touching-runs-allowed | 3 | 3..10H KC | 3..6H + 7..10H | 10
may-i | 3 | 3H 4H 5H 6H 7H 8H 9H 10H JH KC | 3H 4H 5H 6H + 7H 8H 9H 10H JH | 10
# exact melds leave the fourth seven, larger melds take it
contract-rummy | 1 | 7H 7D 7S 7S 9H 9C 9D KS | 9H 9C 9D + 7H 7S 7D | 17
contract-rummy melds-may-exceed-minimum | 1 | 7H 7D 7S 7C 9H 9C 9D KS | 7H 7D 7S 7C + 9H 9C 9D | 10
# the whole hand in runs that may be longer
contract-rummy | 7 | 2..6H 7..10S J..AD | 2..6H + 7..10S + J..AD | 0
# the whole hand but one card, which is discarded
carioca | 7 | 2..5H 7..10S J..AD 6C | 2..5H + 7..10S + J..AD | 6
king-rummy | 4 | 7H 7D 7S 9H 9C 9D 2C 3C 4C 5C KS | 7H 7D 7S + 9H 9C 9D + 2C 3C 4C 5C | 10
# a run round the corner
carioca-chile | 2 | QH KH AH 2H 5C 5D 5S 9D | QH KH AH 2H + 5C 5D 5S | 9
carioca-chile | 9 | AH 2..9H JK J..KH | AH 2..9H JK J..KH | 0
# at most one joker in each meld
shanghai-rummy | 1 | 7H 7D JK 9H 9C JK KS 2C | 7H 7D JK + 9H 9C JK | 15
# at most half of a meld wild; red aces are wild, and a trio may be all wild
continental-rummy | 2 | 7H 8H AD JK 5C 5D AH 9D | 7H 8H AH JK + 5C 5D AD | 5
continental-rummy | 1 | JK AH AD 5C 5D 5S KS | JK AH AD + 5C 5D 5S | 10
# one run in each suit
shanghai-rummy-powe | 3 | 3H 4H 5H 6H 8S 9S 10S JS KC 2D | 3H 4H 5H 6H + 8S 9S 10S JS | 15
# at least one card apart
contract-rummy-eight | 3 | 3H 4H 5H 6H 8H 9H 10H JH KC | 3H 4H 5H 6H + 8H 9H 10H JH | 10
# twos are wild, and a two may be a two in a run
progressive-rummy | 4 | AH 2H 3H 4H 7S 8S 2C 10S KC | AH 2H 3H 4H + 7S 8S 2C 10S | 10
progressive-rummy | 14 | 9H 9C 9D 9S 9H 3..6S 2D KC KD | 9H 9C 9D 9S 9H + 3..6S 2D + KC KD | 0
# a pure set: three suits and no joker
telefunken | 1 | 7H 7H 7D 7S JK KC | 7H 7D 7S | 32
telefunken-ecuador | 2 | 7H 7D 7S 9H 9C JK KC | 7H 7D 7S + 9H 9C JK | 10
# wild aces; the natural card
hollywood-rummy | 1 | 7H AD AS 9H 9C AH KC | 7H AD AH + 9H 9C AS | 0
# sets in different suits
push-rummy | 1 | 7H 7H 7D 7S 9H 9C 9D | 7H 7D 7S + 9H 9C 9D | 5
# two aces as the pair
deuces-wild-rummy rounds-10 | 1 | AH AC KH KC KD 9S 9D | KH KC KD + AH AC | 18
# wild ranks of the deal don’t count as contract
crummy-rummy | 1 | 7H 7D 2S 9H 9C 9D 4S | 7H 7D 2S + 9H 9C 9D | 0
# the dirty run has any suits, the colour run one colour, the clown run colours in turn
carioca-chile extra-dirty-run | 10 | AH 2H 3C 4S 5D 6H 7C 8C 9S 10D JD QC KS | all | 0
carioca-chile extra-dirty-run | 10 | AH 2H 3C 4S 5D 6H JK 8C 9S 10D JD QC KS | all | 0
carioca-chile extra-colour-run | 10 | AS 2S 3C 4S 5C 6C 7C 8S 9S 10C JC QC KS | all | 0
carioca-chile extra-colour-run | 10 | AH 2D 3D 4H 5H 6D 7D 8H JK 10H JD QH KD | all | 0
carioca-chile extra-clown-run | 10 | AH 2S 3D 4C 5H 6S 7D 8C 9H 10S JD QC KH | all | 0
carioca-chile extra-clown-run | 10 | AC 2D 3S 4H 5C 6D 7S 8H 9C 10D JS QH JK | all | 0
# a red two is a two again in its own place, so the one joker of the run may be another card
carioca-chile red-twos-wild | 2 | AD 2D 3D JK 9H 9C 9S KC | AD 2D 3D JK + 9H 9C 9S | 10
carioca-chile red-twos-wild | 1 | 2H 2C JK 9H 9C 9S KC | 2H 2C JK + 9H 9C 9S | 10
# a set and a run of seven or ten; three runs of five
crummy-rummy | 5 | 7H 7D 7S 3..9C KD | 7H 7D 7S + 3..9C | 0
shanghai-rummy-kolsov | 8 | 7H 7D 7S 2..6C JK 8..JC KD | 7H 7D 7S + 2..6C JK 8..JC | 10
shanghai-rummy-kolsov | 10 | 2..6C 4..8H 9..KS 3D | 2..6C + 4..8H + 9..KS | 5
# two runs of one suit that overlap, and none that is longer than the contract
may-i | 3 | 5..9H 7..10H KC | 5..9H + 7..10H | 10
# a Rook is wild, and ranks go up to 14
toonerville-rook | 2 | 11H 12H 13H 14H 5S 5D Rook 3C | 11H 12H 13H 14H + 5S 5D Rook | 0
"""

LACKING = """
contract-rummy | 3 | 3H 4H 5H 6H 9S 10S JS 2D 4D 5D KC | 1 | 3D 8S QS JK
contract-rummy | 3 | 3H 4H 5H 6H 7H 8H 9H 10H KC | 1 | 2H JH 6H 7H JK
contract-rummy no-jokers | 3 | 3H 4H 5H 6H 9S 10S QS KC | 1 | JS
contract-rummy | 1 | 7H 7D 7S 9H 9D KC | 1 | 9 JK
contract-rummy | 1 | 7H 7D 7S 9H KC | 2 |
shanghai-rummy | 1 | 7H 7D 7S 8D JK JK KC | 1 | 8 K
shanghai-rummy | 2 | JH QH KH 10S 5C 5D 5S | 1 | 10H AH JK
shanghai-rummy | 3 | JH QH KH AH 3C 4C 5C 9H | 1 | 2C 6C JK
shanghai-rummy | 1 | 8H 8D 8S 8C 8H 8D KC | 2 |
contract-rummy | 1 | 2H 5D 8S JC KS | 4 |
telefunken | 1 | 7H 7D 7H JK KC | 1 | 7S 7C
# three sets of four, and five of three
progressive-rummy | 11 | 4H 4D 4S 4C 6H 6D 6S 6C 8H 8D 8S KC | 1 | 8 2 JK
progressive-rummy | 13 | 4H 4D 4S 6H 6D 6S 8H 8D 8S 10H 10D 10S QH QD KC | 1 | Q 2 JK
# a second joker would be one too many, so the seven of any suit or the four of one colour
carioca-chile extra-dirty-run | 10 | AH 2H 3C 4S 5D 6H JK 8C 9S 10D JD QC 2D | 1 | 7 K
carioca-chile extra-colour-run | 10 | AH 2D 3D 5H 6D 7D 8H 9D 10H JD QH KD 9C | 1 | 4H 4D JK
carioca-chile extra-clown-run | 10 | AH 2S 3D 4C 5H 6S 7D 8C 9H 10S JD QC QS | 1 | KH KD JK
carioca-chile red-twos-wild | 1 | 2H JK 7S 9H 9C 9S KC | 1 | 2S 2C 2D 2H 7 K
telefunken-ecuador | 3 | 7H 7D 7S JK KC | 1 | 7
"""

ARRANGED = """
rummy | 1 | AH 2H 3H QS KS AS 9C 9D 9S KC | AH 2H 3H + 9C 9D 9S | 31
rummy aces-high-or-low | 1 | AH 2H 3H QS KS AS 9C 9D 9S KC | QS KS AS + AH 2H 3H + 9C 9D 9S | 10
# a long run is one meld, also round the corner
rummy | 1 | 3..9H KS KC | 3..9H | 20
rummy round-the-corner-aces | 1 | QH KH A..4H 9D | QH KH A..4H | 9
rummy round-the-corner-aces | 1 | KH AH 2H 5C 5D 5S 9D | KH AH 2H + 5C 5D 5S | 9
# a card is in one meld only: the run takes 24 points, the set 21
gin-rummy | 1 | 7H 7D 7S 8S 9S KC QD 2C 3H AC | 7S 8S 9S | 40
# all different suits, even with two packs
rummy-500 | 1 | 7H 7H 7D 9C 2S | | 32
# at most one joker in a meld
chinchon jokers | 1 | 4H 4D Joker Joker 6S 7C | 4H 4D Joker | 38
# cards of the wild rank stand for any card, alone as well
three-thirteen | 1 | 3H 3D 3S | 3H 3D 3S | 0
three-thirteen | 2 | QH KH AH 9D | | 30
pay-me | 3 | 9H JK JH 5C KS KD | 9H JK JH + KS KD 5C | 0
"""

VERDICTS = """
contract-rummy | 1 | 7H 7D 7S |
contract-rummy | 1 | 7H 7D | set-size
contract-rummy | 1 | 7H 7D 8S | neither
contract-rummy | 2 | 3H 4H 5H | run-size
# runs of four with high aces, at most half of them wild
crummy-rummy | 2 | 3H 4H 5H | run-size
crummy-rummy | 2 | JH QH KH AH |
crummy-rummy | 2 | AH 2S 3H 4H | aces
crummy-rummy | 2 | 5H JK 2S 8H |
crummy-rummy | 1 | 7H JK 2S | most-wild
crummy-rummy | 1 | JK 2S 2H | natural
crummy-rummy-five | 2 | 3H 4H 5H | run-size
crummy-rummy-five | 2 | A..4H |
crummy-rummy-five | 2 | 7H JK JK |
crummy-rummy-five wilds-at-most-half | 2 | 7H JK JK | most-wild
6-7-8-9-10 | 2 | 10H JH 2S KH |
6-7-8-9-10 | 2 | AH 2S 3H 4H | aces
contract-rummy | 2 | 3H 4H 5S 6H | run-suits
contract-rummy | 2 | 3H 4H 6H 7H | run-order
contract-rummy | 2 | QH KH AH 2H | aces
carioca-chile | 2 | QH KH AH 2H |
shanghai-rummy | 2 | AH 2H 3H 4H | aces
hollywood-rummy | 1 | AH AD AS | natural
contract-rummy | 1 | JK JK JK | natural
continental-rummy | 1 | JK JK JK |
continental-rummy | 1 | 7H JK JK | most-wild
shanghai-rummy | 1 | 7H JK JK | most-wild
pay-me wilds-at-most-half | 5 | KH KD 7S 7D |
progressive-rummy | 4 | JK JK JK JK | natural
progressive-rummy | 4 | 2H 2D JK JK |
progressive-rummy | 4 | AH 2H JK JK |
push-rummy | 1 | 7H 7H 7D | set-suits
carioca-chile extra-dirty-run | 10 | AH 2C 3D 4S 5H 6C 7D 8S 9H 10C JD QS KH |
carioca-chile extra-dirty-run | 10 | AH 2C 3D 4S 5H 6C 7D 8S 9H 10C JD QS QH | run-order
carioca-chile extra-colour-run | 10 | AH 2D 3D 4H 5H 6D 7D 8H 9H 10H JD QH KS | run-colours
carioca-chile extra-clown-run | 10 | AH 2S 3D 4C 5H 6S 7D 8C 9H 10S JC QC KH | run-colours
carioca-chile extra-clown-run | 10 | AH 2S 3D 4C 5H 6S 7D 8C 9H 10S JK JK KH | most-wild
rummy-500 | 1 | 7H 7D 7S 7C JK | set-largest
rummy jokers-wild | 1 | 7H 7D 7S 7C JK |
continental-rummy | 2 | 2..KS AS JK | run-longest
three-thirteen | 4 | 6H 6D 6S |
canasta | 1 | 3S 3C 3C | never
canasta | 1 | KH KD JK 2S |
canasta | 1 | KH JK 2S | natural
canasta | 1 | KH KD JK JK 2S 2H | most-wild
"""

CONTRACTS = """
contract-rummy | 3 | 3H 4H 5H 6H + 7H 8H 9H 10H | touching
contract-rummy | 3 | 3H 4H 5H 6H + 5H 6H 7H 8H |
contract-rummy-eight | 3 | 3H 4H 5H 6H + 5H 6H 7H 8H | touching
shanghai-rummy-powe | 3 | 3H 4H 5H 6H + 9H 10H JH QH | touching
shanghai-rummy | 1 | 8H 8D 8S + 8C 8H 8D | same-rank
contract-rummy | 1 | 7H 7D 7S 7C + 9H 9D 9S | larger
contract-rummy | 1 | 7H 7D 7S | contract
contract-rummy | 1 | 7H 7D 7S + 3H 4H 5H 6H | contract
telefunken | 1 | 7H 7D 7H | pure
telefunken-ecuador | 4 | 7H 7D 7S JK + 9H 9D 9S JK | contract-wild
"""

# The first melds of a side or player with this total: the points that they count, and the least.
OPENINGS = """
# a team has one meld of a rank, with at most three wild cards
canasta | KH KH KD KS JK JK 2S 2H 2D 4H | 0 | KH KH KD KS JK JK 2S | 160 | 50
# a book has seven cards, and only another one can begin beside it
hand-and-foot | KH KH KD KS KH KD KC KC 4H 4D | 0 | KH KH KD KC KH KD KC | 70 | 50
hand-and-foot | KH KH KD KS KH KD KC KC KC KS 4H 4D | 0 | KH KH KD KS KH KD KC + KC KC KS | 100 | 50
# samba has runs, without wild cards
canasta samba | 3S 4H 5H 6H KH KD KS 2S JK | 0 | 4H 5H 6H + KH KD KS JK 2S | 115 | 50
# at least two natural cards for each wild one
hand-and-foot | KH KD KS 2S JK 4H | 0 | KH KD KS JK | 80 | 50
# three queens and 3 4 5 are 42; an ace is 1 in A 2 3; a joker is what it stands for, here a jack
romme | QH QD QS 3H 4H 5H 9C 2D 8S | 0 | QH QD QS + 3H 4H 5H | 42 | 40
romme | AH 2H 3H 10H 10D 10S 9C | 0 | AH 2H 3H + 10H 10D 10S | 36 | 40
romme opening-30 | AH 2H 3H 10H 10D 10S 9C | 0 | AH 2H 3H + 10H 10D 10S | 36 | 30
romme | 9H 10H JK 4S 4D 4C 2C | 0 | 9H 10H JK + 4S 4D 4C | 41 | 40
# the joker leaves the ace and the queen, because it has to make 10 10 JK for 40 points
romme | AH 2H 3H 4H 10D 10S JK 3S 9C | 0 | AH 2H 3H 4H + 10D 10S JK | 40 | 40
# going out at once needs no minimum
romme | 5H 6H 7H 8H | 0 | 5H 6H 7H 8H | 26 | 40
"""

# A turn: the game, the deal, the melds on the table (``JK=4H`` is a joker that stands for a four),
# the hand with the card drawn, and the points left after the discard; none if nothing can be done.
# With a table, the player is down, unless the table begins with ``new``.
TURNS = """
# a joker moves only within its run: it goes below the three, and the seven is laid off
carioca | 2 | 3H JK=4H 5H 6H | 4H 7H KS 9C | 9
carioca | 2 | 3H JK=4H 5H 6H | 4H KS KD 9C | 19
# cards are laid off at an end before it moves there
carioca | 2 | 3H JK=4H 5H 6H | 2H 4H 7H KS 9C | 9
central-american-loba | 2 | 4H 5H 6H JK=7H | 7H 8H KS 9C | 9
# two jokers of a run move one after the other: below the three and above the seven
carioca-chile joker-movable | 2 | 3H JK=4H 5H 6H JK=7H | 4H 7H KS 9C | 9
# a joker from the hand can't lie beside another one either
carioca-chile | 2 | 3H 4H 5H JK=6H | JK KS 9C | 9
carioca-chile | 2 | JK=3H 4H 5H JK=6H | JK KS 9C | none
# it can't move beside another joker, so it goes to the other end; without the house rule, it stays
carioca-chile joker-movable | 2 | 3H JK=4H 5H 6H JK=7H | 4H KS 9C | 9
carioca-chile | 2 | 3H JK=4H 5H 6H JK=7H | 4H KS 9C | none
# at an end of a run, a joker moves outwards when its card is inserted; in the middle, it is fixed
central-american-loba | 2 | JK=4H 5H 6H 7H | 4H KS 9C | 9
central-american-loba | 2 | 4H 5H 6H JK=7H | 3H 7H KS 9C | 9
central-american-loba | 2 | 4H JK=5H 6H 7H | 5H KS 9C | none
# two cards of the rank free a joker from a set; one can only be laid off
telefunken | 2 | 7H 7D JK=7 | 7S 7C KS KD 9C | 0
telefunken | 2 | 7H 7D JK=7 | 7S KS KD 9C | 19
# only a joker at an end of a run can be freed
telefunken | 2 | JK=3H 4H 5H 6H | 3H KS KD 9C | 0
telefunken | 2 | 3H JK=4H 5H 6H | 4H KS KD 9C | none
# a player's own sets grow only from the next turn on
telefunken | 3 | | 7H 7D 7S 7C 7H KS | 7
telefunken | 4 | | 7H 7D 7S 7C 7H 9H 9D 9S 9C KS | 7
# the tens, the sixes with the joker, both cards laid off, and the ace discarded: the jack is left
telefunken | 1 | new 4S 4H 4D + KS KH KD | 10D 10S 10H JK 4C JD 6D 6C KC AH | 10
# nobody goes out by discarding: with one card left, it could only be laid off
shanghai-rummy-powe | 1 | | 7H 7D 7S 9H 9C 9D KS | none
shanghai-rummy-powe | 1 | | 7H 7D 7S 9H 9C 9D KS 2C | 5
shanghai-rummy-powe | 1 | | 7H 7D 7S 7C 9H 9C 9D | 0
shanghai-rummy-powe | 1 | | 7H 7D 7S 7C 9H 9C 9D KS | 5
shanghai-rummy-powe | 2 | 4H 5H 6H 7H | 8H KS | none
shanghai-rummy-powe | 2 | 4H 5H 6H 7H | 8H 9H | 0
shanghai-rummy-powe | 2 | 4H 5H 6H 7H | 8H KS 2C | 5
# one meld in a turn: the sevens, not the run
rummy | 1 | | 7H 7D 7S 3C 4C 5C KS QS | 22
rummy multiple-melds | 1 | | 7H 7D 7S 3C 4C 5C KS QS | 10
block-rummy | 1 | | 3C 4C 5C 6C 9H 9D 9S KS | 18
# first melds of 40 points, then cards are laid off; fewer only if the player goes out at once
romme | 1 | new 4H 5H 6H | 7H QH QD QS 9C 2D | none
romme | 1 | new 4H 5H 6H | 7H QH QD QS 9H 9D 9S 2D KD | 2
romme | 1 | new 4H 5H 6H | 7H QH QD QS 2D | 0
romme no-minimum | 1 | new 4H 5H 6H | 7H QH QD QS 9C 2D | 2
# a pair is a set of two, so cards are laid off on it
progressive-rummy | 14 | 9H 9D | 9S KS 4C | 5
# with the house rule, only a player who melds, or has melded before, lays off
rummy | 1 | new 4H 5H 6H | 7H KS 9C | 9
rummy meld-before-lay-off | 1 | new 4H 5H 6H | 7H KS 9C | none
rummy meld-before-lay-off | 1 | 4H 5H 6H | 7H KS 9C | 9
rummy meld-before-lay-off | 1 | new 4H 5H 6H | 7H QD QC QS KS 9C | 9
# two jacks and two queens can be laid off, but without another meld the jacks have to go down first
rummy meld-before-lay-off | 1 | 8H 9H 10H + 8S 9S 10S | JH QH JS QS JD 2C | 2
rummy meld-before-lay-off | 1 | new 8H 9H 10H + 8S 9S 10S | JH QH JS QS JD 2C | 12
"""
