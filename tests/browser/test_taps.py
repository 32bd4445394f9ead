"""The number of taps for a deal on a small phone, from the pad to the saved deal."""

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

from scorekeeper.models import Game
from tests.browser.conftest import Watch
from tests.browser.steps import expect_totals, hand, key
from tests.factories import GameFactory, RoundFactory

FIVE = ("Ann", "Bob", "Cai", "Dee", "Eve")
SEVEN = (*FIVE, "Fay", "Gus")


class Finger:
    """A finger on a small phone, with a count of its taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, target: Locator) -> None:
        target.tap()
        self.taps += 1

    def keys(self, *names: str) -> None:
        """Tap the keys with these names. Digits may be given together."""
        for name in names:
            for single in name if name.isdigit() else (name,):
                self.tap(key(self.page, single))

    def mark(self, name: str, mark: str) -> None:
        """Tap a mark in a player’s row."""
        self.tap(hand(self.page, name).get_by_text(mark, exact=True))

    def answers(self, *names: str) -> None:
        """Tap the keys of these answers."""
        for name in names:
            self.tap(self.page.locator("#answers").get_by_role("button", name=name, exact=True))

    def more(self, name: str, label: str) -> None:
        """Tap “one more” in a player’s row."""
        self.tap(hand(self.page, name).get_by_role("button", name=f"{label}: one more"))


@pytest.fixture
def open_game(log_in: Callable[..., None]) -> Callable[..., tuple[Game, Finger]]:
    """Return a function that opens the pad of a new game and then its first deal."""

    def open_game(page: Page, variant: str, names: Sequence[str]) -> tuple[Game, Finger]:
        game = GameFactory(variant=variant, names=names)
        log_in(page.context, game.group.members.get().user)
        page.goto(game.get_absolute_url())
        finger = Finger(page)
        finger.tap(page.locator(".under-thumb a"))
        expect(page.locator("#keypad")).to_be_visible()
        return game, finger

    return open_game


def test_a_rummy_for_five(page: Page, open_game: Callable[..., tuple[Game, Finger]]) -> None:
    _, finger = open_game(page, "contract-rummy", FIVE)

    finger.mark("Bob", "Out")
    finger.keys("30", "Next", "7", "Next", "23", "Next", "15", "Save")

    expect_totals(page, (30, 0, 7, 23, 15))
    assert finger.taps == 13


def test_spades(page: Page, open_game: Callable[..., tuple[Game, Finger]]) -> None:
    _, finger = open_game(page, "spades", FIVE[:4])

    # Ann deals, so Bob bids first. Dee takes the rest of the 13 tricks.
    finger.keys("4332", "443", "Save")

    # Bids and tricks: Ann & Cai 5 and 7, Bob & Dee 7 and 6.
    expect_totals(page, (52, -70))
    assert finger.taps == 9


def test_oh_hell_for_seven(page: Page, open_game: Callable[..., tuple[Game, Finger]]) -> None:
    _, finger = open_game(page, "oh-hell", SEVEN)

    # The bids from Bob to Ann, then the tricks from Ann to Fay. The last one is Gus’s.
    finger.keys("1201202", "110211", "Save")

    expect_totals(page, (0, 11, 0, 0, 11, 0, 0))
    assert finger.taps == 15


def enter_in_halves(finger: Finger, bids: str, tricks: str) -> None:
    """Enter the bids, look at the pad during the hand, and then enter the tricks."""
    finger.keys(bids)
    expect(finger.page.locator("#bids-saved")).to_be_visible()
    finger.page.go_back()  # with the phone’s own gesture
    finger.tap(finger.page.locator(".under-thumb a"))
    finger.keys(tricks, "Save")


def test_spades_in_halves(page: Page, open_game: Callable[..., tuple[Game, Finger]]) -> None:
    _, finger = open_game(page, "spades", FIVE[:4])

    enter_in_halves(finger, "4332", "443")

    expect_totals(page, (52, -70))
    assert finger.taps == 10


def test_oh_hell_in_halves(page: Page, open_game: Callable[..., tuple[Game, Finger]]) -> None:
    _, finger = open_game(page, "oh-hell", SEVEN)

    enter_in_halves(finger, "1201202", "110211")

    expect_totals(page, (0, 11, 0, 0, 11, 0, 0))
    assert finger.taps == 16


def test_canasta(page: Page, open_game: Callable[..., tuple[Game, Finger]]) -> None:
    _, finger = open_game(page, "canasta", FIVE[:4])

    finger.mark("Ann & Cai", "Out")
    finger.keys("285")
    finger.more("Ann & Cai", "Mixed canastas (+300)")
    finger.more("Ann & Cai", "Red threes (+100)")
    finger.keys("25", "Next", "95")
    finger.more("Bob & Dee", "Red threes (+100)")
    finger.keys("60", "Save")

    # 285 + 100 out + 300 + 100 − 25, and 95 + 100 − 60.
    expect_totals(page, (760, 135))
    assert finger.taps == 16


def test_canasta_with_the_next_key_alone(
    page: Page, open_game: Callable[..., tuple[Game, Finger]]
) -> None:
    _, finger = open_game(page, "canasta", FIVE[:4])

    # Next stops at everything that counts: melds, natural and mixed canastas, red threes, hand.
    finger.mark("Ann & Cai", "Out")
    finger.keys("285")
    finger.keys("Next")  # by habit: the number has gone on by itself
    finger.keys("Next", "1", "1", "25", "Next")
    finger.keys("95", "Next", "Next", "Next", "1", "60", "Save")

    expect_totals(page, (760, 135))
    assert finger.taps == 21


def test_whist(page: Page, open_game: Callable[..., tuple[Game, Finger]]) -> None:
    _, finger = open_game(page, "whist", FIVE[:4])

    # Bob and Dee take the rest of the 13 tricks. Dee and Bob have three honours, worth 2.
    finger.keys("9")
    for _ in range(3):
        finger.more("Bob & Dee", "Honours dealt to the side")
    finger.keys("Save")

    expect_totals(page, (3, 2))
    assert finger.taps == 6


def test_five_dice_for_three(page: Page, open_game: Callable[..., tuple[Game, Finger]]) -> None:
    _, finger = open_game(page, "dice-boxes", FIVE[:3])

    finger.answers("Fives", "15", "Full house", "25", "Large straight", "0")
    finger.keys("Save")

    expect_totals(page, (15, 25, 0))
    assert finger.taps == 8


def test_five_dice_turn_by_turn(page: Page, open_game: Callable[..., tuple[Game, Finger]]) -> None:
    game, _ = open_game(page, "dice-boxes", FIVE[:3])
    page.goto(game.get_absolute_url())
    finger = Finger(page)

    turns = (("Ann: Fives", "15"), ("Bob: Full house", "25"), ("Cai: Four of a kind", "28"))
    for (box, points), totals in zip(turns, ((15, 0, 0), (15, 25, 0), (15, 25, 28)), strict=True):
        finger.tap(page.get_by_role("link", name=box))
        finger.tap(page.locator("#turn").get_by_role("button", name=points, exact=True))
        expect_totals(page, totals)

    assert finger.taps == 6  # two for each player
    assert game.rounds.count() == 1


def test_phase_rummy_for_four(page: Page, open_game: Callable[..., tuple[Game, Finger]]) -> None:
    _, finger = open_game(page, "phase-rummy", FIVE[:4])

    finger.mark("Bob", "Out")
    finger.mark("Dee", "Made the phase")
    finger.keys("65", "85", "25", "Save")

    expect_totals(page, (65, 0, 85, 25))
    assert finger.taps == 10


def test_next_after_a_complete_number_skips_nobody(
    page: Page, open_game: Callable[..., tuple[Game, Finger]]
) -> None:
    _, finger = open_game(page, "phase-rummy", FIVE[:4])

    finger.mark("Bob", "Out")
    # The key is already called Save when the last number is reached. Habitual taps come at once.
    for number in ("65", "85"):
        page.locator(".keys-points").evaluate(
            """(panel, digits) => {
                for (const digit of digits) panel.querySelector(`[data-key="${digit}"]`).click();
                panel.querySelector("[data-next]").click();
            }""",
            number,
        )
    finger.keys("70", "Save")

    expect_totals(page, (65, 0, 85, 70))


def test_a_late_next_does_not_pass_a_number_that_is_needed(
    own_page: Page, open_game: Callable[..., tuple[Game, Finger]]
) -> None:
    own_page.clock.install()
    _, finger = open_game(own_page, "phase-rummy", FIVE[:4])

    finger.mark("Bob", "Out")
    for number in ("65", "85"):
        finger.keys(number)
        own_page.clock.fast_forward(10_000)
        finger.tap(own_page.locator(".keys-points [data-next]"))
    finger.keys("70", "Save")

    expect_totals(own_page, (65, 0, 85, 70))


def test_save_after_a_complete_number_saves_at_once(
    page: Page, open_game: Callable[..., tuple[Game, Finger]], watch: Watch
) -> None:
    _, finger = open_game(page, "hearts", FIVE[:4])
    finger.mark("Cai", "♠Q")
    finger.keys("8", "4", "3")
    expect(page.locator(".left-over")).to_have_text("Hearts: 2 too many")
    expect(page.locator(".left-over")).to_have_css("color", "rgb(165, 39, 28)")
    watch.expect("422")
    finger.keys("Save")

    message = "The hearts add up to 15 instead of 13. Check the numbers."
    expect(page.get_by_role("alert")).to_have_text(message)


def test_one_moves_on_once_no_number_can_have_two_digits(
    page: Page, open_game: Callable[..., tuple[Game, Finger]]
) -> None:
    _, finger = open_game(page, "spades", FIVE[:4])

    # After 4 of 13 tricks, nobody can have taken 10.
    finger.keys("4332", "4", "1", "1", "Save")

    # Bids and tricks: Ann & Cai 5 and 5, Bob & Dee 7 and 8.
    expect_totals(page, (50, 71))
    assert finger.taps == 9


def test_skat(page: Page, open_game: Callable[..., tuple[Game, Finger]]) -> None:
    _, finger = open_game(page, "skat", FIVE[:3])
    keys = page.locator("#keypad .keys")
    expect(keys).to_be_hidden()
    result = page.get_by_role("group", name="Result", exact=True).bounding_box()
    assert result["y"] + result["height"] <= page.locator("#keypad").bounding_box()["y"]

    for question, answer in (
        ("Declarer", "Ann"),
        ("Game", "Hearts (10)"),
        ("Matadors, with or without", "1"),
        ("Result", "Made"),
    ):
        asked = page.get_by_role("group", name=question, exact=True)
        finger.tap(asked.get_by_role("radio", name=answer, exact=True))

    bid = page.get_by_label("Bid, to check for overbidding")
    bid.tap()
    expect(keys).to_be_visible()
    page.get_by_text("Hand: the skat was not picked up").tap()
    expect(keys).to_be_hidden()
    page.get_by_text("Hand: the skat was not picked up").tap()
    finger.tap(page.locator("#keypad").get_by_role("button", name="Save hand 1"))

    # Hearts, with one and the game: 2 times 10.
    expect_totals(page, (20, 0, 0))
    assert finger.taps == 6


def test_hearts(page: Page, open_game: Callable[..., tuple[Game, Finger]]) -> None:
    _, finger = open_game(page, "hearts", FIVE[:4])

    finger.mark("Cai", "♠Q")
    finger.keys("5", "4", "3", "Save")

    expect_totals(page, (5, 4, 16, 1))
    assert finger.taps == 6


def test_shooting_the_moon(page: Page, open_game: Callable[..., tuple[Game, Finger]]) -> None:
    _, finger = open_game(page, "hearts", FIVE[:4])
    after = page.get_by_role("group", name="After shooting the moon")
    expect(after).to_be_hidden()

    finger.tap(page.get_by_role("button", name="Shot the moon: Bob"))
    finger.tap(after.get_by_role("radio", name="26 to everyone else"))
    finger.keys("Save")

    expect_totals(page, (26, 0, 26, 26))
    assert finger.taps == 4


def test_euchre(page: Page, open_game: Callable[..., tuple[Game, Finger]]) -> None:
    _, finger = open_game(page, "euchre", FIVE[:4])

    for question, answer in (("Who called trump?", "Ann & Cai"), ("Makers’ tricks", "3")):
        asked = page.get_by_role("group", name=question, exact=True)
        finger.tap(asked.get_by_role("radio", name=answer, exact=True))
    finger.tap(page.locator("#keypad").get_by_role("button", name=re.compile("^Save")))

    expect_totals(page, (1, 0))
    assert finger.taps == 4


def test_pool_rummy(page: Page, open_game: Callable[..., tuple[Game, Finger]]) -> None:
    _, finger = open_game(page, "indian-rummy-pool-101", FIVE[:4])

    finger.mark("Bob", "Won")
    finger.keys("30", "Next", "7", "Next", "23", "Save")

    expect_totals(page, (30, 0, 7, 23))
    assert finger.taps == 10


def test_any_game(page: Page, open_game: Callable[..., tuple[Game, Finger]]) -> None:
    _, finger = open_game(page, "any-game", FIVE[:4])

    finger.keys("10", "Next", "7", "Next", "23", "Next", "15", "Save")

    expect_totals(page, (10, 7, 23, 15))
    assert finger.taps == 12


def test_gin(page: Page, open_game: Callable[..., tuple[Game, Finger]]) -> None:
    _, finger = open_game(page, "gin-rummy", FIVE[:2])

    finger.mark("Bob", "Knocked")
    finger.tap(page.get_by_role("radio", name="gin (+20)"))
    finger.keys("25", "Save")

    expect_totals(page, (0, 45))
    assert finger.taps == 6


def test_a_correction(page: Page, open_game: Callable[..., tuple[Game, Finger]]) -> None:
    game, _ = open_game(page, "contract-rummy", FIVE)
    RoundFactory(game=game, deal=1)
    page.goto(game.get_absolute_url())
    finger = Finger(page)

    finger.tap(page.locator("#scoreboard tbody td").nth(3).get_by_role("link"))
    finger.keys("35", "Save")

    expect_totals(page, (0, 10, 10, 35, 10))
    assert finger.taps == 4


def test_the_same_players_at_another_game(
    page: Page, open_game: Callable[..., tuple[Game, Finger]]
) -> None:
    game, _ = open_game(page, "hearts", FIVE[:4])
    GameFactory(group=game.group, variant="contract-rummy", names=FIVE[:4])
    page.goto("/")
    finger = Finger(page)

    finger.tap(page.get_by_role("link", name="Hearts", exact=True))
    finger.tap(page.get_by_role("button", name="Start the game"))

    expect(page.locator("#scoreboard .pad-name span")).to_have_text(FIVE[:4])
    assert finger.taps == 2


def test_a_finished_sheet_of_seven_deals_for_four(
    page: Page, open_game: Callable[..., tuple[Game, Finger]]
) -> None:
    game, _ = open_game(page, "contract-rummy", FIVE[:4])
    page.goto(game.get_absolute_url())
    finger = Finger(page)

    finger.tap(page.get_by_role("link", name="Enter a finished sheet"))
    # A single 0 marks who is out, and the last player of a row is out if nobody else is.
    for row in ("30 0 40 23", "0 47 25 8", "45 27 34", "62 0 33 115", "5 36 22", "28 61 0 40"):
        for number in row.split():
            finger.keys(number, *(["Next"] if number in ("5", "8") else []))
    finger.keys("54", "26", "35", "Save")

    # Ann 30 + 45 + 62 + 5 + 28 + 54, Bob 47 + 27 + 36 + 61 + 26,
    # Cai 40 + 25 + 34 + 33 + 22 + 35, Dee 23 + 8 + 115 + 40.
    expect_totals(page, (224, 197, 189, 186))
    assert finger.taps == 49
