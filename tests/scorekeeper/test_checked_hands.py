"""The pages on which players check a hand, with the standard rules and in a running game.

The first deal of Contract Rummy asks for two sets of 3, the second for a set of 3 and a run of 4,
the third for two runs of 4. Four players have two packs and three jokers.
"""

from urllib.parse import urlencode

import pytest
from django.urls import reverse

from rules.engine.catalogue import catalogue
from rules.engine.melding import meld_rules
from rules.reference.rule_texts import rule_texts
from scorekeeper.presenters.unjudged_rules import unjudged_rules
from tests.factories import GameFactory
from tests.rows import each_row
from tests.scorekeeper.pages import get, text_of

URL = "/rules/contract-rummy/hand/"
NOT_A_CARD = (
    "“{}” isn’t a card. Enter QS for the queen of spades, K for any king or JK for a joker, "
    "with spaces between the cards."
)
TWO_SETS = "7H 7D 7S QS QD JK 2C 3C 9H 10H KD"


def check(client, hand, deal=1, url=URL):
    return get(client, url, deal=str(deal), hand=hand)


def test_the_melds_are_drawn_side_by_side_with_what_is_left(client):
    page = check(client, TWO_SETS)

    assert page.texts("p", **{"class": "answer"}) == ["You can lay down."]
    assert page.texts("h3") == [
        *("Set of 3", "Set of 3"),
        *("Discard", "Left: four cards, 24 points"),
    ]
    assert page.texts("li") == [
        *("Q♠", "Q♦", "JK = Q"),
        *("7♠", "7♥", "7♦"),
        *("10♥", "2♣", "3♣", "9♥", "K♦"),
    ]
    assert page.one("input", name="hand").attributes["value"] == TWO_SETS


def test_the_answer_names_the_cards_that_would_complete_the_contract(client):
    # With 6♥ 7♥ 8♥, the run needs 5♥ or 9♥; the set needs a third queen, or both have a joker.
    page = check(client, "6H 7H 8H QS QD QC 2C 2D KD", 2)

    assert page.texts("p", **{"class": "answer"}) == ["One card short."]
    assert page.texts("p", **{"class": "wanted"}) == ["You need a joker (3), 5♥ (2) or 9♥ (2)."]


def test_several_missing_cards_are_listed_as_plans(client):
    # No two cards make a set or a run together: at least two more for each set.
    page = check(client, "2H 9S", 1)

    assert page.texts("p", **{"class": "answer"}) == ["Four cards short."]
    assert page.texts("p", **{"class": "wanted"})[0] == "You need two 2s (7) and two 9s (7)."
    assert "For one of these cards, a joker (3) would also do." in page.texts("p")


def test_a_hand_of_two_deals_is_too_large_in_gin(client):
    eleven = "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH"

    page = check(client, f"{eleven} QH", url="/rules/gin-rummy/hand/")

    assert page.texts("p", id="hand-problem") == [
        (
            "These are 12 cards, but a hand has at most 11, with the card you drew. "
            "Remove some, or clear them."
        )
    ]
    assert check(client, eleven, url="/rules/gin-rummy/hand/").texts("p", class_="answer")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("7H 1X", NOT_A_CARD.format("1X")),
        ("7H K", "“K” has no suit. Enter KH for hearts, for example."),
        ("3x7H", "You entered 7♥ 3 times, but only 2 are in play. Remove one."),
        ("4xJK", "You entered four jokers, but only 3 are in play. Remove one."),
        (
            "2x2H 2x3H 2x4H 2x5H 2x6H 2x7H 2x8H 2x9H 2x10H 2xJH 2xQH 2xKH 2xAH 2S",
            "These are 27 cards, 0 of them wild. That’s too many to check at once. Remove some.",
        ),
        ("7H " * 200, "That’s too long for a hand. Use at most 400 characters."),
        (", ;", "“, ;” doesn’t name a card. Enter cards such as K Q 5, or leave the field blank."),
    ],
)
def test_text_that_is_not_a_hand_stays_with_the_reason(client, text, problem):
    page = check(client, text)

    assert page.texts("p", id="hand-problem") == [problem]
    assert page.one("input", name="hand").attributes["value"].strip() == text.strip()
    assert page.one("input", name="hand").attributes["aria-invalid"] == "true"
    assert page.texts("p", **{"class": "answer"}) == []


@pytest.mark.parametrize(
    ("key", "text"), [("8S", "7H 2x7D 8S"), ("back", "7H"), ("clear", ""), ("JK", "7H 2x7D JK")]
)
def test_without_a_script_the_keys_send_the_form(client, key, text):
    answer = client.get(URL, {"deal": "2", "players": "3", "hand": "7H 2x7D", "do": key})

    page = get(client, answer.url)
    assert answer.status_code == 302
    assert page.one("input", name="hand").attributes.get("value", "") == text


def test_htmx_gets_the_answer_and_the_line_above_the_keys(client):
    answer = client.get(
        URL, {"deal": "1", "hand": TWO_SETS, "do": "KD"}, headers={"HX-Request": "true"}
    )

    html = answer.content.decode()
    assert "<html" not in html
    assert 'id="verdict" role="status" hx-swap-oob="true"' in html
    assert "11 cards:" in html


def test_more_players_have_more_jokers(client):
    page = get(client, URL, deal="1", hand="4xJK", players="5")

    assert page.texts("option", selected="") == ["1: two sets of 3", "5 players"]
    assert page.texts("p", id="hand-problem") == [""]


def test_a_whole_hand_has_to_go_down_at_once(client):
    # Three runs of 4 are 12 cards, and this deal ends without a discard, so the king is in the way.
    runs = "2H 3H 4H 5H 6S 7S 8S 9S 9D 10D JD QD"

    assert check(client, runs, 7).texts("p", **{"class": "answer"}) == [
        "You can lay down and go out."
    ]
    assert check(client, f"{runs} KS", 7).texts("p", **{"class": "answer"}) == [
        "You can’t lay down: in this deal, the whole hand goes down at once."
    ]


@each_row
def test_games_without_contracts_have_their_own_answers(client, url, hand, verdict, headings):
    page = get(client, f"/rules/{url}{'&' if '?' in url else '?'}hand={hand.replace(' ', '+')}")

    assert page.texts("p", **{"class": "answer"}) == [verdict]
    assert sorted(page.texts("h3")) == sorted(headings)


@each_row
def test_the_referee_names_the_rule_that_forbids_a_meld(client, url, melds, answer, anchor):
    hand = melds.replace(" ", "+")
    page = get(client, f"/rules/{url}{'&' if '?' in url else '?'}what=melds&hand={hand}")

    assert page.texts("p", **{"class": "answer"}) == [answer]
    rules = f"/rules/{url.partition('/')[0]}/"
    links = [link for link in page.all("a") if text_of(link) == "Read this rule"]
    assert [link.attributes["href"] for link in links] == ([f"{rules}#{anchor}"] if anchor else [])


ON_TABLE = "4H 5H 6H 7H / KS KD KC"


@each_row
def test_a_whole_turn_with_the_melds_on_the_table(client, asked, verdict, headings):
    url, hand, table = asked
    page = get(client, f"/rules/{url}&{urlencode({'hand': hand, 'table': table})}")

    assert page.texts("p", id="hand-problem") == [""]
    assert page.texts("p", **{"class": "answer"}) == [verdict]
    assert page.texts("h3") == headings


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        ("7H 7D 7S QS QD QC 8H 2C", "You can’t lay off in the turn in which you lay down."),
        ("7H 7D 7S QS QD 8H", "You can’t lay off before you have laid down your contract."),
    ],
)
def test_the_answer_says_why_nothing_is_laid_off(client, hand, reason):
    with_table = get(client, URL, deal="1", hand=hand, table=ON_TABLE)
    without = get(client, URL, deal="1", hand=hand)

    assert reason in with_table.texts("p")
    assert reason not in without.texts("p")


def test_a_house_rule_asks_for_a_meld_of_ones_own_before_laying_off(phone, group):
    game = GameFactory(group=group, variant="rummy", options={"meld-before-lay-off": True})
    url = own_url(game, 1)

    before = get(phone, url, hand="7H KS 9C", table="4H 5H 6H")
    later = get(phone, url, hand="7H KS 9C", table="4H 5H 6H", down="on")
    standard = get(phone, "/rules/rummy/hand/", hand="7H KS 9C", table="4H 5H 6H")

    why_not = "You can’t lay off before you have a meld of your own on the table."
    assert why_not in before.texts("p")
    assert before.texts("h3") == ["Discard", "Left: two cards, 16 points"]
    assert "I have a meld on the table" in before.texts("label")
    assert later.texts("h3") == standard.texts("h3")
    assert later.texts("h3") == ["Lay off 7♥", "Discard", "Left: one card, 9 points"]
    assert "I have a meld on the table" not in standard.texts("label")


def test_laid_off_cards_are_marked_in_their_meld(client):
    page = get(client, URL, deal="2", hand="8H JK 2C", table="JK 5H 6H 7H", down="on")

    # On the table, the joker is 4♥; the other one is laid off as 9♥.
    assert page.texts("li", **{"class": "added face red"}) == ["8♥"]
    assert page.texts("li", **{"class": "added face stands"}) == ["JK = 9♥"]
    assert page.texts("li", **{"class": "face stands"}) == ["JK = 4♥", "JK = 4♥"]
    assert page.one("input", name="down").attributes["checked"] == ""


def test_a_meld_that_is_not_allowed_on_the_table_is_marked_with_its_rule(client):
    page = get(client, URL, deal="2", hand="8H", table="KS KD KC / 4H 5H 6H 8H", down="on")

    assert "Meld 2: No run has a gap." in page.texts("p")
    assert page.texts("p", **{"class": "answer"}) == []
    (wrong,) = page.texts("li", **{"class": "wrong"})
    assert wrong.startswith("4♥")
    assert page.texts("a", href="/rules/contract-rummy/#melds-run") == ["Read this rule"]


@pytest.mark.parametrize(
    ("hand", "table", "problem"),
    [
        ("7H", "7H 7H 7D", "You entered 7♥ 3 times, but only 2 are in play. Remove one."),
        ("2C", "7H K 7D", "“K” has no suit. Enter KH for hearts, for example."),
        ("2C", "/".join(["7H 7D 7S"] * 13), "These are 13 melds. Enter at most 12 of them."),
    ],
)
def test_a_table_that_cannot_be_read_stays_with_the_reason(client, hand, table, problem):
    page = get(client, URL, deal="1", hand=hand, table=table)

    assert page.texts("p", id="hand-problem") == [problem]
    assert page.one("input", name="table").attributes["value"] == table
    assert page.texts("p", **{"class": "answer"}) == []


def test_a_turn_with_too_many_ways_to_lay_off_is_said_to_be_too_large(client):
    page = get(
        client,
        "/rules/telefunken/hand/",
        deal="1",
        down="on",
        hand="JS 9S 7D 8H 3C 9D 7S KH AC 4C 6S 5S 6H KS AH QH",
        table="JK 3D 4D 5D/10H 10D 10C/5C 6C 7C/2H 2D 2C JK/6S 6H JK/QS QD JK/2S 3S 4S/2H 3H 4H 5H",
    )

    problem = "These are too many melds to check at once. Remove some."
    assert page.texts("p", id="hand-problem") == [problem]


@pytest.mark.parametrize(
    ("asked", "table"),
    [
        ({"do": "6H"}, "4H 5H / KS KD KC 6H"),
        ({"do": "/"}, "4H 5H / KS KD KC /"),
        ({"do": "back"}, "4H 5H / KS KD"),
        ({"do": "clear"}, ""),
        ({"do": "drop 0"}, "KS KD KC"),
        ({"do": "drop 1", "to": "hand"}, "4H 5H"),
    ],
)
def test_without_a_script_the_keys_also_type_the_table(client, asked, table):
    typed = {"deal": "2", "hand": "2C", "table": "4H 5H / KS KD KC", "to": "table"}

    answer = client.get(URL, typed | asked)

    page = get(client, answer.url)
    assert page.one("input", name="table").attributes.get("value", "") == table
    assert page.one("input", name="hand").attributes["value"] == "2C"


@pytest.mark.parametrize(
    ("to", "king", "two"), [("table", "K♦ 1", "2♣ 0"), ("hand", "K♦ 0", "2♣ 1")]
)
def test_the_keys_count_the_cards_of_the_text_that_they_type(client, to, king, two):
    page = get(client, URL, deal="2", hand="2C", table="KS KD KC", to=to)

    assert text_of(page.one("button", value="KD")) == king
    assert text_of(page.one("button", value="2C")) == two


def test_htmx_gets_the_melds_on_the_table(client):
    asked = {"deal": "2", "hand": "8H", "table": ON_TABLE, "to": "table"}
    html = client.get(URL, asked, headers={"HX-Request": "true"}).content.decode()

    assert '<div id="on-table" hx-swap-oob="true">' in html
    assert "Remove meld 2" in html
    assert "2 melds:" in html


@pytest.mark.parametrize(
    ("url", "has_table"),
    [
        *(("gin-rummy/hand/", True), ("rummy-500/hand/", True), ("may-i/hand/", True)),
        *(("three-thirteen/hand/", False), ("indian-rummy/hand/", False)),
        *(("canasta/hand/", False), ("may-i/hand/?what=melds", False)),
    ],
)
def test_only_games_in_which_players_lay_off_ask_for_the_table(client, url, has_table):
    page = get(client, f"/rules/{url}")

    assert bool(page.all("input", name="table")) is has_table
    assert bool(page.all("input", name="down")) is (has_table and "may-i" in url)


def test_rules_that_no_source_states_are_named(client):
    page = get(client, "/rules/carioca/hand/", deal="1", hand="7H")

    assert page.texts("summary") == ["Rules that no source states"]
    assert "A player’s runs in one suit may touch." in page.texts("li")


def examples_on(page):
    return [text.replace("\u00a0", " ") for text in page.texts("small", **{"class": "example"})]


def test_rules_about_melds_have_worked_examples(client):
    assert examples_on(get(client, "/rules/shanghai-rummy/")) == [
        "Allowed: 7♠ 7♥ 7♦. Not allowed: 7♠ 7♥.",
        "Allowed: 5♥ 6♥ 7♥ 8♥. Not allowed: 5♥ 6♥ 7♥ 8♦.",
        "Allowed: J♥ Q♥ K♥ A♥. Not allowed: A♥ 2♥ 3♥ 4♥.",
        "Allowed: 3♥ 4♥ 5♥ 6♥ and 7♠ 8♠ 9♠ 10♠. Not allowed: 3♥ 4♥ 5♥ 6♥ and 7♥ 8♥ 9♥ 10♥.",
        "Allowed: 7♠ 7♥ joker. Not allowed: 7♠ joker joker.",
        "Allowed: 7♠ 7♥ 7♦ 7♣ 7♠.",
        "Allowed: 5♥ joker 7♥ 8♥. Not allowed: 5♥ joker 8♥ 9♥.",
        "Allowed: 7♠ 7♥ 7♦ and 9♠ 9♥ 9♦. Not allowed: 7♠ 7♥ 7♦ and 7♠ 7♥ 7♦.",
        "Allowed: 3♥ 4♥ 5♥ 6♥ and 5♥ 6♥ 7♥ 8♥. Not allowed: 3♥ 4♥ 5♥ 6♥ and 7♥ 8♥ 9♥ 10♥.",
    ]


def test_examples_follow_the_house_rules(phone, group):
    game = GameFactory(group=group, options={"touching-runs-allowed": True})

    examples = examples_on(get(phone, f"/games/{game.code}/rules/"))

    assert "Allowed: 3♥ 4♥ 5♥ 6♥ and 7♥ 8♥ 9♥ 10♥." in examples
    assert not any("Not allowed: 3♥ 4♥ 5♥ 6♥ and" in each for each in examples)


def test_only_games_with_melds_have_the_page(client):
    assert client.get("/rules/hearts/hand/").status_code == 404
    assert client.get("/rules/no-such-game/hand/").status_code == 404
    assert get(client, "/rules/contract-rummy/").texts("a", href=URL) == ["Check a hand"]
    assert get(client, "/rules/hearts/").texts("a", href="/rules/hearts/hand/") == []


@pytest.mark.parametrize(
    ("slug", "reason"),
    [
        (
            "toonerville-rook",
            "Hands can’t be checked: these cards have colours, and only suits can be typed.",
        ),
        (
            "five-suit-rummy",
            "Hands can’t be checked: these cards have five suits, and only four can be typed.",
        ),
        ("contract-rummy", ""),
        ("hearts", ""),
        ("phase-rummy", ""),
    ],
)
def test_a_game_with_melds_says_why_its_hands_cannot_be_checked(client, slug, reason):
    told = get(client, f"/rules/{slug}/").texts("p", **{"class": "muted"})

    assert [text for text in told if text.startswith("Hands can’t")] == [reason] * bool(reason)
    if reason:
        missing = client.get(f"/rules/{slug}/hand/")
        assert missing.status_code == 404
        assert reason in missing.content.decode()


def test_a_card_that_can_never_be_discarded_is_not_kept(client):
    url = "/rules/shanghai-rummy-powe/hand/"

    page = check(client, "7H 7D 7S 9H 9C 9D KS", url=url)
    with_another = check(client, "7H 7D 7S 9H 9C 9D KS 2C", url=url)

    assert page.texts("p", **{"class": "answer"}) == [
        "You can’t lay down: you would keep one card, which you could never discard."
    ]
    assert with_another.texts("p", **{"class": "answer"}) == ["You can lay down."]


def own_url(game, deal=3):
    return reverse("check-own-hand", args=[game.code, deal])


def test_the_pad_leads_to_the_check_for_the_next_deal(phone, game):
    assert get(phone, f"/games/{game.code}/").texts("a", href=own_url(game)) == ["Check my hand"]
    page = get(phone, own_url(game), hand="2H 3H 4H 5H 6S 7S 8S 9S KD")
    assert page.texts("h1") == ["Deal 3 of 7: two runs of 4"]
    assert page.texts("h3") == ["Run of 4", "Run of 4", "Discard", "No cards are left."]


@pytest.mark.parametrize(("deal", "status"), [(2, 302), (4, 302), (8, 404), (0, 404)])
def test_only_the_next_deal_can_be_checked(phone, game, deal, status):
    assert phone.get(own_url(game, deal)).status_code == status


def test_house_rules_apply(phone, group):
    game = GameFactory(group=group, options={"no-jokers": True})

    page = get(phone, own_url(game, 1), hand="7H JK")

    assert page.all("button", value="JK") == []
    assert page.texts("p", id="hand-problem")[0].startswith("“JK” isn’t a card.")


def test_what_is_left_goes_into_the_players_own_hand(phone, game):
    page = get(phone, own_url(game), hand="2H 3H 4H 5H 6S 7S 8S 9S KD 5C 5C")
    (use,) = page.all("a", **{"class": "button quiet"})
    own = reverse("own-hand", args=[game.code, 3])
    assert use.attributes["href"] == f"{own}?left=2x5C"

    asked = get(phone, use.attributes["href"])
    answer = phone.post(
        reverse("own-player", args=[game.code, 3]),
        asked.form(reverse("own-player", args=[game.code, 3])) | {"seat": "2"},
        follow=True,
    )

    assert answer.redirect_chain[-1][0] == f"{own}?left-cards-2=2x5C"
    assert 'value="2x5C"' in answer.content.decode()


def test_what_is_left_after_laying_off_goes_into_the_players_own_hand(phone, game):
    page = get(phone, own_url(game), hand="8H KD 5C", table="4H 5H 6H 7H", down="on")

    (use,) = page.all("a", **{"class": "button quiet"})
    assert use.attributes["href"] == f"{reverse('own-hand', args=[game.code, 3])}?left=5C"


@pytest.mark.parametrize(
    ("slug", "hand", "verdict", "unchecked"),
    [
        (
            "romme",
            "AH 2H 3H 10H 10D 10S 9C",
            "You can’t meld yet: 36 points, and at least 40 are needed.",
            "Once your initial meld is on the table, you may swap a joker",
        ),
        ("romme", "5H 6H 7H 8H", "You can go out.", "Once your initial meld is on the table"),
        ("chinchon", "AH 2H 3H 4S 4D 4C 5H KD", "You can close.", "Nobody may close"),
        (
            "burraco",
            "7H 8H 9H KS KD KC",
            "You can meld all your cards.",
            "You may close only if your side has taken its pozzetto",
        ),
    ],
)
def test_first_melds_closing_and_the_rules_that_are_not_checked(
    client, slug, hand, verdict, unchecked
):
    page = get(client, f"/rules/{slug}/hand/", hand=hand)

    assert page.texts("p", **{"class": "answer"}) == [verdict]
    assert unchecked in " ".join(page.texts("li"))


def test_a_penalty_for_a_discard_that_fits_is_not_checked():
    game = catalogue().variant("deuces-wild-rummy")
    chosen = game.ruleset({"playable-discard-penalty": True})

    def unchecked(ruleset):
        return unjudged_rules(meld_rules(ruleset), rule_texts().sections(game, ruleset))

    (rule,) = unchecked(chosen)
    assert "you must take it back and draw two more cards" in rule.text
    assert unchecked(game.standard) == ()
