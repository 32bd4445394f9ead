"""Players who send their own hands from their phones, and the scorer who saves the deal."""

from django.urls import reverse
from playwright.sync_api import expect

from scorekeeper.models import Round
from scorekeeper.services.hands import send_hand
from tests.browser.steps import expect_totals, hand, key, save, tap_hand, tap_out
from tests.browser.test_live import OpenPhone, open_phone, owner_of  # noqa: F401 -- fixture
from tests.factories import GameFactory, MemberFactory
from tests.live.conftest import _own_bus, served  # noqa: F401 -- fixtures


def test_hands_fill_the_scorers_rows_but_never_replace_what_was_typed(
    open_phone: OpenPhone,  # noqa: F811
) -> None:
    game = GameFactory(names=("Ann", "Bob", "Cai"))
    scorer = open_phone(owner_of(game), reverse("deal", args=[game.code, 1]))
    bob, cai = (scorer.locator(f"[name=left-cards-{seat}]") for seat in (2, 3))
    cais_points = scorer.locator("[name=left-points-3]")
    cais_points.fill("20")

    # Bob sends his hand.
    zoe = MemberFactory(group=game.group, name="Zoe").user
    phone = open_phone(zoe, reverse("own-hand", args=[game.code, 1]))
    phone.get_by_role("button", name="Bob").click()
    tap_hand(phone, "K K 5")
    key(phone, "Send").click()
    expect(phone.get_by_text("Your hand has been sent.")).to_be_visible()
    expect(scorer.locator("#live")).to_contain_text("Sent: Bob · Missing: Ann, Cai")
    expect(bob).to_have_value("K K 5")
    expect(hand(scorer, "Bob").get_by_role("status")).to_have_text("= 25, total 25")
    # He sends it again.
    phone.get_by_role("link", name="My hand", exact=True).click()
    key(phone, "Remove the last card").click()
    key(phone, "Send").click()
    expect(bob).to_have_value("K K")

    # The scorer has already typed something for Cai.
    send_hand(game=game, deal=1, seat="3", texts={"left-cards-3": "Q 7"})
    expect(scorer.get_by_text("Cai sent: Q 7")).to_be_visible()
    expect(cais_points).to_have_value("20")
    scorer.get_by_role("button", name="Keep mine").click()
    expect(scorer.get_by_text("Cai sent")).to_have_count(0)
    send_hand(game=game, deal=1, seat="3", texts={"left-cards-3": "Q 8"})
    scorer.get_by_role("button", name="Use it").click()
    expect(cai).to_have_value("Q 8")
    expect(cais_points).to_have_value("")

    # Two players can’t both be out: the first one counts until the scorer chooses.
    tap_out(scorer, "Ann")
    send_hand(game=game, deal=1, seat="2", texts={"out": "2"})
    expect(scorer.get_by_text("Bob sent: Out")).to_be_visible()
    scorer.get_by_role("button", name="Keep mine").click()
    expect(hand(scorer, "Ann").get_by_role("radio")).to_be_checked()

    # A third phone shows the score pad after sending a hand.
    third = open_phone(zoe, reverse("own-hand", args=[game.code, 1]))
    third.get_by_role("button", name="Cai").click()
    key(third, "Send").click()
    expect(third.get_by_text("Your hand has been sent.")).to_be_visible()

    phone.get_by_role("link", name="My hand", exact=True).click()
    expect(phone.locator("#keypad")).to_be_visible()
    save(scorer)
    expect(scorer.locator("#scoreboard tfoot tr").first).to_contain_text("20")
    expect_totals(third, (0, 20, 18))
    expect(third.get_by_text("Your hand has been sent.")).to_have_count(0)
    assert Round.objects.get().entry == {"out": "1", "left-cards-2": "K K", "left-cards-3": "Q 8"}
    expect(phone.locator("#live")).to_contain_text("Deal 1 has been saved.")
    open_phone.watch.expect("status of 409")  # type: ignore[attr-defined]
    key(phone, "Send").click()
    expect(phone.get_by_text("Deal 1 was saved a moment ago")).to_be_visible()
    phone.get_by_role("link", name="Check Deal 1").click()
    expect(phone.get_by_role("heading", name="Correct deal 1")).to_be_visible()
