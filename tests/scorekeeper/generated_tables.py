"""Tables of scores as people and programs write them, with the scores that they were made from."""

import random
from dataclasses import dataclass

NAMES = [
    *("Ann", "Bob", "Cai", "Dee", "Zoë", "Jörg", "Łukasz", "Żofia", "François", "Søren", "Ñuria"),
    *("Анна", "Борис", "Ελένη", "Νίκος", "花子", "太郎", "Grandma Jo", "J. R.", "Mr X", "O’Neil"),
]
# The header of the column that counts the rounds, and the label of the row of sums.
COUNTS = [
    *(
        "Round",
        "No.",
        "Rd",
        "#",
        "Manche",
        "Runde",
        "Ronda",
        "Ronde",
        "Giro",
        "Kolo",
        "Nr",
        "Раунд",
    ),
    *("Γύρος", "回", "Kierros", "Omgång", "Tur", "Kör", "Mão", "Partie", "Rodada", "سلسلة"),
]
SUMS = [
    *(
        "Total",
        "Grand total",
        "TOTAL:",
        "Sum",
        "Σ",
        "Gesamt",
        "Summe",
        "Endstand",
        "Totaal",
        "Suma",
    ),
    *(
        "Razem",
        "Celkem",
        "Totale",
        "Punti finali",
        "Somme",
        "Yhteensä",
        "Summa",
        "I alt",
        "Összesen",
    ),
    *("Итого", "Всего", "Σύνολο", "合計", "总分", "합계", "Toplam", "סך הכול", "المجموع", "Skupaj"),
    *("Final score", "=", "Kokku"),
]
DATES = ["Date", "Datum", "Fecha", "Data", "Päivä", "Дата", "日付"]
DEALERS = ["Dealer", "Geber", "Donneur", "Mazziere", "Deler", "Раздающий"]
CONTRACTS = ["Contract", "Spiel", "Contrat", "Contratto", "Contract NL"]
MINUS = ["-{}", "−{}", "–{}", "({})", "{}-"]
GROUPS = [",", ".", " ", "'", "’", "\u00a0"]
BLANKS = ["", "-", "–", "x", "n/a", "N/A", "."]
LAYOUTS = (
    *("plain", "plain sums", "numbered", "numbered", "numbered sums", "numbered sums", "words"),
    *("dates", "dates sums", "dealers", "contracts", "row sums", "running", "running sums"),
    *("subtotals", "turned", "turned sums", "long", "long running", "markdown", "markdown sums"),
    *("title", "excel", "unlabelled", "grouped"),
)


@dataclass(frozen=True)
class Generated:
    """A table, what it means, and how it was made."""

    text: str
    names: list[str]
    rounds: list[list[int]]
    layout: str


def tables(count, seed=31):
    """Return ``count`` tables. The same seed gives the same tables."""
    chance = random.Random(seed)
    return [_table(LAYOUTS[at % len(LAYOUTS)], chance) for at in range(count)]


def _table(layout, chance):
    names = chance.sample(NAMES, chance.randint(2, 6))
    size = chance.randint(4, 14)
    grouped = layout == "grouped"
    low, high = (100, 9000) if grouped else (-60, 160) if chance.random() < 0.5 else (0, 160)
    rounds = [[chance.randint(low, high) for _ in names] for _ in range(size)]
    written = _written(rounds, chance, grouped=grouped)
    kind, _, extra = layout.partition(" ")
    head, rows = _LAYOUTS.get(kind, _numbered)(names, rounds, written, chance)
    if (extra == "sums" and kind != "turned") or kind in ("markdown", "unlabelled"):
        rows.append(_row_of_sums(kind, head, names, rounds, chance))
    if kind in ("turned", "long"):
        head, rows = _arranged(kind, extra, names, rounds, written, chance)
    return Generated(_text(kind, head, rows, chance), names, rounds, layout)


def _written(rounds, chance, *, grouped):
    """Return the points as a program or a person writes them."""
    minus, style = chance.choice(MINUS), chance.choice(["plain", "places", "sums", "blank"])
    sign, blank = chance.choice(GROUPS), chance.choice(BLANKS)
    places = chance.choice([".0", ",0", ".00"])

    def write(points):
        text = str(abs(points))
        if grouped and len(text) > 3:
            text = f"{text[:-3]}{sign}{text[-3:]}"
        elif style == "places" and not grouped:
            text += places
        elif style == "sums" and points > 20 and not grouped:
            return f"{points - 7}+7"
        elif style == "blank" and not points:
            return blank
        return minus.format(text) if points < 0 else text

    return [[write(points) for points in row] for row in rounds]


def _plain(names, rounds, written, chance):
    return list(names), [list(row) for row in written]


def _numbered(names, rounds, written, chance):
    start, label = chance.choice([(1, "{}"), (1, "{}."), (1, "R{}"), (0, "{}"), (1, "Round {}")])
    rows = [[label.format(at), *row] for at, row in enumerate(written, start)]
    return [chance.choice([*COUNTS, ""]), *names], rows


def _words(names, rounds, written, chance):
    words = ["Kings", "Queens", "Hearts", "Last two", "Barbu", "Trumps", "Dominoes"]
    rows = [[f"{words[at % 7]} {at}", *row] for at, row in enumerate(written, 1)]
    return [chance.choice(CONTRACTS), *names], rows


def _dates(names, rounds, written, chance):
    label = chance.choice(
        ["2026-05-{:02}", "{:02}.05.2026", "5/{}/2026", "{} May 2026", "{:02}-05-26"]
    )
    rows = [[label.format(at), *row] for at, row in enumerate(written, 1)]
    return [chance.choice(DATES), *names], rows


def _dealers(names, rounds, written, chance):
    rows = [[str(at), names[at % len(names)], *row] for at, row in enumerate(written, 1)]
    return [chance.choice(COUNTS), chance.choice(DEALERS), *names], rows


def _contracts(names, rounds, written, chance):
    kinds = ["two sets of 3", "a run of 4", "Solo", "3NT", "misère"]
    rows = [[str(at), *row, chance.choice(kinds)] for at, row in enumerate(written, 1)]
    return [chance.choice(COUNTS), *names, chance.choice(CONTRACTS)], rows


def _row_sums(names, rounds, written, chance):
    head, rows = _numbered(names, rounds, written, chance)
    if len(names) == 2:
        return head, rows
    return [*head, chance.choice(SUMS)], [
        [*row, str(sum(points))] for row, points in zip(rows, rounds, strict=True)
    ]


def _running(names, rounds, written, chance):
    head, rows = _numbered(names, rounds, written, chance)
    word = chance.choice([name for name in SUMS if name.isalpha()]).lower()
    totals = [0] * len(names)
    filled = []
    for row, points in zip(rows, rounds, strict=True):
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        pairs = zip(row[1:], map(str, totals), strict=True)
        filled.append([row[0], *(cell for pair in pairs for cell in pair)])
    return [head[0], *(name for each in names for name in (each, f"{each} {word}"))], filled


def _subtotals(names, rounds, written, chance):
    head, rows = _numbered(names, rounds, written, chance)
    at, word = len(rows) // 2, chance.choice(SUMS)
    first, second = (list(map(sum, zip(*part, strict=True))) for part in (rounds[:at], rounds))
    return head, [
        *rows[:at],
        [word, *map(str, first)],
        *rows[at:],
        [chance.choice(SUMS), *map(str, second)],
    ]


_LAYOUTS = {
    "plain": _plain,
    "unlabelled": _plain,
    "words": _words,
    "dates": _dates,
    "dealers": _dealers,
    "contracts": _contracts,
    "row": _row_sums,
    "running": _running,
    "subtotals": _subtotals,
}


def _row_of_sums(kind, head, names, rounds, chance):
    totals = [str(sum(column)) for column in zip(*rounds, strict=True)]
    if kind == "running":
        totals = [cell for total in totals for cell in (total, "")]
    if kind == "row" and len(head) > len(names) + 1:
        totals.append(str(sum(map(sum, rounds))))
    label = [] if len(head) == len(totals) else [chance.choice(SUMS)]
    return [*label, *totals]


def _arranged(  # noqa: PLR0917 -- as for the other layouts
    kind, extra, names, rounds, written, chance
):
    if kind == "long":
        head = [chance.choice(COUNTS[:3]), chance.choice(["Player", "Spieler", "Joueur"]), "Points"]
        totals = [0] * len(names)
        rows = []
        for at, (row, points) in enumerate(zip(written, rounds, strict=True), 1):
            totals = [total + more for total, more in zip(totals, points, strict=True)]
            for name, cell, total in zip(names, row, totals, strict=True):
                rows.append([str(at), name, cell, *([str(total)] if extra else [])])
        return [*head, *(["Running"] if extra else [])], rows
    label = chance.choice(["{}", "R{}", "Round {}"])
    head = [chance.choice(["Player", "", "Name"]), *map(label.format, range(1, len(rounds) + 1))]
    rows = [[name, *cells] for name, *cells in zip(names, *written, strict=True)]
    if extra == "sums":
        head.append(chance.choice(SUMS))
        for row, column in zip(rows, zip(*rounds, strict=True), strict=True):
            row.append(str(sum(column)))
    return head, rows


def _text(kind, head, rows, chance):
    lines = [head, *rows]
    if kind == "markdown":
        rule = ["---"] * len(head)
        return "\n".join("| " + " | ".join(line) + " |" for line in (head, rule, *rows))
    separator = ";" if kind == "excel" else chance.choice(",;\t|")
    if separator == "|":
        separator = " | "
    quote = chance.random() < 0.3

    def cell(text):
        return f'"{text}"' if quote or separator in text else text

    end = chance.choice(["\n", "\r\n"])
    text = end.join(separator.join(map(cell, line)) for line in lines) + end
    if kind == "excel":
        return f"sep=;{end}{text}"
    if kind == "title":
        return f"Family night at the cabin{end}{end}{text}"
    return text
