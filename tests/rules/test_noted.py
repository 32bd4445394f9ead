"""Score sheet columns in addition to points, and their content after a deal."""

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.schemes import scheme_of
from rules.engine.schemes.base import SheetColumn
from tests.rows import each_row
from tests.rules.scored import report, score_deal
from tests.rules.transcript import entry_texts, keys_of, load_transcripts, table_of

VARIANTS = catalogue().variants
TRANSCRIPTS = load_transcripts()
NAMES = ("Ann", "Bob", "Cai", "Dee")
TWO, THREE = NAMES[:2], NAMES[:3]
AC, BD = "Ann & Cai", "Bob & Dee"
NO_BAGS = {f"scoring.figures.{figure}": 0 for figure in ("bag", "bags", "bags_cost")}


def rules(slug, *options):
    return catalogue().variant(slug).ruleset(dict.fromkeys(options, True))


def places(slug, *options, players=None):
    """Return a sheet’s columns as (label, per, longest)."""
    ruleset = rules(slug, *options)
    paper = scheme_of(ruleset, players or ruleset.players.counts[0]).paper
    return [(noted.label, noted.scope, noted.longest) for noted in paper.sheet_columns]


def noted(slug, entry, *options, names=NAMES, number=1):
    """Return the texts on the sheet after a deal with this entry.

    The keys are labels, or pairs of a label and a side’s name.
    """
    ruleset = rules(slug, *options)
    table = table_of(ruleset, names, names[0])
    dealt, paper = ruleset.deal(number), scheme_of(ruleset, len(names)).paper
    read = report(ruleset, number, table, entry_texts(entry, keys_of(table)))
    score_deal(ruleset, number, read, accept_warnings=True)
    labels = {each.id: each.label for each in paper.sheet_columns}
    return {
        (labels[noted_id], table.name(side)) if side else labels[noted_id]: text
        for (noted_id, side), text in paper.column_texts(dealt, read).items()
    }


def each(label, names, texts):
    """Return the texts that aren’t blank. Their keys are pairs of this label and a side’s name."""
    return {(label, name): text for name, text in zip(names, texts, strict=True) if text}


# Euchre


def test_euchre_has_makers_alone_and_tricks():
    assert places("euchre") == [
        ("Makers", "deal", ""),
        ("Alone", "deal", ""),
        ("Tricks", "deal", "5"),
    ]
    assert places("euchre-cutthroat") == [("Makers", "deal", ""), ("Tricks", "deal", "5")]


@each_row
def test_a_hand_of_euchre(slug, names, entry, expected):
    assert noted(slug, entry, names=names) == expected


# Hearts


def test_the_hearts_family_has_the_moon_where_there_is_one():
    assert places("hearts") == [("Moon", "deal", "")]
    assert places("spot-hearts") == [("Moon", "deal", "")]
    assert places("black-maria") == []


@each_row
def test_a_hand_of_hearts(options, entry, expected):
    assert noted("hearts", entry, *options) == expected


def test_the_moon_of_spot_hearts_takes_every_point_in_hearts():
    entry = {"hearts": {"Cai": 99}, "queen": "Cai", "moon": "add"}

    assert noted("spot-hearts", entry) == {"Moon": "Cai"}


# Spades


def test_spades_has_bid_made_and_bags():
    assert places("spades") == [
        ("Bid", "side", "13+13"),
        ("Made", "side", "13+13"),
        ("Bags", "side", "13"),
    ]
    assert places("spades-solo") == [
        ("Bid", "side", "13"),
        ("Made", "side", "13"),
        ("Bags", "side", "13"),
    ]


def spades(bids, tricks, **more):
    entry = {
        "bid": {n: bid for n, bid in zip(NAMES, bids, strict=True) if bid is not None},
        "tricks": dict(zip(NAMES, tricks, strict=True)),
    }
    return entry | more


@pytest.mark.parametrize(
    ("options", "entry", "bid", "made", "bags"),
    [
        pytest.param(
            (),
            spades((4, 2, 3, 2), (5, 2, 4, 2)),
            ("4+3", "2+2"),
            ("5+4", "2+2"),
            ("2", ""),
            id="two-bags",
        ),
        pytest.param(
            (),
            spades((3, 4, 2, 4), (2, 5, 2, 4)),
            ("3+2", "4+4"),
            ("2+2", "5+4"),
            ("", "1"),
            id="failed-bid-has-no-bags",
        ),
        pytest.param(
            (),
            spades((0, 3, 4, 4), (2, 3, 4, 4)),
            ("0+4", "3+4"),
            ("2+4", "3+4"),
            ("2", ""),
            id="tricks-of-a-failed-nil-are-bags",
        ),
        pytest.param(
            ("failed-nil-counts",),
            spades((0, 3, 6, 3), (1, 4, 5, 3)),
            ("0+6", "3+3"),
            ("1+5", "4+3"),
            ("", "1"),
            id="tricks-of-a-failed-nil-help",
        ),
        pytest.param(
            (),
            spades((None, 3, 6, 4), (0, 3, 6, 4), **{"blind-nil": {"Ann": True}}),
            ("0b+6", "3+4"),
            ("0+6", "3+4"),
            ("", ""),
            id="blind-nil-ticked-alone",
        ),
        pytest.param(
            ("blind-doubles",),
            spades((4, 0, 2, 5), (4, 0, 4, 5), blind={AC: True, BD: True}),
            ("4b+2b", "0+5b"),
            ("4+4", "0+5"),
            ("2", ""),
            id="contracts-bid-blind",
        ),
        pytest.param(
            ("blind-seven-140",),
            spades((0, 3, 7, 3), (0, 3, 7, 3), **{"blind": {AC: True}, "blind-nil": {"Ann": True}}),
            ("0b+7b", "3+3"),
            ("0+7", "3+3"),
            ("", ""),
            id="blind-nil-beside-a-blind-seven",
        ),
    ],
)
def test_a_hand_of_spades(options, entry, bid, made, bags):
    assert noted("spades", entry, *options) == (
        each("Bid", (AC, BD), bid) | each("Made", (AC, BD), made) | each("Bags", (AC, BD), bags)
    )


def test_the_sheet_says_what_the_sign_for_a_blind_bid_means():
    def signs(slug, *options):
        return scheme_of(rules(slug, *options), 4).paper.legend

    assert signs("spades") == (("b", "bid blind"),)
    assert signs("spades", "no-blind-nil") == ()
    assert signs("spades", "no-blind-nil", "blind-doubles") == (("b", "bid blind"),)
    assert places("spades", "blind-doubles")[0] == ("Bid", "side", "13b+13b")
    assert signs("hearts") == ()


def test_a_hand_of_spades_without_partners():
    entry = spades((4, 3, 3, 2), (5, 2, 3, 3))

    assert noted("spades-solo", entry) == (
        each("Bid", NAMES, "4332")
        | each("Made", NAMES, "5233")
        | each("Bags", NAMES, ("1", "", "", "1"))
    )


def test_spades_in_which_bags_count_nothing_has_no_place_for_them():
    ruleset = catalogue().variant("spades").ruleset(None, NO_BAGS)
    table = table_of(ruleset, NAMES, "Ann")
    texts = entry_texts(spades((4, 2, 3, 2), (5, 2, 4, 2)), keys_of(table))
    paper = scheme_of(ruleset, 4).paper
    notes = paper.column_texts(ruleset.deal(1), report(ruleset, 1, table, texts))

    assert [noted.id for noted in paper.sheet_columns] == ["bid", "tricks"]
    assert {noted_id for noted_id, _ in notes} == {"bid", "tricks"}


# Skat


def test_an_overbid_game_of_skat_is_not_noted_as_made():
    made = {"declarer": "Ann", "game": "hearts", "matadors": 1, "result": "made"}

    # Hearts with one are worth 20, which a bid of 23 needs to reach.
    assert noted("skat", made | {"bid": 20}, names=NAMES[:3])["Result"] == "Made"
    assert noted("skat", made | {"bid": 23}, names=NAMES[:3])["Result"] == "Overbid"


def test_a_sheet_of_skat_says_what_the_value_comes_from():
    grand = {"declarer": "Ann", "game": "grand", "matadors": 4, "result": "schneider"}
    announced = grand | {"hand": True, "announced": "schneider"}

    told = noted("skat", announced, names=NAMES[:3])
    assert (told["Game"], told["Result"]) == ("Grand hand", "Schneider, ann.")
    assert noted("skat", grand, names=NAMES[:3])["Game"] == "Grand"
    assert noted("skat", {"passed": True}, names=NAMES[:3])["Result"] == "Thrown in"


# Bids


def test_exact_bids_have_bid_and_made():
    assert places("oh-hell", players=3) == [("Bid", "side", "17"), ("Made", "side", "17")]
    assert places("wizard-style", players=6) == [("Bid", "side", "10"), ("Made", "side", "10")]


def test_a_hand_of_exact_bids():
    entry = {
        "bid": dict(zip(THREE, (0, 1, 1), strict=True)),
        "tricks": dict(zip(THREE, (0, 1, 0), strict=True)),
    }

    assert noted("wizard-style", entry, names=THREE) == (
        each("Bid", THREE, "011") | each("Made", THREE, "010")
    )


# Contracts


def test_five_hundred_has_bidders_bid_and_tricks():
    assert places("five-hundred") == [
        ("Bidders", "deal", ""),
        ("Bid", "deal", "10 diamonds"),
        ("Tricks", "deal", "10"),
    ]
    assert places("five-hundred", "three-handed") == [
        ("Bidders", "deal", ""),
        ("Bid", "deal", "10 diamonds"),
        ("Tricks", "side", "10"),
    ]


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        pytest.param(
            {"bidders": AC, "bid": "8-hearts", "tricks": 9},
            {"Bidders": AC, "Bid": "8 hearts", "Tricks": "9"},
            id="made",
        ),
        pytest.param(
            {"bidders": BD, "bid": "open-misere", "tricks": 1},
            {"Bidders": BD, "Bid": "Open misère", "Tricks": "1"},
            id="failed-misere",
        ),
        pytest.param({"thrown-in": True}, {}, id="thrown-in"),
    ],
)
def test_a_hand_of_five_hundred(entry, expected):
    assert noted("five-hundred", entry) == expected


def test_three_at_five_hundred_have_tricks_each():
    tricks = dict(zip(THREE, (2, 7, 1), strict=True))
    entry = {"bidders": "Bob", "bid": "7-no-trump", "tricks": tricks}

    assert noted("five-hundred", entry, "three-handed", names=THREE) == {
        "Bidders": "Bob",
        "Bid": "7 no trump",
    } | each("Tricks", THREE, "271")


# Pitch


def test_pitch_has_pitcher_and_bid():
    assert places("pitch") == [("Pitcher", "deal", ""), ("Bid", "deal", "Smudge")]
    assert places("pitch", "ten-point") == [("Pitcher", "deal", ""), ("Bid", "deal", "10")]


@pytest.mark.parametrize(
    ("bid", "text"), [pytest.param("3", "3", id="3"), pytest.param("smudge", "Smudge", id="smudge")]
)
def test_a_hand_of_pitch(bid, text):
    entry = {"pitcher": BD, "bid": bid, "high": BD, "low": AC, "game": BD}

    assert noted("pitch", entry) == {"Pitcher": BD, "Bid": text}


# Gin


def test_gin_has_how_it_ended_and_who_knocked():
    assert places("gin-rummy") == [("Ended", "deal", "knock"), ("Knocked", "deal", "")]
    assert places("gin-rummy", "big-gin-31") == [
        ("Ended", "deal", "big gin"),
        ("Knocked", "deal", ""),
    ]
    assert places("gin-rummy", "straight-gin") == [("Gin", "deal", "")]


@each_row
def test_a_hand_of_gin(options, entry, expected):
    assert noted("gin-rummy", entry, *options, names=TWO) == expected


# Indian rummy


@pytest.mark.parametrize(
    ("wild", "expected"),
    [
        pytest.param({"wild": "K"}, {"Wild": "king"}, id="rank"),
        pytest.param({"wild": "Joker"}, {"Wild": "printed joker"}, id="printed-joker"),
        pytest.param({}, {}, id="not-said"),
    ],
)
def test_a_deal_of_indian_rummy(wild, expected):
    entry = {"declared": "Ann", "left-points": {"Bob": 20, "Cai": 31}} | wild

    assert places("indian-rummy") == [("Wild", "deal", "printed joker")]
    assert noted("indian-rummy", entry, names=THREE) == expected


# Quotas and other counts


def test_quotas_have_tricks():
    entry = {"tricks": dict(zip(THREE, (10, 3, 3), strict=True))}

    assert places("sergeant-major", players=3) == [("Tricks", "side", "16")]
    assert noted("sergeant-major", entry, names=THREE) == each("Tricks", THREE, ("10", "3", "3"))


def test_whist_has_tricks_and_honours():
    entry = {"tricks": {AC: 9, BD: 4}, "honours": {AC: 3}}

    assert places("whist") == [("Tricks", "side", "13"), ("Honours", "side", "4")]
    assert places("whist", "no-honours") == [("Tricks", "side", "13")]
    assert noted("whist", entry) == each("Tricks", (AC, BD), "94") | {("Honours", AC): "3"}


def test_a_stock_pile_is_counted():
    entry = {"won": "Bob", "stock": {"Ann": 12, "Cai": 3}}

    assert places("skip-stock") == [("Cards", "side", "30")]
    assert noted("skip-stock", entry, names=THREE) == {
        ("Cards", "Ann"): "12",
        ("Cards", "Cai"): "3",
    }


def test_pinochle_has_the_bid_melds_and_tricks():
    made = {"made": AC, "meld": {AC: "150+40", BD: 60}, "tricks": {AC: 130, BD: 120}}
    missed = {"missed": AC, "bid": 300, "meld": {BD: 60}, "tricks": {BD: 170}}

    assert places("pinochle") == [
        ("Bid", "deal", "1000"),
        ("Meld", "side", "1000"),
        ("Tricks", "side", "250"),
    ]
    assert [longest for _, _, longest in places("pinochle", "double-deck")] == ["500", "500", "50"]
    assert noted("pinochle", made) == {
        ("Meld", AC): "190",
        ("Meld", BD): "60",
        ("Tricks", AC): "130",
        ("Tricks", BD): "120",
    }
    assert noted("pinochle", missed) == {"Bid": "300", ("Meld", BD): "60", ("Tricks", BD): "170"}


@pytest.mark.parametrize(
    "slug", ["canasta", "hand-and-foot", "farkle", "any-game", "cribbage", "golf"]
)
def test_games_of_many_numbers_or_none_besides_the_points_have_no_place(slug):
    assert places(slug) == []


# Phases


def test_phases_have_a_tick():
    entry = {
        "out": "Ann",
        "phase": {"Ann": True, "Cai": True},
        "left-points": {"Bob": 95, "Cai": 10},
    }

    assert places("phase-rummy") == [("Phase", "side", "10")]
    assert places("12-step-rummy") == [("Step", "side", "12")]
    assert noted("phase-rummy", entry, names=THREE) == each("Phase", THREE, ("×", "", "×"))


def test_a_deal_in_which_nobody_made_a_phase():
    entry = {"ran-out": True, "left-points": {"Ann": 90, "Bob": 95}}

    assert noted("phase-rummy", entry, names=TWO) == {}


# The kitty


def test_a_kitty_is_for_games_in_which_takes_are_paid_for():
    assert places("progressive-rummy", players=3) == [("Kitty", "deal", "6")]
    assert places("progressive-rummy", players=5) == [("Kitty", "deal", "10")]
    assert places("contract-rummy") == []


@pytest.mark.parametrize(
    ("takes", "expected"),
    [
        pytest.param({"Ann": 2, "Bob": 1, "Cai": 0}, {"Kitty": "3"}, id="three-pennies"),
        pytest.param({}, {}, id="nothing-said"),
    ],
)
def test_the_kitty_has_the_pennies_of_all(takes, expected):
    entry = {"out": "Ann", "left-points": {"Bob": 20, "Cai": 5}, "takes": takes}

    assert noted("progressive-rummy", entry, names=THREE, number=12) == expected


def test_the_kitty_stays_empty_where_takes_are_not_asked_for():
    ruleset = (
        catalogue().variant("progressive-rummy").ruleset(None, {"deals.*.takes": {"price": 1}})
    )
    table = table_of(ruleset, THREE, "Ann")
    texts = entry_texts({"out": "Ann", "left-points": {"Bob": 20, "Cai": 5}}, keys_of(table))
    paper = scheme_of(ruleset, 3).paper

    assert paper.sheet_columns == (SheetColumn("kitty", "Kitty", "deal", "90"),)
    assert paper.column_texts(ruleset.deal(1), report(ruleset, 1, table, texts)) == {}


# The complete catalogue


@pytest.mark.parametrize("slug", sorted(VARIANTS))
def test_few_columns_with_short_heads(slug):
    ruleset = VARIANTS[slug].standard
    for players in {ruleset.players.counts[0], ruleset.players.counts[-1]}:
        noted = scheme_of(ruleset, players).paper.sheet_columns
        ids = [each.id for each in noted]

        assert len(ids) <= 4
        assert len(ids) == len(set(ids))
        assert all(0 < len(each.label) <= 8 for each in noted)


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda transcript: transcript.name)
def test_whatever_was_played_has_its_place_and_is_no_longer_than_that(transcript):
    ruleset = transcript.rules
    paper = scheme_of(ruleset, len(transcript.players)).paper
    places = {each.id: each for each in paper.sheet_columns}
    for played in transcript.deals:
        table = transcript.table(played.dealer)
        entry = report(ruleset, played.number, table, played.texts(transcript.keys))
        notes = paper.column_texts(ruleset.deal(played.number), entry)

        for (noted_id, side), text in notes.items():
            place = places[noted_id]
            assert side in (("",) if place.scope == "deal" else table.keys)
            assert text
            assert not place.longest or len(text) <= len(place.longest)
