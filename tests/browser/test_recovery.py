"""Recovering a group with the QR code of its card."""

from playwright.sync_api import Page, expect

from scorekeeper.models import Member
from scorekeeper.services.ownership import make_recovery_code
from tests.factories import GroupFactory


def test_a_scanned_card_fills_in_the_code(page: Page) -> None:
    group = GroupFactory(name="Sunday cards")
    code = make_recovery_code(group=group)

    page.goto(f"/recover/#{code}")
    expect(page.get_by_label("Recovery code")).to_have_value(code)
    assert code not in page.url
    page.get_by_role("button", name="Open the group").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Sunday cards")
    assert Member.objects.filter(group=group, is_owner=True).count() == 2
