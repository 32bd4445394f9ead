"""Deals entered with plain HTML forms, as in a browser without JavaScript.

Browser tests check that everything is visible and within reach.
"""

import pytest

from scorekeeper.models import Round
from tests.conftest import client_of
from tests.factories import GameFactory
from tests.rules.transcript import FOLDER, load_transcript
from tests.scorekeeper.pages import Page, get, pad_of, statuses, text_of

FOUR = ("Ann", "Bob", "Cai", "Dee")
FIVE = (*FOUR, "Eve")
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


def start(group, variant, names=FOUR):
    game = GameFactory(group=group, variant=variant, names=names)
    return game, client_of(group.members.get(is_owner=True).user)


def ticked(page, label, group=""):
    """Return a form’s data after ticking the checkbox with this label."""
    field = page.labelled(label, group)
    assert field["type"] in ("radio", "checkbox")
    return {field["name"]: field.get("value", "on")}


def typed(page, label, group, text):
    """Return a form’s data after typing ``text`` into the input with this label."""
    return {page.labelled(label, group)["name"]: text}


def expect_pad(pad, deal):
    """Assert that the pad has the points, totals and statuses of a transcript’s deal."""
    rows = pad_of(pad)
    places = [f"{figure(deal.points[side])} {figure(deal.totals[side])}" for side in deal.totals]
    row = next(row for row in rows if row[0].split()[0] == str(deal.number))
    for cell, place in zip(row[1:], places, strict=True):
        # Screen readers also get the dealer and a mark next to the points.
        assert [word for word in cell.split() if word[-1].isdigit()] == place.split()
    assert next(row for row in rows if row[0] == "Total")[1:] == [
        figure(total) for total in deal.totals.values()
    ]
    assert statuses(pad) == dict(deal.status)


def figure(points):
    return str(points).replace("-", "−")


def save(phone, game, number, entry, word):
    """Save a deal with its button, after ``entry`` has filled in the page."""
    url = f"/games/{game.code}/rounds/{number}/"
    page = get(phone, url)
    assert f"Save {word} {number}" in page.texts("button", type="submit")

    answer = phone.post(url, page.form(url) | entry(page), follow=True)

    assert answer.redirect_chain == [(f"/games/{game.code}/", 302)]
    return Page(answer)


def euchre_entry(deal):
    def entry(page):
        if deal.entry.get("thrown-in"):
            return ticked(page, "Everyone passed: thrown in")
        sent = {}
        for asked, answer in deal.entry.items():
            text = FINDERS.get(str(answer), str(answer))
            text = text.capitalize() if asked == "trumps" else text
            sent |= ticked(page, text, EUCHRE[asked])
        return sent

    return entry


def test_euchre_is_entered(group):
    game, phone = start(group, "euchre")

    for deal in load_transcript(FOLDER / "euchre.toml").deals[:6]:
        expect_pad(save(phone, game, deal.number, euchre_entry(deal), "hand"), deal)


def counts_entry(deal):
    def entry(page):
        sent = {}
        for asked, said in deal.entry.items():
            for name, number in said.items() if isinstance(said, dict) else ():
                if number is True:
                    sent |= ticked(page, "Blind nil", name)
                else:
                    sent |= typed(page, asked.capitalize(), name, str(number))
        if "queen" in deal.entry:
            sent |= ticked(page, "♠Q", deal.entry["queen"])
        if "moon" in deal.entry:
            sent |= ticked(page, MOON[deal.entry["moon"]], "After shooting the moon")
        return sent

    return entry


@pytest.mark.parametrize(("variant", "word"), [("hearts", "deal"), ("spades", "hand")])
def test_counts_are_entered(group, variant, word):
    game, phone = start(group, variant)

    for deal in load_transcript(FOLDER / f"{variant}.toml").deals[:3]:
        expect_pad(save(phone, game, deal.number, counts_entry(deal), word), deal)


def test_a_refused_deal_keeps_what_was_typed(group):
    game, phone = start(group, "contract-rummy", FIVE)
    url = f"/games/{game.code}/rounds/1/"
    page = get(phone, url)
    sent = page.form(url) | ticked(page, "Out", "Ann")
    sent |= typed(page, "Points", "Bob", "1") | typed(page, "Cards", "Cai", "K K")

    answer = phone.post(url, sent)

    assert answer.status_code == 422
    page = Page(answer)
    (bob,) = (part for part in page.all("fieldset") if text_of(part).startswith("Bob"))
    assert "No cards add up to 1 in Contract Rummy" in text_of(bob)
    assert page.labelled("Points", "Bob")["value"] == "1"
    assert page.labelled("Cards", "Cai")["value"] == "K K"
    assert "checked" in page.labelled("Out", "Ann")


def test_two_phones_enter_the_same_deal(group, client):
    game, phone = start(group, "contract-rummy", FIVE)
    pad, url = f"/games/{game.code}/", f"/games/{game.code}/rounds/1/"
    links = [link.attributes["href"] for link in get(phone, f"{pad}share/").all("a")]
    table = next(link for link in links if link.startswith("/groups/"))
    link = get(phone, table).one("input", aria_label="Link to join this group")
    join = link.attributes["value"].removeprefix("http://testserver")
    page = get(client, join)
    name = typed(page, "Your name, or this phone’s", "", "Bob’s phone")
    joined = Page(client.post(join, page.form("") | name, follow=True))
    assert "Enter deal 1" in joined.texts("a")
    pages = {phone: get(phone, url), client: get(client, url)}
    sent = {}
    for each, dee in ((phone, "30"), (client, "35")):
        sent[each] = pages[each].form(url) | ticked(pages[each], "Out", "Ann")
        for who, points in {"Bob": "10", "Cai": "20", "Dee": dee, "Eve": "40"}.items():
            sent[each] |= typed(pages[each], "Points", who, points)

    first = Page(phone.post(url, sent[phone], follow=True))
    second = client.post(url, sent[client])

    saved = ["Total", "0", "10", "20", "30", "40"]
    assert saved in pad_of(first)
    assert second.status_code == 409
    assert Page(second).texts("h1") == ["Two versions of deal 1"]
    (keep,) = (a for a in Page(second).all("a") if text_of(a) == "Keep saved version")
    assert saved in pad_of(get(client, keep.attributes["href"]))
    assert Round.objects.get(game=game).entry["left-points-4"] == "30"
