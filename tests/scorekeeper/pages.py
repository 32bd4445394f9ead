"""Parse pages as a browser without JavaScript would: elements, texts and form data."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.test import Client

from tests.dom import Element, parse

# One game for each kind of entry page.
ENTRIES = (
    *("any-game", "black-maria", "canasta", "continental-rummy-chips", "crazy-eights-countdown"),
    *("dice-boxes", "euchre", "gin-rummy", "hearts", "indian-rummy-pool-101", "oklahoma-gin"),
    *("phase-rummy", "rummy-500", "spades"),
)


class Page:
    """An HTML response. Unclosed elements and unexpected end tags raise errors."""

    def __init__(self, response: Any) -> None:
        self.status = response.status_code
        self.html = response.content.decode()
        self.root = parse(self.html)
        self._elements = tuple(self.root.within())

    def all(self, tag: str = "", /, **wanted: str) -> list[Element]:
        """Return elements with this tag and these attributes (such as ``aria_label``), in order."""
        said = {name.rstrip("_").replace("_", "-"): value for name, value in wanted.items()}
        return [
            element
            for element in self._elements
            if tag in ("", element.name) and said.items() <= element.attributes.items()
        ]

    def one(self, tag: str = "", /, **wanted: str) -> Element:
        (found,) = self.all(tag, **wanted)
        return found

    def texts(self, tag: str = "", /, **wanted: str) -> list[str]:
        """Return the texts of these elements, without those that are hidden."""
        found = self.all(tag, **wanted)
        return [text_of(element) for element in found if "hidden" not in element.attributes]

    @property
    def words(self) -> str:
        """Return all visible text of the page. URLs, keys and codes are left out because they are
        random: one might happen to contain a short word or number that a test looks for.
        """
        return text_of(self.root)

    @property
    def actions(self) -> list[str]:
        """Return the actions of all forms, without the choice of language, which all pages have."""
        found = (form.attributes.get("action", "") for form in self.all("form"))
        return [action for action in found if action != "/language/"]

    def form(self, action: str) -> dict[str, str]:
        """Return the data that the form with this action would submit now, without its buttons."""
        (sent,) = self.forms(action)
        return sent

    def forms(self, action: str) -> list[dict[str, str]]:
        """Return the data that each form with this action would submit now, without its buttons."""
        found = (f for f in self.all("form") if f.attributes.get("action", "") == action)
        return [_sent(form) for form in found]

    def loose_ends(self) -> list[str]:
        """Return ids that occur twice, and ids that are referred to but don’t exist."""
        said = [element.attributes for element in self.all()]
        ids = Counter(each["id"] for each in said if "id" in each)
        named = {
            key
            for each in said
            for name in ("for", "list", "aria-labelledby", "aria-describedby")
            for key in each.get(name, "").split()
        }
        return sorted([*(key for key in ids if ids[key] > 1), *(named - set(ids))])

    def labelled(self, label: str, group: str = "") -> dict[str, str]:
        """Return the attributes of the input with this label in the fieldset with this name."""
        parts = [self.root]
        if group:
            parts = [
                part for part in self.all("fieldset") if text_of(_first(part, "legend")) == group
            ]
        (found,) = (
            _first(each, "input").attributes
            for part in parts
            for each in part.within()
            if each.name == "label" and text_of(each) == label
        )
        return found

    def described(self, name: str) -> str:
        """Return the description of the input with this name (``aria-describedby``)."""
        said = self.one("input", name=name).attributes
        return " ".join(
            text_of(self.one(id=key)) for key in said.get("aria-describedby", "").split()
        )


def get(client: Client, url: str, **data: str) -> Page:
    return Page(client.get(url, data))


def send(client: Client, url: str, typed: Mapping[str, str], **button: str) -> Any:
    """Open the page at ``url``, fill in its form, press a button, and return the response."""
    return client.post(url, get(client, url).form(url) | dict(typed) | button)


def text_of(element: Element | str) -> str:
    if isinstance(element, str):
        return element.strip()
    return " ".join(filter(None, map(text_of, element.children)))


def _sent(form: Element) -> dict[str, str]:
    sent: dict[str, str] = {}
    for element in form.within():
        said = element.attributes
        if "disabled" in said:
            continue
        if element.name == "textarea":
            sent[said["name"]] = text_of(element)
        elif element.name == "select":
            options = [option.attributes for option in element.within()]
            chosen = next((o for o in options if "selected" in o), options[0])
            sent[said["name"]] = chosen["value"]
        elif element.name == "input" and said.get("type") not in ("radio", "checkbox"):
            sent[said["name"]] = said.get("value", "")
        elif element.name == "input" and "checked" in said:
            sent[said["name"]] = said.get("value", "on")
    return sent


def _first(element: Element, tag: str) -> Element:
    return next(inner for inner in element.within() if inner.name == tag)


def names_in(page: Page, kind: str) -> list[str]:
    """Return the names of the games in the lists with this class."""
    lists = [each for each in page.all("ul") if kind in each.attributes.get("class", "").split()]
    return [text_of(name) for each in lists for name in each.within() if name.name == "strong"]


def pad_of(page: Page) -> list[list[str]]:
    """Return the score pad’s rows as a screen reader reads them: headings, deals, totals and
    places.
    """
    return [
        [text_of(cell) for cell in row.children]
        for row in page.one(id="scoreboard").within()
        if row.name == "tr"
    ]


def deal_line(page: Page) -> str:
    """Return the line about the next deal, without spaces before its punctuation."""
    return re.sub(r" (?=[.,:])", "", text_of(page.one("p", class_="deal-line")))


def statuses(page: Page) -> dict[str, str]:
    """Return the sides’ statuses, which are below their names."""
    heads = [head for head in page.all("th", scope="col") if _is_of_a_side(head)]
    parts = [[text_of(part) for part in head.children if part.name != "i"] for head in heads]
    return {name: " ".join(status) for name, *status in parts if status}


def bonuses(page: Page) -> dict[str, str]:
    """Return the text about each side’s bonus on a pad of boxes, by name. Other pads have none."""
    names = [
        next(each.attributes["title"] for each in head.within() if "title" in each.attributes)
        for head in page.all("th", scope="col")
        if _is_of_a_side(head)
    ]
    for row in page.all("tr", class_="box"):
        head, *cells = map(text_of, row.children)
        if head.startswith("Bonus"):
            return dict(zip(names, cells, strict=True))
    return {}


def _is_of_a_side(head: Element) -> bool:
    return "pad-name" in head.attributes["class"].split()


def notices(page: Page) -> list[str]:
    """Return the messages about the last action."""
    return page.texts("li", class_="notice")


def problems(page: Page) -> list[str]:
    """Return the errors above the form."""
    return [
        text_of(sentence) for box in page.all("div", class_="problems") for sentence in box.children
    ]


def asked(page: Page) -> set[str]:
    """Return the names of all inputs in the page’s forms, including hidden ones."""
    return {
        each.attributes["name"]
        for each in (*page.all("input"), *page.all("select"))
        if "name" in each.attributes
    }
