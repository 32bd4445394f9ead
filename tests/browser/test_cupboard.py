"""Less common games on a small phone, scored as people score them: with taps and the keypad."""

import re
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.urls import reverse
from playwright.sync_api import BrowserContext, Locator, Page, expect

from scorekeeper.models import Game, User
from tests.browser.conftest import Watch
from tests.browser.steps import (
    PEOPLE,
    SEVEN_DEALS,
    choose_game,
    enter_deal,
    expect_deal,
    expect_totals,
    hand,
    key,
    open_deal,
    ready,
    save,
    seat,
    start,
    statuses,
    sum_text,
    tab_to,
    tap_answer,
    tap_hand,
    tap_mark,
)
from tests.factories import GameFactory, RoundFactory
from tests.rules.transcript import FOLDER, Transcript, TranscriptDeal, load_transcript
from tests.sheets.pdfs import squeezed, text_of

REFUSED = "status of 422"
FOUR = PEOPLE[:4]

EUCHRE = {
    "makers": "Who called trump?",
    "trumps": "Trumps",
    "alone": "Went alone",
    "alone-defender": "Defended alone",
    "tricks": "Makers’ tricks",
    "renege": "Who reneged?",
    "renege-points": "Renege penalty",
}
FINDERS = {"add": "Points for the other side", "take": "Off the offenders’ total"}
MOON = {"add": "26 to everyone else", "subtract": "26 off the shooter’s total"}


def transcript(name: str) -> Transcript:
    return load_transcript(FOLDER / f"{name}.toml")


def expect_pad(page: Page, deal: TranscriptDeal) -> None:
    """Check what the pad shows after a deal."""
    expect_totals(page, tuple(deal.totals.values()))
    expect_deal(page, deal.number, tuple(deal.points.values()), tuple(deal.totals.values()))
    assert statuses(page) == dict(deal.status)


def expect_places(page: Page, *places: str) -> None:
    expect(page.locator(".places-list li")).to_have_text(places)


def typed(page: Page, name: str, what: str) -> Locator:
    """Return the inputs for a player or a side."""
    return hand(page, name).get_by_label(what, exact=True)


def test_a_whole_game_of_euchre_is_tapped(page: Page) -> None:
    told = transcript("euchre")
    choose_game(page, "Euchre")
    seat(page, FOUR)
    page.get_by_role("listitem").filter(has=page.get_by_label("Player 4")).get_by_text(
        "dealer"
    ).click()
    start(page, "Euchre")

    # These hands have every kind of answer.
    for deal in with_others_recorded(page, told, tapped={1, 3, 6, 8, 11}):
        expect(page.locator(".deal-line")).to_contain_text(f"{deal.dealer} deals")
        open_deal(page, deal.number, "hand")
        tap_euchre(page, deal.entry)
        save(page)
        expect_pad(page, deal)

    expect(page.get_by_text("Ann & Cai win")).to_be_visible()
    expect_places(page, "1st Ann & Cai 10", "2nd Bob & Dee 9")
    assert statuses(page) == {"Bob & Dee": "at the bridge"}
    expect(page.locator(".pad-key")).to_contain_text("✓ made it")


def with_others_recorded(
    page: Page, told: Transcript, tapped: Container[int]
) -> Iterator[TranscriptDeal]:
    """Yield the deals that are tapped, and record the others without a page."""
    game = Game.objects.get()
    for deal in told.deals:
        if deal.number in tapped:
            page.goto(game.get_absolute_url())
            yield deal
        else:
            RoundFactory(game=game, deal=deal.number, texts=deal.texts(told.keys))


def tap_euchre(page: Page, entry: Mapping[str, Any]) -> None:
    if entry.get("thrown-in"):
        page.get_by_text("Everyone passed: thrown in").click()
        return
    for asked, answer in entry.items():
        text = FINDERS.get(str(answer), str(answer))
        tap_answer(page, EUCHRE[asked], text.capitalize() if asked == "trumps" else text)


def test_a_second_tap_takes_an_answer_back(page: Page, sit_down: Callable[..., Game]) -> None:
    sit_down(page, "euchre", FOUR)
    tap_answer(page, "Who called trump?", "Bob & Dee")
    tap_answer(page, "Who called trump?", "Ann & Cai")
    tap_answer(page, "Makers’ tricks", "4")
    tap_answer(page, "Went alone", "Bob")
    alone = page.get_by_role("group", name="Went alone")
    expect(alone.get_by_label("Bob")).to_be_checked()

    tap_answer(page, "Went alone", "Bob")

    expect(alone.get_by_label("Bob")).not_to_be_checked()
    save(page)
    expect_totals(page, (1, 0))


def test_a_whole_game_of_hearts_is_counted_on_the_keypad(
    page: Page, sit_down: Callable[..., Game], watch: Watch
) -> None:
    watch.expect(REFUSED)
    sit_down(page, "hearts", FOUR)
    told = transcript("hearts")
    deals = told.deals

    for name, hearts in {"Ann": "2", "Bob": "8", "Cai": "3"}.items():
        expect(hand(page, name)).to_contain_class("is-current")
        tap_hand(page, hearts)
        if name != "Cai":
            key(page, "Next").click()
    expect(typed(page, "Dee", "Hearts")).to_have_value("0")
    typed(page, "Dee", "Hearts").click()
    tap_hand(page, "1")
    save(page)
    expect(page.get_by_role("alert").filter(has_text="The hearts add up to 14")).to_be_visible()
    expect(
        page.get_by_role("alert").filter(has_text="Nobody is marked for the queen")
    ).to_be_visible()
    for name, hearts in {"Ann": "2", "Bob": "8", "Cai": "3", "Dee": "1"}.items():
        expect(typed(page, name, "Hearts")).to_have_value(hearts)
    typed(page, "Dee", "Hearts").click()
    key(page, "⌫").click()
    tap_hand(page, "0")
    tap_mark(page, "Ann", "♠Q")
    save(page)
    expect_pad(page, deals[0])

    open_deal(page, 2)
    tap_hearts(page, deals[1])
    save(page)
    moon = page.get_by_role("group", name="After shooting the moon")
    expect(moon).to_have_accessible_description(re.compile("Dee shot the moon"))
    expect(typed(page, "Dee", "Hearts")).to_have_value("13")
    expect(typed(page, "Ann", "Hearts")).to_have_value("0")  # no hearts are left
    tap_answer(page, "After shooting the moon", "26 to everyone else")
    pass_over(page)
    expect_pad(page, deals[1])

    rest = replace(told, deals=deals[2:])
    for deal in with_others_recorded(page, rest, tapped={3, 9}):
        open_deal(page, deal.number)
        tap_hearts(page, deal)
        if "moon" in deal.entry:
            tap_answer(page, "After shooting the moon", MOON[deal.entry["moon"]])
        save(page)
        expect_pad(page, deal)
    expect(page.get_by_text("Dee wins")).to_be_visible()
    expect_places(page, "1st Dee −19", "2nd Bob 32", "3rd Cai 69", "4th Ann 100")
    expect(page.locator(".pad-key")).to_contain_text("✓ shot the moon")


def tap_hearts(page: Page, deal: TranscriptDeal) -> None:
    """Enter who took the queen, and each player’s hearts. Next skips players who took none."""
    tap_mark(page, deal.entry["queen"], "♠Q")
    for name in FOUR:
        expect(typed(page, name, "Hearts")).to_be_visible()
        if name in deal.entry["hearts"]:
            typed(page, name, "Hearts").click()
            tap_hand(page, str(deal.entry["hearts"][name]))
        if key(page, "Next").count():  # the key is Save once no hearts are left
            key(page, "Next").click()


def pass_over(page: Page) -> None:
    """Press Next on each blank field until it becomes Save."""
    save_key = page.locator("#keypad").get_by_role("button", name="Save", exact=True)
    for _ in range(len(PEOPLE)):
        if save_key.count():
            break
        key(page, "Next").click()
    save_key.click()


# In the first deal, Cai holds a joker, which counts 25 here: 10 + 10 + 5 + 25 = 50, not 40.
HOUSE_DEAL = replace(SEVEN_DEALS[0], points=(30, 0, 50, 23, 15), totals=(30, 0, 50, 23, 15))


def test_contract_rummy_is_played_by_house_rules(page: Page) -> None:
    choose_game(page, "Contract Rummy")
    seat(page, PEOPLE)
    set_house_rules(page)
    page.get_by_label("Save these rules as").fill("Sunday rules")
    start(page, "Contract Rummy")

    expect_house_rules(page)
    expect_named_in_rules_and_sheet(page)

    choose_game(page, "Contract Rummy")
    page.get_by_role("button", name="Sunday rules").click()
    expect(page.locator("#house-rules summary").first).to_have_text("House rules: Sunday rules")
    expect(page.get_by_label("Player 5", exact=True)).to_have_value("Eve")
    start(page, "Contract Rummy")
    expect_house_rules(page)
    enter_deal(page, 1, HOUSE_DEAL)


def set_house_rules(page: Page) -> None:
    page.get_by_text("House rules: standard").click()
    page.get_by_text("Frozen jokers").click()
    page.get_by_text("Other values").click()
    page.get_by_label("Joker", exact=True).fill("25")
    page.get_by_role("group", name="Deal 1").get_by_label("Sets").fill("3, 4")
    page.get_by_role("button", name="Preview changes").click()
    changes = page.locator("#changes")
    expect(changes).to_contain_text("Different from the standard")
    for text in ("Joker: 25", "Swapping for a joker", "one set of 3, one set of 4"):
        expect(changes).to_contain_text(text)


def expect_house_rules(page: Page) -> None:
    rules = page.locator(".house:visible")
    for text in ("Frozen jokers", "Joker counts 25", "deal 1: one set of 3, one set of 4"):
        expect(rules).to_contain_text(text)


def expect_named_in_rules_and_sheet(page: Page) -> None:
    bar = page.get_by_role("navigation", name="This game", exact=True)
    bar.get_by_role("link", name="Print").click()
    sheet = page.get_by_role("link", name="Open the PDF").get_attribute("href")
    bar.get_by_role("link", name="Rules").click()
    named = "Frozen jokers, Joker counts 25, deal 1: one set of 3, one set of 4."
    expect(page.get_by_text(f"House rules included: {named}")).to_be_visible()
    changed = page.locator("tr.differs")
    expect(changed.filter(has_text="Joker: 25")).to_be_visible()
    expect(changed.filter(has_text="Swapping for a joker")).to_be_visible()
    expect(page.locator(".values div").filter(has_text="Joker")).to_contain_text("25")
    printed = text_of(page.request.get(sheet).body())
    for text in ("Frozen jokers", "Joker counts 25", "deal 1: one set of 3, one set of 4"):
        assert squeezed(text) in printed


def test_next_walks_through_all_bids_and_then_all_tricks(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    game = sit_down(page, "spades", FOUR)
    page.goto(game.get_absolute_url())
    deals = transcript("spades").deals[:3]

    for deal in deals:
        open_deal(page, deal.number, "hand")
        for name in deal.entry.get("blind-nil", ()):
            tap_mark(page, name, "Blind nil")
        first = FOUR.index(deal.dealer) + 1
        turns = [("Bid", name) for name in (*FOUR[first:], *FOUR[:first])]
        turns += [("Tricks", name) for name in FOUR[:-1]]
        is_new = True
        for asked, name in turns:
            number = deal.entry[asked.lower()].get(name)
            if number is None:  # a blind nil, so there is no bid to enter
                continue
            if not is_new:  # no element has the focus when a page loads
                expect(typed(page, name, asked)).to_be_focused()
            tap_hand(page, str(number))
            if (asked, name) != turns[-1]:
                key(page, "Next").click()
            is_new = False
        # The remaining tricks are filled in for Dee.
        expect(typed(page, "Dee", "Tricks")).to_have_value(str(deal.entry["tricks"]["Dee"]))
        save(page)
        expect_pad(page, deal)
    expect(page.locator(".pad-key")).to_contain_text("✓ made the bid")


def test_next_goes_to_everyone_who_plays_in_a_ramsch(
    page: Page, log_in: Callable[[BrowserContext, User], None]
) -> None:
    game = GameFactory(variant="skat", names=FOUR, options={"ramsch": True})
    log_in(page.context, game.group.members.get().user)
    page.goto(reverse("deal", args=[game.code, 1]))
    points = {name: typed(page, name, "Card points in a Ramsch") for name in FOUR}

    points["Bob"].click()
    tap_hand(page, "6")
    key(page, "Next").click()
    expect(points["Cai"]).to_be_focused()
    tap_hand(page, "52")  # a third digit would make too many points
    expect(points["Dee"]).to_be_focused()
    tap_hand(page, "62")
    # Ann, the dealer, sits out.
    save(page)

    # Dee has the most card points and loses them.
    expect_deal(page, 1, (0, 0, 0, -62), (0, 0, 0, -62))


def test_next_goes_to_the_player_who_sat_out_if_the_dealer_is_changed(
    page: Page, log_in: Callable[[BrowserContext, User], None]
) -> None:
    game = GameFactory(variant="skat", names=FOUR, options={"ramsch": True})
    log_in(page.context, game.group.members.get().user)
    page.goto(reverse("deal", args=[game.code, 1]))
    points = {name: typed(page, name, "Card points in a Ramsch") for name in FOUR}
    # Ann was expected to deal. The second change is the one that counts.
    for dealer in ("3", "2"):
        page.get_by_label("Dealer").select_option(dealer)

    points["Cai"].click()
    tap_hand(page, "52")  # a third digit would make too many points
    expect(points["Dee"]).to_be_focused()
    tap_hand(page, "6")
    key(page, "Next").click()
    expect(points["Ann"]).to_be_focused()
    tap_hand(page, "62")
    # Bob, the dealer, sits out.
    save(page)

    # Ann has the most card points and loses them.
    expect_deal(page, 1, (-62, 0, 0, 0), (-62, 0, 0, 0))


def test_a_hand_of_skat_starts_with_the_declarer(
    page: Page, log_in: Callable[[BrowserContext, User], None]
) -> None:
    game = GameFactory(variant="skat", names=FOUR[:3], options={"ramsch": True})
    log_in(page.context, game.group.members.get().user)
    page.goto(reverse("deal", args=[game.code, 1]))
    expect(page.locator("#keypad")).to_be_visible()

    # The keypad covers the rows, but they are needed only in a Ramsch.
    expect(page.get_by_role("group", name="Declarer")).to_be_in_viewport(ratio=1)


def test_the_keypad_does_not_cover_the_next_question(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    sit_down(page, "skat", FOUR[:3])
    for question, answer in (
        ("Declarer", "Ann"),
        ("Game", "Grand (24)"),
        ("Matadors, with or without", "2"),
    ):
        group = page.get_by_role("group", name=question, exact=True)
        group.get_by_role("radio", name=answer, exact=True).tap()

    page.wait_for_function(
        """question => question.getBoundingClientRect().bottom
            <= document.getElementById("keypad").getBoundingClientRect().top""",
        arg=page.get_by_role("group", name="Result").element_handle(),
    )


def test_both_digits_go_to_the_same_input(page: Page, sit_down: Callable[..., Game]) -> None:
    sit_down(page, "spades", FOUR)

    tap_hand(page, "10")

    # Ann deals, so Bob bids first.
    expect(typed(page, "Bob", "Bid")).to_have_value("10")
    expect(typed(page, "Bob", "Tricks")).to_have_value("")


def test_cards_and_points_go_to_the_right_one_of_two_hands(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    deal = transcript("rummy-500").deals[0]
    sit_down(page, "rummy-500", PEOPLE[:3])
    tap_mark(page, "Bob", "Out")

    typed(page, "Ann", "Points").first.click()
    for name, laid, held in (
        ("Ann", "K K K 5 6 7", "A 3"),
        ("Bob", "A 2 3 4 9 9 9", ""),
        ("Cai", "0", "A A Q"),
    ):
        for meld, text in (("Laid down", laid), ("Left in hand", held)):
            if not text:  # Next skips the fields of a player who is out
                continue
            pair = hand(page, name).get_by_role("group", name=meld)
            expect(pair.locator("input:focus")).to_have_count(1)
            tap_hand(page, text)
            part = "Points" if text.isdigit() else "Cards"
            expect(pair.get_by_label(part)).to_have_value(text)
            expect(pair.get_by_label(part)).to_be_focused()
            last = (name, meld) == ("Cai", "Left in hand")
            if not last:
                key(page, "Next").click()
    typed(page, "Bob", "Aces laid low (1)").click()
    tap_hand(page, "1")
    save(page)

    expect_pad(page, deal)


def test_any_game_has_a_name_a_target_and_sides_of_two(page: Page) -> None:
    choose_game(page, "Any game")
    name, target = page.get_by_label("Name of the game"), page.get_by_label("Target", exact=True)
    number = page.get_by_label("Play to a target: Number")
    expect(number).to_be_hidden()
    name.fill("catan")
    expect(target).to_be_checked()
    expect(number).to_have_value("10")
    expect(page.get_by_label("No", exact=True)).to_be_checked()
    name.fill("Kitchen darts")
    number.fill("50")
    seat(page, FOUR)
    page.get_by_text("House rules:").click()
    page.get_by_label("Teams of two").check()
    start(page, "Kitchen darts")

    # Ann & Cai: 20, 20 + 25 = 45, 45 + 15 = 60. Bob & Dee: 18, 18 + 31 = 49, 49 - 4 = 45.
    enter_points(page, 1, {"Ann & Cai": ("20", 20, 20), "Bob & Dee": ("12+6", 18, 18)})
    enter_points(page, 2, {"Ann & Cai": ("25", 25, 45), "Bob & Dee": ("31", 31, 49)})
    enter_points(page, 3, {"Ann & Cai": ("15", 15, 60), "Bob & Dee": ("-4", -4, 45)})

    expect(page.get_by_text("Ann & Cai win by 15")).to_be_visible()
    expect(page.get_by_text("60 points after 3 rounds.")).to_be_visible()


def test_a_rule_is_on_while_it_has_a_value(page: Page) -> None:
    page.goto("/games/new/rummy/")
    page.get_by_text("House rules:").click()
    rule = page.get_by_label("Losers pay the winner", exact=True)
    value = page.get_by_label("Losers pay the winner: Number")
    rule.check()
    value.fill("40")
    rule.uncheck()
    expect(value).to_have_value("")
    value.fill("50")
    expect(rule).to_be_checked()


def enter_points(page: Page, number: int, sides: Mapping[str, tuple[str, int, int]]) -> None:
    """Type each side’s points, and check the sum and the new total while typing."""
    open_deal(page, number, "round")
    for name, (text, points, total) in sides.items():
        expect(hand(page, name)).to_contain_class("is-current")
        for each in text.replace("-", "−"):
            key(page, each).click()
        expect(hand(page, name).get_by_role("status")).to_have_text(sum_text(text, points, total))
        key(page, "Save" if name == list(sides)[-1] else "Next").click()
    expect_totals(page, tuple(total for _, _, total in sides.values()))


def test_a_table_changes_while_the_game_goes_on(page: Page, sit_down: Callable[..., Game]) -> None:
    game = sit_down(page, "any-game", PEOPLE[:3])
    page.goto(game.get_absolute_url())
    enter_points(page, 1, {"Ann": ("10", 10, 10), "Bob": ("4", 4, 4), "Cai": ("7", 7, 7)})

    dealers = page.locator(".dealers")
    expect(dealers.get_by_role("button", name="Ann")).to_be_hidden()
    dealers.get_by_text("Next dealer Bob").click()
    dealers.get_by_role("button", name="Ann").click()
    expect(dealers).to_have_text("Next dealer Ann", use_inner_text=True)
    expect(page.locator(".deal-line")).to_contain_text("Ann deals")
    page.get_by_role("button", name="Undo").click()
    expect(dealers).to_have_text("Next dealer Bob", use_inner_text=True)

    page.get_by_role("link", name="Players").click()
    page.get_by_label("Name", exact=True).fill("Dee")
    page.get_by_label("Another score").fill("4")
    page.get_by_role("button", name="Add player").click()
    expect_totals(page, (10, 4, 7, 4))
    enter_points(
        page,
        2,
        {"Ann": ("1", 1, 11), "Bob": ("2", 2, 6), "Cai": ("3", 3, 10), "Dee": ("30", 30, 34)},
    )

    page.get_by_role("link", name="Players").click()
    page.get_by_role("button", name=re.compile("Remove.*Bob")).click()
    open_deal(page, 3, "round")
    expect(page.locator(".hand legend")).to_have_text(["Ann", "Cai", "Dee"])
    page.get_by_role("link", name="← Any game").click()

    page.get_by_role("link", name="Players").click()
    page.get_by_role("button", name="End the game now").click()
    expect(page.get_by_text("Dee wins")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Dee wins")).to_be_hidden()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#scoreboard thead .gone")).to_have_count(0)


def test_euchre_is_entered_from_the_keyboard_alone(
    page: Page, sit_down: Callable[..., Game]
) -> None:
    page.goto(sit_down(page, "euchre", FOUR).get_absolute_url())
    press = page.keyboard.press
    page.get_by_role("link", name="Enter hand 1").focus()
    press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hand 1")
    ready(page)

    # The arrow keys wrap around from “no answer” to the first answer.
    reach(page, "Who called trump?")
    press("ArrowRight")
    press("ArrowRight")
    expect_answer(page, "Who called trump?", "Bob & Dee")
    reach(page, "Makers’ tricks")
    press("ArrowRight")
    for _ in range(5):
        press("ArrowRight")
    expect_answer(page, "Makers’ tricks", "5")
    reach(page, "Went alone")
    press("ArrowLeft")
    expect_answer(page, "Went alone", "Dee")
    tab_to(page, page.get_by_label("Everyone passed: thrown in"))
    press("Space")
    press("Space")
    tab_to(page, page.locator("summary"))
    press("Enter")
    reach(page, "Who reneged?")
    press("ArrowRight")
    press("ArrowLeft")
    expect_answer(page, "Who reneged?", "– no answer")
    tab_to(page, page.get_by_role("button", name="Save hand 1"))
    press("Enter")

    expect_totals(page, (0, 4))


def reach(page: Page, question: str) -> None:
    """Press Tab until an input has the focus."""
    group = page.get_by_role("group", name=question, exact=True)
    tab_to(page, group.get_by_label("– no answer"))


def expect_answer(page: Page, question: str, answer: str) -> None:
    group = page.get_by_role("group", name=question, exact=True)
    expect(group.get_by_label(answer, exact=True)).to_be_checked()
