"""Tables of scores: which rows are rounds and which columns are players, and how numbers look."""

from datetime import date

import pytest

from scorekeeper.services.imports.grids import decoded, rows_of
from scorekeeper.services.imports.questions import Answers
from scorekeeper.services.imports.reading import FileError
from scorekeeper.services.imports.score_table import read_scores
from tests.rows import each_row
from tests.scorekeeper.generated_tables import tables

ANN_AND_BOB = [[10, 20], [5, 7]]
NOVEMBER = date(2026, 11, 27)


def read(text, known=(), **given):
    """Return the names, the points of each round, and the keys of the questions."""
    answers = Answers(given)
    table = read_scores(rows_of(text), known, answers)
    assert not table.problems
    return list(table.names), [list(row.points) for row in table.rounds], list(answers.questions)


def test_generated_tables_come_in_right_or_ask():
    right = asked = 0
    wrong = []
    for table in tables(200):
        names, rounds, questions = read(table.text)
        if questions:
            asked += 1
        elif (names, rounds) == (table.names, table.rounds):
            right += 1
        else:
            wrong.append(table.text)

    assert wrong == []
    assert right >= 195
    assert right + asked == 200


@pytest.mark.parametrize(
    "text",
    [
        "Round,Ann,Bob\n1,10,20\n2,5,7\nGrand total,15,27\n",
        "Runde;Ann;Bob\n1;10;20\n2;5;7\nErgebnis;15;27\nPlatz;2;1\nSieger;;Bob\n",
        "Round,Ann,Bob\n1,10,20\nSo far,10,20\n2,5,7\nIn all,15,27\n",
        "Ann,Bob\n10,20\n5,7\n15,27\n",
        "No.,Ann,Bob\n1,10,20\n2,5,7\n",
        "Rd,Ann,Bob\n1,10,20\n2,5,7\n",
        "Manche,Ann,Bob\n1,10,20\n2,5,7\n",
        "Datum,Ann,Bob\n31.05.2026,10,20\n1.6.2026,5,7\n",
        "Dag,Tid,Ann,Bob\n31 maj,20:15,10,20\n1 juni,20:40,5,7\n",
        "Geber,Ann,Bob\nAnn,10,20\nBob,5,7\n",
        "Round,Contratto,Ann,Bob\n1,due tris,10,20\n2,scala,5,7\n",
        "Ann,Bob,Total\n10,20,30\n5,7,12\n",
        "Ann,Ann total,Bob,Bob total\n10,10,20,20\n5,15,7,27\n",
        "Ann points,Ann total,Bob points,Bob total\n10,10,20,20\n5,15,7,27\n",
        "Ann;Bob\n10.0;20.0\n5.0;7.0\n",
        "Ann;Bob\n10,00;20,00\n5,00;7,00\n",
        "sep=;\nAnn;Bob\n10;20\n5;7\n",
        "Family night\n\nAnn,Bob\n10,20\n5,7\n",
        "Game;Hearts\nRound;Ann;Bob\n1;10;20\n2;5;7\n",
        "Name,1,2\nAnn,10,5\nBob,20,7\n",
        "Name,Round 1,Round 2,Sum\nAnn,10,5,15\nBob,20,7,27\n",
        "Ann,10,5\nBob,20,7\n",
        "Player,Round,Score\nAnn,1,10\nBob,1,20\nAnn,2,5\nBob,2,7\n",
        "Game,Player,Round,Score\n1,Ann,1,10\n1,Bob,1,20\n1,Ann,2,5\n1,Bob,2,7\n",
        "Player,Score\nAnn,10\nBob,20\nAnn,5\nBob,7\n",
        "| Ann | Bob |\n|-----|----:|\n| 10 | 20 |\n| **5** | 7 |\n",
        "Ann,Bob\n١٠,٢٠\n٥,٧\n",
        "Ann;Bob\n7+3;10+10\n10-5;7\n",
    ],
)
def test_a_table_is_read_as_its_owner_reads_it(text):
    assert read(text) == (["Ann", "Bob"], ANN_AND_BOB, [])


@pytest.mark.parametrize(
    "cell", ["1,250", "1.250", "1 250", "1'250", "1’250", "1\u00a0250", "1250.0"]
)
def test_thousands_are_recognised_by_what_the_table_shows(cell):
    assert read(f"Ann;Bob\n{cell};300\n40;5\n")[1] == [[1250, 300], [40, 5]]


def test_negative_numbers_and_blanks_have_many_forms():
    rows = "(5);5-\n−3;–4\nx;n/a\n-;10+5\n"

    assert read(f"Ann;Bob\n{rows}")[1] == [[-5, -5], [-3, -4], [0, 15]]


def test_a_delimiter_in_quotes_is_part_of_a_name():
    text = '"Smith, Ann";"Jones, Bob"\n10;20\n5;7\n'

    assert read(text) == (["Smith, Ann", "Jones, Bob"], ANN_AND_BOB, [])


@each_row
def test_what_a_table_leaves_open_is_asked(text, answer, likely, other):
    assert read(text)[1:] == (likely, list(answer))
    assert read(text, **answer)[1] == other


def test_a_row_for_each_score_without_rounds_is_refused():
    with pytest.raises(FileError, match="a column for each player and a row for each round"):
        read("Player,Score\nAnn,10\nBob,20\nAnn,5\nBob,7\nBob,1\n")


def test_people_of_the_group_are_players():
    text = "Ann,Bob\n1,10\n2,20\n3,5\n4,8\n"

    assert read(text, known=["ann"])[:2] == (["Ann", "Bob"], [[1, 10], [2, 20], [3, 5], [4, 8]])


@pytest.mark.parametrize(
    ("names", "encoding"),
    [
        ("Zoë,Jörg", "cp1252"),
        ("Zoë,Jörg", "mac_roman"),
        ("Łukasz,Žofie", "cp1250"),
        ("Łucja,Święta,Grażyna", "cp1250"),
        ("José,Núñez", "mac_roman"),
    ],
)
def test_names_in_other_encodings_keep_their_letters(names, encoding):
    answers = Answers()

    assert decoded(f"{names}\n1,2\n".encode(encoding), answers).startswith(names)
    assert not answers.questions


@pytest.mark.parametrize(
    ("names", "encoding"),
    [("花子,太郎", "shift_jis"), ("Jiří,Ann", "cp1250"), ("Søren,Åse", "cp1252")],
)
def test_names_that_could_be_others_are_asked(names, encoding):
    answers, content = Answers(), f"{names}\n1,2\n".encode(encoding)
    decoded(content, answers)

    assert encoding in dict(answers.questions["encoding"].answers)
    assert decoded(content, Answers({"encoding": encoding})).startswith(names)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Date,Ann,Bob\n2026-11-27,10,20\n2026-11-28,5,7\n", NOVEMBER),
        ("Datum;Ann;Bob\n27.11.2026;10;20\n28.11.2026;5;7\n", NOVEMBER),
        ("Datum;Ann;Bob\n27.11.26;10;20\n28.11.26;5;7\n", NOVEMBER),
        ("Date,Ann,Bob\n11/27/2026 20:15,10,20\n11/28/2026 1:05,5,7\n", NOVEMBER),
        ("Date,Ann,Bob\n27/11/2026,10,20\n1/12/2025,5,7\n", NOVEMBER),
        ("Date,Ann,Bob\n3/4/2026,10,20\n3/14/2026,5,7\n", date(2026, 3, 4)),  # no 14th month
        ("Ann,Bob,When\n10,20,27 Nov 2026\n5,7,28 Nov 2026\n", NOVEMBER),
        ('Ann,Bob,When\n10,20,\n5,7,"November 27, 2026"\n', NOVEMBER),
        ("Date;27.11.2026\nRound;Ann;Bob\n1;10;20\n2;5;7\n", NOVEMBER),
        (",2026-11-27,2026-11-28\nAnn,10,5\nBob,20,7\n", NOVEMBER),  # the rounds are in columns
        ("Date,Ann,Bob\n27.11.,10,20\n28.11.,5,7\n", None),
        ("Date,Ann,Bob\n27.11.2999,10,20\n28.11.2999,5,7\n", None),
        ("Date,Ann,Bob\n30.02.2026,10,20\n31.02.2026,5,7\n", None),
    ],
)
def test_the_first_date_in_a_table_is_the_day_of_its_game(text, day):
    answers = Answers()

    table = read_scores(rows_of(text), (), answers)

    assert [list(row.points) for row in table.rounds] == ANN_AND_BOB
    assert (table.day, list(answers.questions)) == (day, [])


@pytest.mark.parametrize(
    ("given", "day"),
    [({}, date(2026, 4, 3)), ({"date": "d"}, date(2026, 4, 3)), ({"date": "m"}, date(2026, 3, 4))],
)
def test_a_date_that_can_be_two_days_is_asked_about(given, day):
    answers = Answers(given)

    table = read_scores(rows_of("Date,Ann,Bob\n03/04/2026,1,2\n"), (), answers)

    assert table.day == day
    assert [(q.key, q.text, q.answers) for q in answers.questions.values()] == [
        ("date", "Which date is 03/04/2026?", [("d", "3 April 2026"), ("m", "4 March 2026")])
    ]
