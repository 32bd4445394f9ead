"""Indian rummy: the losers count what is not arranged, or have dropped at a fixed price.

Scoring as described by Vasant Mali (Indian Rummy, pagat.com); rounding, the cap, the paplu and the
formats as in han-tyumi's Indian Rummy (naibi); pools as the online tables play them (RummyEra,
GoRummy).
"""

from rules.engine.schemes.indian.checks import IndianChecks
from rules.engine.schemes.indian.figures import IndianFigures
from rules.engine.schemes.indian.words import IndianWords

__all__ = ["IndianFigures", "IndianScheme"]


class IndianScheme(IndianChecks, IndianWords):
    """Points for what the losers of a deal hold, charged to them or paid to the winner.

    In a pool a side that has come to the limit is out and reports nothing, unless it comes back.
    """

    name = "indian"
    Figures = IndianFigures
    achieved = "won the deal"
    uses_past = True
