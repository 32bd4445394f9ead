"""Indian rummy: the losers count their unmelded cards, or drop for a fixed penalty.

Scoring as described by Vasant Mali (Indian Rummy, pagat.com); rounding, the cap, the paplu and the
formats as in Indian Rummy by han-tyumi (naibi); pools as played online (RummyEra, GoRummy).
"""

from rules.engine.schemes.base import Scheme
from rules.engine.schemes.indian.figures import IndianFigures
from rules.engine.schemes.indian.points import IndianScoring
from rules.engine.schemes.indian.words import IndianPaper, IndianWords

SCHEME = Scheme("indian", IndianFigures, IndianScoring, IndianPaper, IndianWords, uses_past=True)
