"""Changing the house rules of a game in progress.

A preview shows the effect. Deals that have been entered are scored again. Rules that don’t fit the
game are rejected, and no data is lost.
"""

from uuid import uuid4

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.errors import CatalogueError
from rules.engine.reasons import texts_of
from rules.engine.schemes import SCHEMES
from scorekeeper.models import Change, Game, HouseRules, Round, Score, Side
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.log import log_page
from scorekeeper.queries.rules_preview import effect_of
from scorekeeper.services.house_rules import MisfitError, change_house_rules
from scorekeeper.services.players import set_dealer
from scorekeeper.services.rounds import redo, undo
from tests.factories import ChangeContextFactory, GameFactory, RoundFactory, fill
from tests.rules.transcript import load_transcripts
from tests.scorekeeper.pages import Page, get, notices, pad_of, problems, send, text_of
from tests.scorekeeper.test_bounds import EIGHT, queries
from tests.sheets.pdfs import squeezed
from tests.sheets.pdfs import text_of as printed

TRANSCRIPTS = load_transcripts()
JOKER_40 = {"option-joker-25": "", "set-scoring.values.Joker": "40"}
# A joker counts 25: Bob 35, Cai 10, Dee 10; then Ann 50, Cai 10, Dee 20.
TWO_DEALS = [
    {"out": "1", "left-cards-2": "JK K", "left-cards-3": "5 5", "left-points-4": "10"},
    {"out": "2", "left-cards-1": "JK JK", "left-cards-3": "Q", "left-points-4": "20"},
]


def at(game):
    return f"/games/{game.code}/"


def page_of(game):
    return f"{at(game)}house-rules/"


def play(game, deals):
    for deal, texts in enumerate(deals, game.rounds.count() + 1):
        RoundFactory(game=game, deal=deal, texts=texts)
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def jokers(group):
    """Start Contract Rummy with a higher value for jokers, and play two deals with jokers left in
    hand.
    """
    return play(GameFactory(group=group, options={"joker-25": True}), TWO_DEALS)


def look(phone, game, **headers):
    """Return the form’s preview for this input."""

    def typed(texts):
        url = page_of(game)
        return Page(phone.post(f"{url}?see", get(phone, url).form(url) | texts, headers=headers))

    return typed


def change(phone, game, texts):
    """Open the page, type, and save."""
    return send(phone, page_of(game), texts)


def told(page):
    """Return the changes shown on the page, as (after, before) by label."""
    return {
        text_of(row.children[0]): [text_of(each) for each in row.children[1:]]
        for lines in page.all("dl", class_="changes")
        for row in lines.children
    }


def totals_told(page):
    """Return each side’s total before and after."""
    return [
        [text_of(cell) for cell in row.children]
        for table in page.all("table", class_="facts totals")
        for row in table.children[1].children
    ]


def settlement_told(page):
    """Return each side’s payout before and after."""
    return [
        [text_of(cell) for cell in row.children]
        for table in page.all("table", class_="facts payments totals")
        for row in table.children[1].children
    ]


def totals(game):
    sides = Side.objects.filter(game=game).order_by("number")
    return [
        side.start + sum(Score.objects.filter(side=side).values_list("points", flat=True))
        for side in sides
    ]


def on_the_pad(phone, game):
    rows = pad_of(get(phone, at(game)))
    return next(row[1:] for row in rows if row[0] == "Total")


def log_of(phone, game):
    """Return the log, newest change first."""
    return [text_of(line) for line in get(phone, f"{at(game)}changes/").one("ol").children]


def stored(game):
    """Return all data that a change of rules may affect."""
    game = Game.objects.get(pk=game.pk)
    rounds = Round.objects.filter(game=game).order_by("deal")
    scores = Score.objects.filter(round__game=game).order_by("round__deal", "side__number")
    sides = Side.objects.filter(game=game).order_by("number")
    return {
        "game": (game.ruleset, game.state, game.next_dealer, game.stopped),
        "rounds": list(rounds.values("deal", "sets", "runs", "pairs", "overruled", "entry")),
        "scores": list(scores.values_list("points", "reason", "kitty_payment", "marks")),
        "sides": list(sides.values_list("status", flat=True)),
    }


# Preview


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_totals_before_and_after_are_told_before_anything_is_saved(phone, jokers, headers):
    before = stored(jokers)

    page = look(phone, jokers, **headers)(JOKER_40)

    assert page.status == 200
    assert told(page) == {
        "House rules": ["Joker counts 40", "was: Jokers count 25"],
        "Cards left in hand": [
            "2–9: face value; 10–K: 10; A: 15; Joker: 40",
            "was: 2–9: face value; 10–K: 10; A: 15; Joker: 25",
        ],
    }
    assert totals_told(page) == [
        ["Ann", "50", "80"],
        ["Bob", "35", "50"],
        ["Cai", "20", "20"],
        ["Dee", "30", "30"],
    ]
    assert stored(jokers) == before
    assert page.loose_ends() == []


def test_what_is_typed_stays_while_one_looks_without_script(phone, jokers):
    page = look(phone, jokers)(JOKER_40)

    assert page.form(page_of(jokers))["set-scoring.values.Joker"] == "40"
    assert "option-joker-25" not in page.form(page_of(jokers))


def test_the_page_begins_with_the_house_rules_of_the_game(phone, group):
    game = GameFactory(
        group=group,
        options={"joker-25": True},
        patches={"scoring.values.A": 20, "deals.1.sets": [3, 4], "deals.*.takes.limit": 2},
    )

    page = get(phone, page_of(game))

    form = {name: text for name, text in page.form(page_of(game)).items() if text}
    assert {name: form[name] for name in form if name.startswith(("option-", "set-"))} == {
        "option-joker-25": "on",
        "set-scoring.values.A": "20",
        "set-deals.1.sets": "3, 4",
        "set-deals.*.takes.limit": "2",
    }
    assert told(page) == {}
    assert page.loose_ends() == []


def test_nothing_is_said_to_change_where_nothing_does(phone, jokers):
    page = look(phone, jokers)({})

    assert told(page) == {}
    assert page.texts("p", class_="notice") == [
        "No change. The game already uses these house rules."
    ]


def test_an_option_that_is_words_alone_is_a_change(phone, group):
    game = GameFactory(group=group, variant="rummy-500")

    page = look(phone, game)({"option-must-meld-top-discard": "on"})

    assert list(told(page)) == ["House rules"]
    assert change(phone, game, {"option-must-meld-top-discard": "on"}).status_code == 302
    assert Game.objects.get().ruleset["options"] == {"must-meld-top-discard": True}


def test_what_the_catalogue_changed_since_is_told_at_once(phone, jokers):
    jokers.ruleset["scoring"]["values"]["K"] = 13
    jokers.save(update_fields=["ruleset"])

    page = get(phone, page_of(jokers))

    assert list(told(page)) == ["Cards left in hand"]
    assert told(page)["Cards left in hand"][1] == (
        "was: 2–9: face value; 10–Q: 10; K: 13; A: 15; Joker: 25"
    )


def test_a_winner_that_changes_is_told(phone, group):
    ten = {"left-points-3": "50", "left-points-4": "50"}
    deals = [{"out": "1", "left-cards-2": "JK"} | ten, {"out": "2", "left-cards-1": "K 10"} | ten]
    fives = {"out": "3", "left-cards-1": "5", "left-cards-2": "5", "left-points-4": "5"}
    game = play(GameFactory(group=group), [*deals, *[fives] * 5])
    assert on_the_pad(phone, game) == ["45", "40", "100", "125"]

    page = look(phone, game)(JOKER_40)

    assert "Ann would win instead of Bob." in page.texts("strong")
    change(phone, game, JOKER_40)
    assert get(phone, at(game)).texts("p", class_="winner") == ["Ann wins by 20"]


# The change


def test_a_joker_costs_forty_from_the_first_deal_on(phone, jokers):
    answer = change(phone, jokers, JOKER_40)

    assert (answer.status_code, answer.url) == (302, at(jokers))
    page = get(phone, at(jokers))
    assert notices(page) == ["The house rules are now: Joker counts 40."]
    assert page.texts("p", class_="house") == ["House rules: Joker counts 40"]
    assert on_the_pad(phone, jokers) == ["80", "50", "20", "30"]
    scores = Score.objects.filter(round__game=jokers).order_by("round__deal", "side__number")
    reasons = [texts_of(reason) for reason in scores.values_list("reason", flat=True)]
    assert reasons[1] == ("joker K: 40 + 10",)
    assert reasons[4] == ("joker joker: 40 + 40",)
    RoundFactory(game=jokers, deal=3, texts=TWO_DEALS[0])
    assert on_the_pad(phone, jokers) == ["80", "100", "30", "40"]


def test_the_rules_the_sheet_and_the_data_say_the_new_figure(phone, jokers):
    change(phone, jokers, JOKER_40)

    rules = get(phone, f"{at(jokers)}rules/")
    assert "House rules included: Joker counts 40." in " ".join(rules.texts("p"))
    assert "2–9: face value; 10–K: 10; A: 15; Joker: 40 house rule" in rules.words
    sheet = printed(phone.get(f"{at(jokers)}sheet.pdf").content)
    assert squeezed("House rules: Joker counts 40") in sheet
    data = phone.get(f"/games/{jokers.code}.json").json()
    assert [player["total"] for player in data["players"]] == [80, 50, 20, 30]


def test_the_contract_of_a_deal_that_was_played_is_the_new_one(phone, jokers):
    typed = {"set-deals.1.sets": "3, 4", "set-deals.1.cards": "11", "set-deals.*.takes.limit": "2"}

    assert change(phone, jokers, typed).status_code == 302

    first = Round.objects.get(game=jokers, deal=1)
    assert (first.sets, first.runs, first.pairs) == (2, 0, 0)
    deal = phone.get(f"/games/{jokers.code}.json").json()["deals"][0]
    assert (deal["contract"], deal["cards"]) == ("one set of 3, one set of 4", 11)


def test_a_page_of_older_changes_has_the_rules_of_that_time(phone, jokers):
    old = scoreboard(jokers).stored.ruleset
    days = {"before": {"played_on": "2026-01-01"}, "after": {"played_on": "2026-01-02"}}
    Change.objects.bulk_create(
        Change(game=jokers, version=version, kind=Change.Kind.DAY, key=uuid4().hex, **days)
        for version in range(4, 104)
    )
    Game.objects.update(version=103)
    change(phone, jokers, JOKER_40)
    new = scoreboard(Game.objects.get(pk=jokers.pk)).stored.ruleset

    first, second = (log_page(jokers, new, number) for number in (1, 2))

    assert [entry.kind for entry in second.items] == ["day", "record", "record", "start"]
    assert [entry.ruleset for entry in second.items] == [old] * 4
    assert [entry.ruleset for entry in first.items] == [new, *[old] * 99]
    page = get(phone, f"{at(jokers)}changes/?page=2")
    assert len(page.one("ol", class_="log").children) == 4
    assert page.one("a", rel="prev").attributes["href"] == f"{at(jokers)}changes/?page=1"


def test_house_rules_change_before_the_first_deal(phone, group):
    game = GameFactory(group=group)

    change(phone, game, {"set-deals.1.cards": "11"})

    assert "Deal 11 each." in get(phone, at(game)).words
    assert get(phone, page_of(game)).all("table") == []


def test_the_standard_again(phone, jokers):
    change(phone, jokers, JOKER_40)
    url = page_of(jokers)
    page = get(phone, f"{url}?rules=")

    sent = page.form(url)
    phone.post(url, sent)

    assert "option-joker-25" not in sent
    assert totals(jokers) == [30, 25, 20, 30]
    assert Game.objects.get().ruleset["options"] == {}


def test_kept_house_rules_of_the_table_are_there_to_begin_with(phone, group, jokers):
    kept = HouseRules.objects.create(
        group=group,
        variant="contract-rummy",
        name="Sunday rules",
        options={"frozen-jokers": True},
        patches={"scoring.values.Joker": 40},
    )
    url = page_of(jokers)
    chips = [chip.attributes["href"] for chip in get(phone, url).all("a", class_="chip")]
    assert chips == [url, f"{url}?rules=", f"{url}?rules={kept.pk}"]

    page = get(phone, chips[2])
    phone.post(url, page.form(url))

    assert totals_told(page)[0] == ["Ann", "50", "80"]
    game = Game.objects.get()
    assert (game.ruleset["options"], game.ruleset["patches"]) == (
        {"frozen-jokers": True},
        {"scoring.values.Joker": 40},
    )


def test_saving_what_is_played_already_changes_nothing(phone, jokers):
    before, made = stored(jokers), Change.objects.count()

    change(phone, jokers, {})

    assert stored(jokers) == before
    assert Change.objects.count() == made
    assert notices(get(phone, at(jokers))) == [
        "No change. The game already uses these house rules."
    ]


def test_the_same_game_again_is_played_by_the_new_rules(phone, jokers):
    change(phone, jokers, JOKER_40)

    phone.post(f"{at(jokers)}rematch/", {"key": uuid4()})

    again = Game.objects.exclude(pk=jokers.pk).get()
    assert again.ruleset["options"] == {}
    assert again.ruleset["patches"] == {"scoring.values.Joker": 40}


# The end of the game


def of_any_game(group, **options):
    """Start Any game by totals: Ann 12 and Bob 7, then Ann 20 and Bob 30."""
    game = GameFactory(group=group, variant="any-game", names=("Ann", "Bob"), options=options)
    return play(game, [{"points-1": "12", "points-2": "7"}, {"points-1": "20", "points-2": "30"}])


def test_a_lower_target_ends_the_game(phone, group):
    game = of_any_game(group, target=100)
    typed = {"option-target": "on", "figures-target": "37"}

    page = look(phone, game)(typed)
    change(phone, game, typed)

    assert "The game would be over, and Bob would win." in page.texts("strong")
    assert "No change." not in page.texts("p")
    assert get(phone, at(game)).texts("p", class_="winner") == ["Bob wins by 5"]
    assert Game.objects.get().state == Game.State.FINISHED


def test_a_higher_target_lets_a_game_go_on(phone, group):
    game = of_any_game(group, target=37)
    assert game.state == Game.State.FINISHED
    typed = {"figures-target": "50"}

    page = look(phone, game)(typed)
    change(phone, game, typed)

    assert "The game would still be in progress." in page.texts("strong")
    assert Game.objects.get().state == Game.State.PLAYING
    assert phone.get(f"{at(game)}rounds/3/").status_code == 200
    undo(game=Game.objects.get(), context=ChangeContextFactory(game=game))
    assert Game.objects.get().state == Game.State.FINISHED


def test_a_game_has_no_fewer_deals_than_were_entered(phone, group):
    game = of_any_game(group, rounds=5)

    page = Page(change(phone, game, {"figures-rounds": "1"}))

    assert page.status == 422
    assert problems(page) == [
        "Nothing has been saved. The scores so far don’t fit these rules.",
        "You have played 2 rounds, so the game can’t end after 1. Choose 2 or more.",
    ]
    change(phone, game, {"figures-rounds": "2"})
    assert Game.objects.get().state == Game.State.FINISHED


def test_a_deal_that_was_undone_may_be_one_too_many(phone, group):
    game = of_any_game(group, rounds=3)
    RoundFactory(game=game, deal=3, texts={"points-1": "1", "points-2": "2"})
    undo(game=game, context=ChangeContextFactory(game=game))

    change(phone, game, {"figures-rounds": "2"})

    _, undone, entered, *_ = log_of(phone, game)
    assert undone.startswith("Phone 1 undid a change to round 3")
    assert entered.startswith("Phone 1 entered round 3")
    assert entered.endswith("Ann 1 Bob 2")
    assert get(phone, at(game)).texts("p", class_="winner") == ["Bob wins by 5"]


# Rules that don’t fit the game


def test_a_deal_that_cannot_stand_is_named_with_a_link_to_correct_it(phone, jokers):
    before = stored(jokers)
    typed = {"option-joker-25": "", "option-no-jokers": "on", "set-scoring.values.A": "20"}

    seen, page = look(phone, jokers)(typed), Page(change(phone, jokers, typed))

    sentences = [
        f"Correct deal {deal} first. It isn’t valid under these rules. {why}"
        for deal, why in (
            (1, "Bob can’t have one joker. The deck has none."),
            (2, "Ann can’t have two jokers. The deck has none."),
        )
    ]
    sentences.append(
        "If a correction under the current rules doesn’t help, undo back to before deal 1, change"
        " the house rules, then enter it again."
    )
    assert (seen.status, problems(seen)) == (200, sentences)
    assert page.status == 422
    assert problems(page)[0] == "Nothing has been saved. The scores so far don’t fit these rules."
    assert problems(page)[1:] == sentences
    assert page.html.rindex('role="alert"') < page.html.index("Preview:")
    links = [link.attributes["href"] for link in page.all("a")]
    assert {f"{at(jokers)}rounds/1/", f"{at(jokers)}rounds/2/"} <= set(links)
    sent = page.form(page_of(jokers))
    assert (sent["option-no-jokers"], sent["set-scoring.values.A"]) == ("on", "20")
    assert totals_told(page) == []
    assert stored(jokers) == before

    for deal in (1, 2):
        url = f"{at(jokers)}rounds/{deal}/"
        texts = {f"left-cards-{3 - deal}": "5", f"left-points-{3 - deal}": ""}
        assert send(phone, url, texts).status_code == 302
    assert change(phone, jokers, typed).status_code == 302
    assert totals(jokers) == [5, 5, 20, 30]


def test_more_jokers_make_a_hand_possible(phone, jokers):
    """The group uses one more joker than the rules have. The rules can still be changed."""
    url = f"{at(jokers)}rounds/3/"
    hands = {"out": "2", "left-cards-1": "JK JK JK JK", "left-cards-3": "5", "left-cards-4": "5"}
    refused = Page(send(phone, url, hands))
    assert refused.status == 422

    change(phone, jokers, {"set-deck.by_players.*.jokers": "4"})

    assert send(phone, url, hands).status_code == 302
    assert totals(jokers) == [150, 35, 25, 35]


def test_partners_stay_who_they_are(phone, group):
    names = ("Ann", "Bob", "Cai", "Dee")
    game = GameFactory(group=group, variant="any-game", names=names)
    before = stored(game)

    page = Page(change(phone, game, {"option-sides-of-two": "on"}))

    assert page.status == 422
    assert problems(page)[1:] == [
        "You can’t change partners once a game has started. Start a new game instead."
    ]
    assert stored(game) == before


# Fields that only one of the two rulesets has


# Ann shoots the moon with all the hearts and the queen. Then the hearts are split.
MOON = {"queen": "1", "hearts-1": "13", "moon": "subtract"}
NO_MOON = {"queen": "2", "hearts-1": "3", "hearts-2": "4", "hearts-3": "6"}


def hearts(group, deals, **options):
    return play(GameFactory(group=group, variant="hearts", options=options), deals)


def test_an_answer_that_is_no_longer_asked_for_no_longer_counts(phone, group):
    game = hearts(group, [MOON, NO_MOON, MOON])
    before = stored(game)
    assert totals(game) == [-49, 17, 6, 0]

    page = look(phone, game)({"option-moon-add": "on"})

    assert "Deals 1 and 3: “After shooting the moon” no longer counts." in page.texts("p")
    assert problems(page) == []
    assert totals_told(page) == [
        ["Ann", "−49", "3"],
        ["Bob", "17", "69"],
        ["Cai", "6", "58"],
        ["Dee", "0", "52"],
    ]
    assert stored(game) == before
    assert change(phone, game, {"option-moon-add": "on"}).status_code == 302
    assert notices(get(phone, at(game))) == [
        (
            "The house rules are now: Moon (added to the others). "
            "Deals 1 and 3: “After shooting the moon” no longer counts."
        )
    ]
    assert totals(game) == [3, 69, 58, 52]
    assert [played.entry for played in Round.objects.order_by("deal")] == [
        {"queen": "1", "hearts-1": "13"},
        NO_MOON,
        {"queen": "1", "hearts-1": "13"},
    ]
    after = stored(game)
    undo(game=Game.objects.get(), context=ChangeContextFactory(game=game))
    assert stored(game) == before
    redo(game=Game.objects.get(), context=ChangeContextFactory(game=game))
    assert stored(game) == after


def test_a_deal_is_corrected_after_an_answer_of_it_was_dropped(phone, group):
    game = hearts(group, [MOON])
    change(phone, game, {"option-moon-add": "on"})
    added = stored(game)

    answer = send(phone, f"{at(game)}rounds/1/", {"hearts-1": "12", "hearts-2": "1"})

    assert answer.status_code == 302
    assert totals(game) == [25, 1, 0, 0]
    undo(game=Game.objects.get(), context=ChangeContextFactory(game=game))
    assert stored(game) == added
    undo(game=Game.objects.get(), context=ChangeContextFactory(game=game))
    assert totals(game) == [-26, 0, 0, 0]
    assert Round.objects.get().entry == MOON


def test_a_card_that_no_longer_counts_is_told(phone, group):
    game = hearts(group, [NO_MOON | {"diamond": "3"}], **{"jack-of-diamonds": True})
    assert totals(game) == [3, 17, -4, 0]

    page = look(phone, game)({"option-jack-of-diamonds": ""})
    change(phone, game, {"option-jack-of-diamonds": ""})

    assert "Deal 1: “Jack of diamonds (−10)” no longer counts." in page.texts("p")
    assert totals(game) == [3, 17, 6, 0]


JACK = "Nobody is marked for the jack of diamonds. Mark who took it."
CHOICE = "Ann shot the moon. Choose: 26 off Ann’s total, or 26 to everyone else."


@pytest.mark.parametrize(
    ("options", "typed", "refused"),
    [
        ({}, {"option-jack-of-diamonds": "on"}, (1, JACK)),
        ({"moon-add": True}, {"option-moon-add": ""}, (2, CHOICE)),
    ],
)
def test_what_only_the_new_rules_ask_for_has_to_be_entered_anew(
    phone, group, options, typed, refused
):
    deal, why = refused
    choice = {} if options else {"moon": "add"}
    game = hearts(group, [NO_MOON, {"queen": "1", "hearts-1": "13"} | choice], **options)

    page = Page(change(phone, game, typed))

    advice = (
        f"Deal {deal} has to be entered again under these rules. Undo back to before deal {deal},"
        " change the house rules, then enter it again."
    )
    assert page.status == 422
    assert problems(page)[1:] == [f"Deal {deal} isn’t valid under these rules: {why}", advice]
    links = [link.attributes["href"] for link in page.all("a")]
    assert not [link for link in links if "rounds" in link]

    while game.rounds.count() >= deal:
        undo(game=Game.objects.get(), context=ChangeContextFactory(game=game))
    assert change(phone, game, typed).status_code == 302


def test_a_game_with_a_figure_that_an_option_sets_too_is_told_so(phone, jokers):
    """Earlier versions didn’t reject such house rules, so stored games may have them."""
    jokers.ruleset["patches"] = {"scoring.values.Joker": 40}
    jokers.ruleset["scoring"]["values"]["Joker"] = 40
    jokers.save(update_fields=["ruleset"])

    page = get(phone, page_of(jokers))

    sets = "“Jokers count 25” already sets this value. Leave out the option or the value."
    assert problems(page) == [f"Card values, Joker: {sets}"]
    assert page.form(page_of(jokers))["set-scoring.values.Joker"] == "40"
    assert change(phone, jokers, {}).status_code == 422
    assert change(phone, jokers, {"option-joker-25": ""}).status_code == 302
    assert Game.objects.get().ruleset["patches"] == {"scoring.values.Joker": 40}
    for path in ("", "rules/", "sheet.pdf", "changes/"):
        assert phone.get(f"{at(jokers)}{path}").status_code == 200


# Payouts


def test_payments_that_change_are_told_before(phone, group):
    """The kitty has ten pennies.

    At first, it is split seven to three, and later the winner gets all ten.
    """
    played = next(each for each in TRANSCRIPTS if each.title.startswith("Four players, split"))
    game = GameFactory(
        group=group, variant=played.variant, names=played.players, options=played.options
    )
    play(game, [deal.texts(played.keys) for deal in played.deals])

    page = look(phone, game)({"option-kitty-split": ""})

    assert settlement_told(page) == [
        ["Rae", "+16", "+19"],
        ["Sam", "−3", "−5"],
        ["Tia", "−4", "−5"],
        ["Uma", "−9", "−9"],
    ]
    assert totals_told(page) == []
    assert "No change." not in page.texts("p")


def test_totals_and_payments_that_stay_are_not_told(phone, group):
    game = GameFactory(group=group, played=1)

    page = look(phone, game)({"set-scoring.values.A": "20"})

    assert settlement_told(page) == []
    assert "No change." in page.texts("p")


def test_rules_for_other_numbers_of_players_do_not_fit(phone, group):
    game = GameFactory(group=group, variant="cribbage", names=("Ann", "Bob", "Cai"))

    page = Page(change(phone, game, {"option-muggins": "on"}))

    assert page.status == 422
    assert problems(page)[1:] == ["Under these rules, Cribbage is for 2 players. This game has 3."]


def test_payments_need_a_figure_for_each_place(phone, group):
    game = GameFactory(group=group, variant="progressive-rummy")
    typed = {"option-custom-settlement": "on", "figures-custom-settlement": "2, 4"}

    page = Page(change(phone, game, typed))

    assert page.status == 422
    assert problems(page)[1:] == ["With 4 players, enter 3 payments, from second place to last."]


@pytest.mark.parametrize("see", ["", "?see"])
def test_a_wrong_figure_is_refused_beside_its_input_and_stays(phone, jokers, see):
    before, url = stored(jokers), page_of(jokers)
    typed = get(phone, url).form(url) | {"set-scoring.values.K": "ten", "option-no-jokers": "on"}

    page = Page(phone.post(f"{url}{see}", typed))

    sentence = "Enter a whole number from −500 to 500."
    assert page.status == 422
    assert problems(page) == [f"Card values, K: {sentence}"]
    assert "Preview:" not in page.html
    assert page.described("set-scoring.values.K") == f"K: {sentence}"
    sent = page.form(url)
    assert (sent["set-scoring.values.K"], sent["option-no-jokers"]) == ("ten", "on")
    assert stored(jokers) == before


def test_what_makes_no_game_is_refused(phone, jokers):
    page = Page(change(phone, jokers, {"set-deals.1.cards": "30"}))

    assert page.status == 422
    assert problems(page) == [
        "Contract Rummy: deal 1 needs 121 cards for 4 players, but the deck has 107."
    ]


def test_what_is_only_unusual_by_the_new_rules_stands(phone, group):
    """A hand of ten cards is too large if eight are dealt and nobody may buy."""
    ten = {"left-cards-2": "2 2 3 3 4 4 5 5 6 6", "left-points-3": "5", "left-points-4": "5"}
    game = play(GameFactory(group=group), [{"out": "1"} | ten])
    typed = {"set-deals.1.cards": "8", "set-deals.*.takes.limit": "0"}

    assert change(phone, game, typed).status_code == 302

    assert Round.objects.get().overruled
    assert totals(game) == [0, 40, 5, 5]
    corrected = {"left-points-3": "6", "overrule": "1"}
    assert send(phone, f"{at(game)}rounds/1/", corrected).status_code == 302
    undo(game=Game.objects.get(), context=ChangeContextFactory(game=game))
    undo(game=Game.objects.get(), context=ChangeContextFactory(game=game))
    assert not Round.objects.get().overruled


# Games that depend on earlier deals


# Ann and Cai get five bags per hand, and are penalised for ten.
HAND = {
    f"{field}-{seat}": number
    for field, numbers in (("bid", "1313"), ("tricks", "4333"))
    for seat, number in enumerate(numbers, 1)
}


def spades(group, played=2, **house):
    """Play hands with five bags. Ann and Cai score 25, then 25 − 100. Bob and Dee score 60."""
    return play(GameFactory(group=group, variant="spades", **house), [HAND] * played)


def test_bags_are_forgiven_in_all_hands(phone, group):
    game = spades(group)
    assert totals(game) == [-50, 120]

    page = look(phone, game)({"option-no-bags": "on"})
    change(phone, game, {"option-no-bags": "on"})

    assert totals_told(page) == [["Ann & Cai", "−50", "50"], ["Bob & Dee", "120", "120"]]
    assert totals(game) == [50, 120]
    before = stored(game)
    undo(game=Game.objects.get(), context=ChangeContextFactory(game=game))
    assert totals(game) == [-50, 120]
    redo(game=Game.objects.get(), context=ChangeContextFactory(game=game))
    assert stored(game) == before


def test_what_a_side_is_told_is_made_anew(phone, group):
    game = spades(group)
    undo(game=game, context=ChangeContextFactory(game=game))
    assert stored(game)["sides"] == [{"code": "bags-so-far", "count": 5}, None]

    change(phone, game, {"option-no-bags": "on"})

    assert stored(game)["sides"] == [None, None]


def test_gin_to_another_target_goes_on(phone, group):
    """Ann has 25 + 20 and 57 + 20.

    At the end, she gets 200 for a shutout, and 20 for each of two boxes.
    """
    game = GameFactory(group=group, variant="gin-rummy", names=("Ann", "Bob"))
    gin = {"knocked": "1", "how": "gin"}
    play(game, [gin | {"left-cards-2": hand} for hand in ("K Q 5", "K Q J Q J 7")])
    assert totals(game) == [362, 0]

    page = look(phone, game)({"option-target-250": "on"})
    change(phone, game, {"option-target-250": "on"})

    assert totals_told(page)[0] == ["Ann", "362", "122"]
    assert "The game would still be in progress." in page.texts("strong")
    assert totals(game) == [122, 0]
    assert Game.objects.get().state == Game.State.PLAYING


@pytest.mark.parametrize("scheme", sorted(SCHEMES))
def test_every_option_comes_to_what_was_told_and_can_be_undone(group, scheme):
    played = next(each for each in TRANSCRIPTS if each.rules.scoring.scheme == scheme)
    variant = catalogue().variant(played.variant)
    game = GameFactory(
        group=group, variant=played.variant, names=played.players, options=played.options
    )
    for deal in played.deals[:-1]:
        RoundFactory(game=game, deal=deal.number, texts=deal.texts(played.keys))
    before = stored(game)
    for option in variant.options:
        game = Game.objects.get(pk=game.pk)
        answer = option.read(option.placeholder or "Ours") if option.asks else True
        options = {option.id: answer} | played.options
        if option.id in played.options:
            del options[option.id]
        try:
            ruleset = variant.ruleset(options)
        except CatalogueError:
            continue
        effect = effect_of(scoreboard(game), variant, ruleset)
        new = {"variant": variant, "options": options, "patches": {}}
        context = ChangeContextFactory(game=game)
        if effect.then is None:
            with pytest.raises(MisfitError):
                change_house_rules(game=game, context=context, **new)
        else:
            assert change_house_rules(game=game, context=context, **new) == effect.dropped
            assert totals(game) == [each.total for each in effect.then.places]
            is_over = Game.objects.get(pk=game.pk).state == Game.State.FINISHED
            assert is_over == effect.then.is_over
            undo(game=Game.objects.get(pk=game.pk), context=ChangeContextFactory(game=game))
        assert stored(game) == before, option.id


# Undo, redo, the log


def test_the_change_is_undone_and_made_again(phone, jokers):
    before = stored(jokers)
    change(phone, jokers, JOKER_40)
    after = stored(jokers)

    page = get(phone, at(jokers))
    undo_url = f"{at(jokers)}undo/"
    assert "Undo new house rules" in page.texts("button")
    phone.post(undo_url, page.form(undo_url))
    assert stored(jokers) == before
    page = get(phone, at(jokers))
    assert notices(page) == ["Undone: new house rules."]
    redo_url = f"{at(jokers)}redo/"
    phone.post(redo_url, page.form(redo_url))
    assert stored(jokers) == after


def test_undo_restores_the_very_rules_whatever_became_of_the_catalogue(phone, jokers):
    jokers.ruleset["scoring"]["values"]["K"] = 13
    jokers.save(update_fields=["ruleset"])
    change(phone, jokers, JOKER_40)
    assert Game.objects.get().ruleset["scoring"]["values"]["K"] == 10

    undo(game=Game.objects.get(), context=ChangeContextFactory(game=jokers))

    game = Game.objects.get()
    assert game.ruleset == jokers.ruleset
    assert game.ruleset["options"] == {"joker-25": True}
    assert totals(game) == [50, 38, 20, 30]


def test_the_log_says_what_was_changed(phone, jokers):
    change(phone, jokers, JOKER_40 | {"set-deals.*.takes.limit": "2"})
    undo(game=Game.objects.get(), context=ChangeContextFactory(game=jokers))

    undone, made, *_ = log_of(phone, jokers)

    assert "Phone 1 changed the house rules" in made
    assert "Jokers count 25 → Joker counts 40, two May I? calls each" in made
    assert "Joker: 25 → 2–9: face value; 10–K: 10; A: 15; Joker: 40" in made
    assert "Phone 1 undid a change to the house rules" in undone
    assert "Joker counts 40, two May I? calls each → Jokers count 25" in undone


def test_deals_in_the_log_are_told_by_the_rules_of_their_time(phone, group):
    game = spades(group, options={"blind-doubles": True}, played=0)
    RoundFactory(game=game, deal=1, texts=HAND | {"blind-2": "on"})
    undo(game=Game.objects.get(), context=ChangeContextFactory(game=game))
    before = log_of(phone, game)
    assert "Bob & Dee: Contract bid blind yes" in before[1]

    send(phone, page_of(game), {"option-no-bags": "on"})

    assert log_of(phone, game)[1:] == before


def test_who_deals_next_is_not_forgotten(phone, jokers):
    set_dealer(game=jokers, position=1, context=ChangeContextFactory(game=jokers))
    change(phone, jokers, JOKER_40)
    assert Game.objects.get().next_dealer == 1
    RoundFactory(game=jokers, deal=3, texts=TWO_DEALS[0])

    undo(game=Game.objects.get(), context=ChangeContextFactory(game=jokers))

    assert Game.objects.get().next_dealer == 1


# Two phones, two taps


def test_a_page_that_is_out_of_date_is_shown_both(phone, jokers):
    url = page_of(jokers)
    typed = get(phone, url).form(url) | JOKER_40
    RoundFactory(game=jokers, deal=3, texts=TWO_DEALS[0])

    page = Page(phone.post(url, typed))

    assert page.status == 409
    (sentence,) = problems(page)
    assert sentence == (
        "This game has changed since you opened this page. Nothing has been lost. "
        "Your rules are shown below, with the changes they would make now."
    )
    assert totals_told(page)[1] == ["Bob", "70", "100"]
    assert totals(jokers) == [50, 70, 30, 40]
    assert phone.post(url, page.form(url)).status_code == 302
    assert totals(jokers) == [80, 100, 30, 40]


def test_two_phones_that_change_the_same_are_told_so(phone, second_phone, jokers):
    url = page_of(jokers)
    typed = get(second_phone, url).form(url) | JOKER_40
    change(phone, jokers, JOKER_40)

    answer = second_phone.post(url, typed)

    assert (answer.status_code, answer.url) == (302, at(jokers))
    assert notices(get(second_phone, at(jokers))) == [
        "No change. The game already uses these house rules."
    ]
    assert Change.objects.filter(kind=Change.Kind.RULES).count() == 1


def test_the_same_form_sent_twice_is_one_change(phone, jokers):
    url = page_of(jokers)
    typed = get(phone, url).form(url) | JOKER_40

    answers = [phone.post(url, typed), phone.post(url, typed)]

    assert [(answer.status_code, answer.url) for answer in answers] == [(302, at(jokers))] * 2
    assert Change.objects.filter(kind=Change.Kind.RULES).count() == 1
    assert notices(get(phone, at(jokers))) == ["The house rules are now: Joker counts 40."]


def test_the_same_form_with_other_figures_is_no_repetition(phone, jokers):
    url = page_of(jokers)
    typed = get(phone, url).form(url) | JOKER_40
    phone.post(url, typed)

    page = Page(phone.post(url, typed | {"set-scoring.values.Joker": "50"}))

    assert page.status == 409
    assert totals(jokers) == [80, 50, 20, 30]
    assert totals_told(page)[0] == ["Ann", "80", "100"]


# Access and query counts


def test_only_phones_of_the_table_change_house_rules(client, stranger, phone, jokers):
    client.post(f"/score/{jokers.code}/{jokers.score_token}/", {"name": "Zed"})
    assert client.get(f"{at(jokers)}rules/").status_code == 200
    url = page_of(jokers)
    typed = get(phone, url).form(url) | JOKER_40
    before = stored(jokers)

    for browser in (client, stranger):
        assert browser.get(url).status_code == 404
        assert browser.post(url, typed).status_code == 404
        assert browser.post(f"{url}?see", typed).status_code == 404

    assert stored(jokers) == before
    links = {a.attributes["href"] for a in get(client, f"{at(jokers)}rules/").all("a")}
    assert url not in links
    for page in ("rules/", "table/"):
        links = {a.attributes["href"] for a in get(phone, f"{at(jokers)}{page}").all("a")}
        assert url in links


def test_a_game_that_is_no_longer_in_the_catalogue_keeps_its_rules(phone, jokers):
    Game.objects.update(variant="no-such-game")

    assert phone.get(page_of(jokers)).status_code == 404


@pytest.mark.parametrize("played", [1, 14])
def test_queries_do_not_grow_with_the_deals(phone, group, played):
    game = GameFactory(group=group, variant="progressive-rummy", names=EIGHT[:5], played=played)
    url = page_of(game)
    typed = get(phone, url).form(url) | JOKER_40

    assert len(queries(lambda: phone.get(url))) == 8
    assert len(queries(lambda: phone.post(f"{url}?see", typed))) == 8
    assert len(queries(lambda: phone.post(url, typed))) == 11
    assert Game.objects.get().version == played + 2


@pytest.mark.parametrize("played", [2, 20])
def test_queries_do_not_grow_where_a_game_looks_back(phone, group, played):
    game = fill(spades(group, played=1), played)
    url = page_of(game)
    typed = get(phone, url).form(url) | {"option-no-bags": "on"}

    # After 20 hands, the sides have bags, and the statuses on the pad are out of date.
    assert len(queries(lambda: phone.post(url, typed))) == (12 if played == 20 else 11)
    assert Game.objects.get().ruleset["options"] == {"no-bags": True}
