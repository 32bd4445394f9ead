"""The entry page: if an entry is rejected, the input is kept, with the errors next to it."""

import pytest

from rules.engine import snapshots
from scorekeeper.models import Change, Game, Round
from scorekeeper.queries import seating
from scorekeeper.services.players import join, leave, rename
from scorekeeper.services.rounds import undo
from tests.factories import ChangeContextFactory, GameFactory, RoundFactory, ten_each
from tests.rows import each_row
from tests.scorekeeper.pages import Page, get, send, text_of

CHANGED = "This game has changed since you opened this page."
NOBODY = "Nobody is marked as out. Mark who went out, or tick that the cards ran out."


@pytest.fixture
def url(game):
    return f"/games/{game.code}/rounds/3/"


def test_the_blank_form_asks_for_the_next_deal(phone, game, url):
    page = get(phone, url)

    sent = page.form(url)
    key = sent.pop("key")
    sent.pop("csrfmiddlewaretoken")
    assert len(key) == 36
    assert sent == {
        "version": "3",
        "dealer": "3",
        **dict.fromkeys((f"left-cards-{n}" for n in range(1, 5)), ""),
        **dict.fromkeys((f"left-points-{n}" for n in range(1, 5)), ""),
    }
    assert page.texts("h1") == ["Deal 3 of 7 two runs of 4"]


def test_only_the_first_row_shows_what_can_be_typed(phone, url):
    page = get(phone, url)

    inputs = page.all("input", autocomplete="off")
    shown = {each.attributes["name"]: each.attributes.get("placeholder") for each in inputs}
    assert {name: text for name, text in shown.items() if text} == {
        "left-cards-1": "K K 5 JK",
        "left-points-1": "12+11+7",
    }


def test_each_page_has_a_key_of_its_own(phone, url):
    assert get(phone, url).form(url)["key"] != get(phone, url).form(url)["key"]


def test_a_deal_is_asked_for_what_it_counts(phone, group):
    progressive = GameFactory(group=group, variant="progressive-rummy", played=9)
    liverpool = GameFactory(group=group, variant="liverpool-rummy")
    eight = GameFactory(group=group, variant="contract-rummy-eight", options={"win-bonuses": True})

    def asked(game, deal):
        inputs = get(phone, f"/games/{game.code}/rounds/{deal}/").all("input")
        names = {i.attributes["name"] for i in inputs}
        return {name for name in names if not name.startswith("left-")}

    usual = {"csrfmiddlewaretoken", "version", "key", "out", "ran-out"}
    takes = {f"takes-{number}" for number in range(1, 5)}
    assert asked(progressive, 8) == usual
    assert asked(progressive, 9) == usual | takes
    assert asked(liverpool, 1) == usual | {"cut"}
    assert asked(eight, 1) == usual | {f"bonus-{number}" for number in range(1, 5)}


def test_a_saved_deal_leads_back_to_the_pad(phone, game, url):
    answer = send(
        phone,
        url,
        {"out": "2", "left-cards-1": "K 5", "left-points-3": "12+11", "left-points-4": "7"},
    )

    assert (answer.status_code, answer.url) == (302, f"/games/{game.code}/")
    assert Round.objects.get(game=game, deal=3).entry == {
        "out": "2",
        "left-cards-1": "K 5",
        "left-points-3": "12+11",
        "left-points-4": "7",
    }


def test_a_saved_deal_comes_back_as_it_was_typed(phone, game, url):
    typed = {
        "out": "2",
        "left-cards-1": "K♠ 3xA jk",
        "left-points-3": "12+11",
        "left-points-4": "7",
    }
    send(phone, url, typed | {"dealer": "1"})

    page = get(phone, url)

    assert typed.items() <= page.form(url).items()
    assert page.form(url)["dealer"] == "1"
    assert page.texts("h1") == ["Correct deal 3 two runs of 4"]


@each_row
def test_a_problem_stands_beside_its_input(phone, url, typed, beside, problem):
    usual = {"out": "1", "left-points-2": "", "left-points-3": "12+11", "left-cards-4": "A♠ 4"}

    answer = send(phone, url, usual | typed)

    page = Page(answer)
    assert page.status == 422
    assert page.described(beside) == problem
    assert page.one("input", name=beside).attributes["aria-invalid"] == "true"
    assert len(page.all("input", aria_invalid="true")) == 1
    assert (usual | typed).items() <= page.form(url).items()
    assert Round.objects.count() == 2


# The cheapest card, a two, counts 2.
ONE_POINT = {"out": "1", "left-points-2": "1", "left-points-3": "12+11", "left-points-4": "19"}


def test_a_total_that_no_cards_make_leads_to_the_house_rules(phone, game, url):
    refused = Page(send(phone, url, ONE_POINT))
    missing = Page(send(phone, url, ONE_POINT | {"left-points-2": ""}))

    assert (
        "No cards add up to 1 in Contract Rummy. The nearest total: 2. Check Bob’s hand."
    ) in refused.words
    link = refused.one("a", href=f"/games/{game.code}/house-rules/")
    assert text_of(link) == "Our cards count differently"
    assert "Our cards count differently" not in missing.words


def test_a_helper_who_cannot_change_the_house_rules_is_not_sent_there(client, game, url):
    client.post(f"/score/{game.code}/{game.score_token}/", {"name": "Zed"})

    refused = Page(send(client, url, ONE_POINT))

    assert "No cards add up to 1 in Contract Rummy." in refused.words
    assert "Our cards count differently" not in refused.words


@each_row
def test_a_problem_of_the_deal_stands_above_the_hands(phone, game, url, typed, problem):
    hands = {f"left-points-{number}": "10" for number in range(2, 5)}

    answer = send(phone, url, hands | typed)

    page = Page(answer)
    assert page.status == 422
    (problems,) = page.all("div", class_="problems")
    assert problem in text_of(problems)
    assert problems.attributes["role"] == "alert"
    assert hands.items() <= page.form(url).items()
    assert Round.objects.filter(game=game).count() == 2


def test_out_and_ran_out_cannot_both_be(phone, game, url):
    hands = {f"left-points-{number}": "10" for number in range(2, 5)}

    page = Page(send(phone, url, hands | {"out": "1", "ran-out": "on"}))

    assert page.status == 422
    problem = "Ann went out, so the cards didn’t run out. Untick one or the other."
    assert problem in page.texts("p", class_="problem")
    assert page.described("ran-out") == problem
    assert page.form(url)["ran-out"] == "on"
    assert page.form(url)["out"] == "1"


def test_every_problem_is_told_at_once(phone, url):
    page = Page(send(phone, url, {"left-cards-1": "1X", "left-points-2": "x", "left-cards-3": "?"}))

    assert page.described("left-cards-1").startswith("Ann: “1X” isn’t a card")
    assert page.described("left-points-2").startswith("Bob: “x” isn’t a whole number")
    assert page.described("left-cards-3").startswith("Cai: “?” isn’t a card")


def test_two_problems_of_one_input_both_stand_beside_it(phone, url):
    page = Page(
        send(
            phone,
            url,
            {"out": "1", "left-cards-2": "9xK 9xQ", "left-points-3": "2", "left-points-4": "2"},
        )
    )

    assert page.status == 422
    assert page.described("left-cards-2") == (
        "Bob can’t have nine kings. The deck has 8. Bob can’t have nine queens. The deck has 8. "
        "Bob would have 18 cards left, but 10 dealt and three May I? calls make at most 16. "
        "Is that right?"
    )


def test_a_mended_form_saves_under_the_same_key(phone, game, url):
    refused = Page(
        send(
            phone,
            url,
            {"out": "1", "left-points-2": "1", "left-points-3": "10", "left-points-4": "10"},
        )
    )

    answer = phone.post(url, refused.form(url) | {"left-points-2": "2"})

    assert answer.status_code == 302
    assert Change.objects.latest("version").key == refused.form(url)["key"]
    assert Round.objects.get(game=game, deal=3).entry["left-points-2"] == "2"


@pytest.fixture
def unusual(group):
    """A game of Progressive Rummy, the URL of its first deal, and an unusually large hand."""
    game = GameFactory(group=group, variant="progressive-rummy")
    hand = {
        "out": "1",
        "left-cards-2": "3x3 3x4 3x5 3x6 7",
        "left-points-3": "5",
        "left-points-4": "5",
    }
    return game, f"/games/{game.code}/rounds/1/", hand


def test_a_warning_offers_to_save_anyway(phone, unusual):
    game, url, hand = unusual

    page = Page(send(phone, url, hand))

    assert page.status == 422
    assert page.described("left-cards-2") == (
        "Bob would have 13 cards left, but only 11 were dealt. Is that right?"
    )
    assert set(page.texts("button", name="overrule", value="1")) == {"Save anyway"}
    assert Round.objects.filter(game=game).count() == 0


def test_a_warning_can_be_overruled_and_that_is_kept(phone, unusual):
    game, url, hand = unusual
    page = Page(send(phone, url, hand))

    answer = phone.post(url, page.form(url) | {"overrule": "1"})

    assert answer.status_code == 302
    played = Round.objects.get(game=game)
    assert played.overruled is True
    assert played.entry == hand
    assert "Warnings ignored" in " ".join(get(phone, f"/games/{game.code}/changes/").texts("dl"))


def test_an_impossible_entry_cannot_be_overruled(phone, game, url):
    typed = {"out": "1", "left-cards-2": "9xK", "left-points-3": "5", "left-points-4": "5"}

    page = Page(send(phone, url, typed, overrule="1"))

    assert page.status == 422
    assert page.all("button", name="overrule") == []
    assert Round.objects.filter(game=game).count() == 2


def test_what_needed_no_overruling_is_not_marked(phone, game, url):
    typed = {"out": "1", "left-points-2": "5", "left-points-3": "5", "left-points-4": "5"}

    send(phone, url, typed, overrule="1")

    assert Round.objects.get(game=game, deal=3).overruled is False


def test_the_deal_after_the_next_is_not_asked_yet(phone, game):
    answer = phone.get(f"/games/{game.code}/rounds/5/")

    assert (answer.status_code, answer.url) == (302, f"/games/{game.code}/")


@pytest.mark.parametrize("deal", ["0", "8", "99", "9" * 30])
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_game_has_its_deals_and_no_others(phone, game, deal, method):
    answer = getattr(phone, method)(f"/games/{game.code}/rounds/{deal}/")

    assert answer.status_code == 404


def test_unknown_inputs_are_not_kept(phone, game, url):
    typed = {"out": "1", "left-points-2": "5", "left-points-3": "5", "left-points-4": "5"}
    unknown = {"left-cards-9": "K", "left-points-x": "5", "out-1": "x", "colour": "red"}

    send(phone, url, typed | unknown)

    assert all(
        set(played.entry) <= set(typed) for played in Round.objects.filter(game=game, deal=3)
    )


def test_undo_and_redo_are_on_the_pad(phone, game):
    pad = f"/games/{game.code}/"
    page = get(phone, pad)
    assert _turning(page) == [f"{pad}undo/"]

    phone.post(f"{pad}undo/", page.form(f"{pad}undo/"))
    page = get(phone, pad)
    assert _turning(page) == [f"{pad}undo/", f"{pad}redo/"]
    assert Round.objects.filter(game=game).count() == 1

    phone.post(f"{pad}redo/", page.form(f"{pad}redo/"))
    assert Round.objects.filter(game=game).count() == 2


def _turning(page):
    actions = [form.attributes["action"] for form in page.all("form")]
    return [action for action in actions if action.endswith(("undo/", "redo/"))]


@pytest.mark.parametrize("which", ["undo", "redo"])
def test_undo_from_an_outdated_pad_says_so(phone, game, which):
    pad = f"/games/{game.code}/"
    old = get(phone, pad).form(f"{pad}undo/")
    RoundFactory(game=game, deal=3)

    page = Page(phone.post(f"{pad}{which}/", old, follow=True))

    assert page.texts("li", class_="notice") == [
        f"{CHANGED} This is the current state of the game."
    ]
    assert Round.objects.filter(game=game).count() == 3


def test_nothing_to_undo_says_so(phone, group):
    game = GameFactory(group=group)

    answer = phone.post(f"/games/{game.code}/undo/", {"version": "1", "key": "k"}, follow=True)

    assert Page(answer).texts("li", class_="notice") == [
        "There is nothing to undo. This is the current state of the game."
    ]


@pytest.fixture
def conflict(phone, game, url):
    """Return the response to a form that was opened before another phone saved the same deal."""
    old = get(phone, url).form(url)
    RoundFactory(game=game, deal=3, texts=ten_each(game))
    mine = {
        "out": "2",
        "left-cards-1": "K 5",
        "left-points-3": "12+11",
        "left-points-4": "7",
        "dealer": "4",
    }
    return phone.post(url, old | mine)


def test_a_conflict_shows_both_versions(conflict):
    page = Page(conflict)

    assert page.status == 409
    assert page.texts("h1") == ["Two versions of deal 3"]
    assert page.texts("p", role="alert") == [
        f"{CHANGED} Nothing has been lost. Here is what has been saved, and what you entered."
    ]
    rows = [[text_of(cell) for cell in row.children] for row in page.all("tr")]
    assert rows == [
        ["", "Saved", "Yours"],
        ["Dealer", "Cai", "Dee"],
        ["Who went out", "Ann", "Bob"],
        ["Bob", "10", "–"],
        ["Cai", "10", "12+11"],
        ["Dee", "10", "7"],
        ["Ann", "–", "K 5"],
    ]


@pytest.mark.parametrize("typed", [{}, {"left-points-3": "5+5"}])
def test_the_same_deal_from_another_phone_is_no_conflict(phone, game, url, typed):
    old = get(phone, url).form(url)
    RoundFactory(game=game, deal=3, texts=ten_each(game) | typed)

    answer = phone.post(url, old | ten_each(game) | typed, follow=True)

    assert answer.redirect_chain == [(f"/games/{game.code}/", 302)]
    assert Page(answer).texts("li", class_="notice") == [
        "Deal 3 has already been saved, with the same scores."
    ]
    assert Game.objects.get(pk=game.pk).version == 4


def test_the_same_deal_with_another_dealer_is_a_conflict_about_the_dealer(phone, game, url):
    old = get(phone, url).form(url)
    RoundFactory(game=game, deal=3, texts=ten_each(game), dealer=3)

    page = Page(phone.post(url, old | ten_each(game) | {"dealer": "4"}))

    assert page.status == 409
    rows = [[text_of(cell) for cell in row.children] for row in page.all("tr", class_="differs")]
    assert rows == [["Dealer", "Cai", "Dee"]]
    choices, _all_mine = page.forms(url)
    answer = phone.post(url, choices | {"pick-1": "mine"})
    assert (answer.status_code, answer.url) == (302, f"/games/{game.code}/")
    assert Round.objects.get(game=game, deal=3).dealer.position == 4
    # The same answer from both phones is not a conflict.
    again = phone.post(url, old | ten_each(game) | {"dealer": "4", "key": "another"})
    assert again.status_code == 302


def test_the_same_correction_from_two_phones_is_logged_once(phone, second_phone, game):
    """The second phone would change nothing, so there is nothing to log or to undo."""
    url = f"/games/{game.code}/rounds/1/"
    first, second = (get(each, url).form(url) for each in (phone, second_phone))
    corrected = {"left-points-2": "25"}
    phone.post(url, first | corrected)

    answer = second_phone.post(url, second | corrected, follow=True)

    assert Page(answer).texts("li", class_="notice") == [
        "Deal 1 has already been saved, with the same scores."
    ]
    kinds = Change.objects.filter(game=game, deal=1).values_list("kind", flat=True)
    assert list(kinds) == ["record", "correct"]
    undo(game=game, context=ChangeContextFactory(game=game))
    assert Round.objects.get(game=game, deal=1).entry == ten_each(game)


def test_a_conflict_writes_nothing(conflict, game):
    assert Round.objects.get(game=game, deal=3).entry == ten_each(game)
    assert Game.objects.get(pk=game.pk).version == 4


def test_the_form_of_a_conflict_saves(conflict, phone, game, url):
    answer = phone.post(url, Page(conflict).forms(url)[-1])

    assert (answer.status_code, answer.url) == (302, f"/games/{game.code}/")
    played = Round.objects.get(game=game, deal=3)
    assert played.entry == {
        "out": "2",
        "left-cards-1": "K 5",
        "left-points-3": "12+11",
        "left-points-4": "7",
    }
    assert played.dealer.position == 4


def test_the_form_of_a_conflict_can_conflict_again(conflict, phone, game, url):
    RoundFactory(game=game, deal=3, texts=ten_each(game) | {"left-points-2": "6"})

    assert phone.post(url, Page(conflict).forms(url)[-1]).status_code == 409


def test_a_change_elsewhere_is_no_conflict(phone, game, url):
    old = get(phone, url).form(url)
    RoundFactory(game=game, deal=1, texts=ten_each(game) | {"left-points-2": "5"})
    rename(game=game, side=4, name="Daniel", context=ChangeContextFactory(game=game))

    answer = phone.post(url, old | ten_each(game))

    assert (answer.status_code, answer.url) == (302, f"/games/{game.code}/")
    assert Round.objects.get(game=game, deal=3).entry == ten_each(game)


def test_a_conflict_about_a_deal_that_nobody_saved(phone, game, url):
    old = get(phone, url).form(url)
    join(game=game, name="Eve", start=0, context=ChangeContextFactory(game=game))

    page = Page(phone.post(url, old | ten_each(game) | {"left-points-5": "10"}))

    assert page.status == 409
    assert page.texts("p", role="alert") == [
        f"{CHANGED} Nothing has been lost. Here is what you entered."
    ]
    assert page.texts("h1") == ["Deal 3 hasn’t been saved yet"]
    assert page.texts("th", scope="col") == ["", "Yours"]
    assert phone.post(url, page.form(url)).status_code == 302
    assert Round.objects.get(game=game, deal=3).entry == ten_each(game)


def test_my_version_has_no_hand_of_a_player_who_has_been_removed(phone, game, url):
    old = get(phone, url).form(url)
    leave(game=game, side=2, context=ChangeContextFactory(game=game))

    page = Page(phone.post(url, old | ten_each(game)))

    assert page.status == 409
    assert phone.post(url, page.form(url)).status_code == 302
    played = Round.objects.get(game=game, deal=3)
    assert played.entry == {"out": "1", "left-points-3": "10", "left-points-4": "10"}


def test_htmx_gets_the_same_fragments(phone, game, url):
    old = get(phone, url).form(url)
    htmx = {"HX-Request": "true"}
    hands = {f"left-points-{number}": "10" for number in range(2, 5)}

    refused = phone.post(url, old | hands, headers=htmx)
    saved = phone.post(url, old | hands | {"out": "1"}, headers=htmx)
    conflict = phone.post(url, old | {"key": "other"} | hands, headers=htmx)

    assert (refused.status_code, saved.status_code, conflict.status_code) == (422, 200, 409)
    assert Page(refused).root.attributes["id"] == Page(conflict).root.attributes["id"] == "entry"
    assert saved.headers["HX-Redirect"] == f"/games/{game.code}/"


def test_the_rules_of_the_game_are_one_tap_away(phone, game, url):
    page = get(phone, url)

    assert page.texts("a", href=f"/games/{game.code}/rules/?deal=3") == ["Rules"]
    rules = get(phone, f"/games/{game.code}/rules/", deal="3")
    assert rules.texts("a", href=url) == ["← Back to the deal"]
    asked = get(phone, f"/games/{game.code}/rules/", **rules.form(f"/games/{game.code}/rules/"))
    assert asked.texts("a", href=url) == ["← Back to the deal"]


@pytest.mark.parametrize("deal", ["", "x", "-1", "//evil.example/"])
def test_rules_that_were_not_opened_from_a_deal_lead_back_to_the_pad(phone, game, deal):
    rules = get(phone, f"/games/{game.code}/rules/", deal=deal)

    assert rules.texts("a", href=f"/games/{game.code}/") == ["← Back to the game"]


def test_a_correction_says_what_the_totals_are(phone, game, url):
    said = "Totals in grey don’t include this deal."
    assert said not in get(phone, url).words

    page = get(phone, f"/games/{game.code}/rounds/2/")

    assert page.texts("p", class_="hint") == [said]
    assert text_of(page.one(id="row-2-stand")) == "Total without this deal: 10"


def test_a_correction_that_shows_no_totals_says_nothing_of_them(phone, group):
    spades = GameFactory(group=group, variant="spades")
    hand = {f"bid-{seat}": "3" for seat in range(1, 5)} | {"tricks-1": "4"}
    hand |= {f"tricks-{seat}": "3" for seat in range(2, 5)}
    RoundFactory(game=spades, deal=1, texts=hand)

    page = get(phone, f"/games/{spades.code}/rounds/1/")

    assert "with Cai" in page.words
    assert "Totals in grey" not in page.words


def test_only_a_stored_deal_is_marked_as_saved(phone, game, url):
    new, stored = (get(phone, at).one("form") for at in (url, f"/games/{game.code}/rounds/2/"))

    assert "data-saved" not in new.attributes
    assert "data-saved" in stored.attributes


def test_the_draft_knows_whose_deal_it_usually_is(phone, game, url):
    typed = {"left-cards-2": "1X", "dealer": "1"}

    page = Page(send(phone, url, typed))

    assert page.form(url)["dealer"] == "1"
    assert page.one("select", name="dealer").attributes["data-usual"] == "3"


@pytest.fixture
def euchre(group):
    """The URL of the first hand."""
    return f"/games/{GameFactory(group=group, variant='euchre').code}/rounds/1/"


def test_what_is_seldom_asked_is_folded_away(phone, euchre):
    page = get(phone, euchre)

    fold = page.one("details", class_="fold")
    assert "open" not in fold.attributes
    assert page.texts("summary") == [
        "Less common: Trumps, Defended alone, Who reneged?, Renege penalty"
    ]
    outside = [text for text in page.texts("legend") if text not in text_of(fold)]
    assert outside == ["Who called trump?", "Makers’ tricks", "Went alone"]


@pytest.mark.parametrize(
    "typed", [{"makers": "1", "tricks": "3", "trumps": "hearts"}, {"makers": "1", "renege": "2"}]
)
def test_what_was_answered_or_is_wrong_is_unfolded(phone, euchre, typed):
    answer = send(phone, euchre, typed)

    page = get(phone, euchre) if answer.status_code == 302 else Page(answer)
    assert "open" in page.all("details", class_="fold")[0].attributes


def test_a_house_rule_of_euchre_is_folded_away_too(phone, group):
    game = GameFactory(group=group, variant="euchre", options={"dirty-clubs": True})

    page = get(phone, f"/games/{game.code}/rounds/1/")

    (asked,) = page.texts("summary")
    assert asked.endswith("Renege penalty, Clubs were turned up")
    assert len(page.all("input", name="clubs-up")) == 1


@pytest.mark.parametrize(
    ("variant", "played", "stands"),
    [
        ("phase-rummy", 0, ["Total so far: 0 · phase 1: two sets of 3"] * 4),
        (
            "contract-rummy",
            2,
            ["Total so far: 0", "Total so far: 20", "Total so far: 20", "Total so far: 20"],
        ),
        ("spades", 0, ["with Cai", "with Dee", "with Ann", "with Bob"]),
    ],
)
def test_how_a_hand_stands_is_told_with_its_name(phone, group, variant, played, stands):
    game = GameFactory(group=group, variant=variant, played=played)

    page = get(phone, f"/games/{game.code}/rounds/{played + 1}/")

    hands = [hand.attributes for hand in page.all("fieldset") if "data-total" in hand.attributes]
    told = [page.one(id=hand["aria-describedby"]) for hand in hands]
    assert [text_of(each) for each in told] == stands
    assert all("aria-hidden" not in each.attributes for each in told)


@pytest.mark.parametrize("variant", ["contract-rummy", "liverpool-rummy", "crazy-eights"])
def test_each_hand_has_a_place_for_its_sum(phone, group, variant):
    game = GameFactory(group=group, variant=variant)

    page = get(phone, f"/games/{game.code}/rounds/1/")

    assert len(page.all("output", class_="sum")) == 4
    adding = [each.attributes.get("data-adds") for each in page.all("input", name="left-cards-1")]
    assert adding == ["1" if variant == "contract-rummy" else None]


@pytest.mark.parametrize("deal", [1, 3])
def test_rules_and_seating_are_read_once(phone, game, monkeypatch, deal):
    reads = []
    for module, name in ((snapshots, "_loaded"), (seating, "seating_with")):
        read = getattr(module, name)
        monkeypatch.setattr(
            module, name, lambda *found, read=read: reads.append(read.__name__) or read(*found)
        )

    get(phone, f"/games/{game.code}/rounds/{deal}/")

    assert sorted(reads) == ["_loaded", "seating_with"]


def test_german_has_the_letters_of_german_cards(phone, group):
    texts = {"queen": "1", "hearts-1": "5", "hearts-2": "8"}
    game = GameFactory(group=group, variant="hearts", names=("Ann", "Bob", "Cai", "Dee"))
    RoundFactory(game=game, deal=1, texts=texts)
    german = {"accept-language": "de"}

    entry = Page(phone.get(f"/games/{game.code}/rounds/2/", headers=german)).words
    pad = Page(phone.get(f"/games/{game.code}/", headers=german)).words

    assert "♠D" in entry
    assert "♠Q" not in entry
    assert "♠D: 5 + 13" in pad
