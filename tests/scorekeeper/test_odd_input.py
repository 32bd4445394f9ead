"""Odd input: every request gets a page with a message, never a server error."""

from contextlib import contextmanager, suppress
from itertools import product
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.engine.entries import DealReport, input_names
from rules.engine.errors import RulesError
from rules.engine.schemes import SCHEMES
from scorekeeper.models import Change, Game, Round
from tests.factories import GameFactory, ten_each
from tests.rules.scored import entry_fields, past_of
from tests.rules.transcript import load_transcripts
from tests.sampling import LONG, times
from tests.scorekeeper.pages import asked, get

TRANSCRIPTS = load_transcripts()

ODD = {
    "long": "x" * 10_000,
    "long number": "9" * 5000,
    "huge number": "9" * 30,
    "beyond 64 bits": str(2**64),
    "negative": "-1",
    "zero": "0",
    "word": "abc",
    "null": "\x00",
    "half a null": "1\x00",
    "superscript": "²",
    "other digits": "٣",
    "float": "1.5",
    "line breaks": "1\r\nx",
    "direction": "\u202e1",
    "list": "[1]",
    "object": '{"a": 1}',
    "many repeats": "120xK 120xK",
    "repeat of nothing": "0xK",
    "sum of nothing": "+",
    "long sum": "1+" * 500,
    "template": "{% now 'Y' %}",
    "path": "../../etc/passwd",
    "emoji": "🂡" * 100,
}
SENT = tuple(ODD.values())


def sent(name):
    """Return the odd texts to send for an input: by day a third of them, a different one for each.

    Together, the inputs of a form, or the schemes, get all texts. A long run sends each text for
    each input.
    """
    return SENT if LONG else SENT[sum(name.encode()) % 3 :: 3]


INPUTS = [
    *("version", "key", "dealer", "out", "ran-out", "cut", "overrule", "left-cards-1"),
    *("left-points-1", "takes-1"),
]
# Names of no input of this game, of which several are sent together, because none may be read.
UNKNOWN = ["left-cards-99", "left-points-", "left-", "bonus-1", "ran-out-1", "colour", ""]
NAMES = {"name-1": "Ann", "name-2": "Bob", "name-3": "Cai"}


@contextmanager
def rolled_back():
    """Roll back all writes in the block, so that the next text is tested on the same game."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.mark.parametrize("names", [*zip(INPUTS), UNKNOWN[:4], UNKNOWN[4:]], ids="-".join)
def test_an_odd_text_is_answered(phone, game, names):
    url = f"/games/{game.code}/rounds/3/"

    for odd in sent("-".join(names)):
        version = Game.objects.get(pk=game.pk).version
        typed = {"version": version, "key": uuid4()} | ten_each(game) | dict.fromkeys(names, odd)
        answer = phone.post(url, typed)
        assert answer.status_code in {302, 409, 422}, odd[:100]

    assert phone.get(f"/games/{game.code}/").status_code == 200
    assert phone.get(f"/games/{game.code}/changes/").status_code == 200
    assert phone.get(url).status_code == 200


@pytest.mark.parametrize("scheme", sorted(SCHEMES))
def test_an_odd_text_is_answered_whatever_is_played(phone, group, scheme):
    played = next(t for t in TRANSCRIPTS if t.rules.scoring.scheme == scheme)
    game = GameFactory(
        group=group, variant=played.variant, names=played.players, options=played.options
    )
    url = f"/games/{game.code}/rounds/1/"
    page = get(phone, url)
    usual = page.form(url) | played.deals[0].texts(played.keys)
    inputs = sorted(asked(page) - {"csrfmiddlewaretoken", "version", "key"})

    for number, odd in enumerate(sent(scheme)):
        version = Game.objects.get(pk=game.pk).version
        typed = usual | {"version": version, "key": uuid4()}
        name = inputs[number % len(inputs)]
        answer = phone.post(url, typed | {name: odd})
        assert answer.status_code in {302, 409, 422}, (name, odd[:100])

    assert phone.get(f"/games/{game.code}/").status_code == 200
    assert phone.get(f"/games/{game.code}/changes/").status_code == 200
    assert phone.get(url).status_code == 200


@pytest.mark.parametrize("scheme", sorted(SCHEMES))
def test_an_odd_text_is_scored_or_refused_in_every_input(scheme):
    played = next(t for t in TRANSCRIPTS if t.rules.scoring.scheme == scheme)
    table, usual = played.table(played.first_dealer), played.deals[0].texts(played.keys)
    names = input_names(entry_fields(played.rules, 1, len(played.players)), table)

    for name, odd in product(sorted(names), SENT):
        with suppress(RulesError):
            past_of(played.rules, [DealReport(1, table, usual | {name: odd})])


FIELDS = {"join": ["name", "start"], "rename": ["name", "number"]} | {
    what: ["number"] for what in ("leave", "dealer", "stop")
}


@pytest.mark.parametrize(
    ("what", "name"),
    [(what, name) for what, own in FIELDS.items() for name in ("version", "key", *own)],
)
def test_an_odd_change_of_the_table_is_answered(phone, group, what, name):
    usual = {"name": "Eve", "start": "40", "number": "2"}
    game = GameFactory(group=group, played=1)

    for odd in sent(what + name):
        typed = {"version": "2", "key": uuid4()} | usual | {name: odd}
        with rolled_back():
            answer = phone.post(f"/games/{game.code}/table/{what}/", typed)
            assert answer.status_code in {302, 422}, odd[:100]
            if answer.status_code == 302:
                assert phone.get(f"/games/{game.code}/").status_code == 200


@pytest.mark.parametrize(
    "name",
    [
        *("set-scoring.values.K", "set-deals.1.sets", "set-deals.1.cards", "save-as"),
        *("set-deck.by_players.*.jokers", "set-deals.*.takes.limit", "set-nothing.at.all"),
    ],
)
def test_odd_house_rules_are_answered(phone, name):
    for odd in sent(name):
        typed = {"key": uuid4(), "option-no-jokers": "on", **NAMES, name: odd}
        assert phone.post("/games/new/contract-rummy/check/", typed).status_code == 200
        answer = phone.post("/games/new/contract-rummy/", typed)
        assert answer.status_code in {302, 422}, odd[:100]

    assert phone.get("/games/new/contract-rummy/").status_code == 200


@pytest.mark.parametrize(
    "name",
    [
        *("version", "key", "option-joker-25", "set-scoring.values.K", "set-deals.1.sets"),
        *("set-deck.by_players.*.jokers", "set-nothing.at.all"),
    ],
)
def test_odd_house_rules_of_a_game_are_answered(phone, group, name):
    url = f"/games/{GameFactory(group=group, played=1).code}/house-rules/"
    usual = get(phone, url).form(url) | {"option-frozen-jokers": "on"}

    for odd in sent(name):
        typed = usual | {"key": uuid4(), name: odd}
        with rolled_back():
            assert phone.post(f"{url}?see", typed).status_code in {200, 422}, odd[:100]
            answer = phone.post(url, typed)
            assert answer.status_code in {302, 409, 422}, odd[:100]


@pytest.mark.parametrize("option", ["target", "rounds", "name"])
def test_an_odd_answer_to_an_option_is_answered(phone, option):
    for odd in sent(option):
        typed = {f"option-{option}": "on", f"figures-{option}": odd}
        answer = phone.post("/games/new/any-game/", {"key": uuid4(), **NAMES} | typed)
        assert answer.status_code in {302, 422}, odd[:100]

    assert phone.get("/").status_code == 200


def test_odd_names_of_sides_are_answered(phone):
    names = NAMES | {"name-4": "Dee"}
    for odd in SENT:
        answer = phone.post("/games/new/euchre/", {"key": uuid4(), **names, "team-1": odd})
        assert answer.status_code in {302, 422}, odd[:100]

    assert phone.get("/").status_code == 200


def test_odd_house_rules_to_take_over_or_to_forget_are_not_there(phone, group):
    url = f"/games/{GameFactory(group=group).code}/house-rules/"
    for odd in SENT:
        assert phone.get(url, {"rules": odd}).status_code == 200
        assert phone.get("/games/new/contract-rummy/", {"rules": odd}).status_code == 200
        assert phone.post(f"/groups/{group.pk}/forget/", {"rules": odd}).status_code == 404


FORMS = [
    {},
    {"version": "3"},
    {"key": "k"},
    {"version": ["3", "3"], "key": ["a", "b"], "out": ["1", "1"], "dealer": ["1", "2"]},
    {"version": "3", "key": "k" * 10_000},
    {"version": "3", "key": "k", "out": [str(number) for number in range(100)]},
    {"version": "3", "key": "k", "left-points-1": ["1", "2", "3"]},
    {"version": "3", "key": "k"} | {f"left-cards-{number}": "K" for number in range(1, 250)},
    {"csrfmiddlewaretoken": "x"},
]


@pytest.mark.parametrize("deal", [1, 3, 4, 7])
def test_an_odd_form_is_answered(phone, game, deal):
    for typed in FORMS:
        answer = phone.post(f"/games/{game.code}/rounds/{deal}/", typed)
        assert answer.status_code in {409, 422}, typed
        assert Change.objects.filter(game=game).count() == 3, typed


FORM, PARTS = "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"
PART = b'--x\r\nContent-Disposition: form-data; name="out"'
BODIES = [
    (b"", FORM),
    (b"%", FORM),
    (b"out=%ff%fe&version=3", FORM),
    (b"out=%ed%a0%80&version=3&key=k", FORM),
    (b"&".join(b"a%d=1" % number for number in range(400)), FORM),
    (b"out=" + b"x" * 70_000, FORM),
    (b"out=1", f"{FORM}; charset=nonsense"),
    (b"out=1", f"{FORM}; charset=utf-7"),
    (b'{"out": "1"}', "application/json"),
    (b"nonsense", PARTS),
    (b"nonsense", "multipart/form-data"),
    (PART + b"\r\n\r\n1\r\n", PARTS),
    (PART + b'; filename="a"\r\n\r\n1\r\n--x--', PARTS),
    (b"out=1", ""),
]


def test_an_odd_body_is_answered(phone, game):
    for body, kind in BODIES:
        answer = phone.generic("POST", f"/games/{game.code}/rounds/3/", body, kind)
        assert answer.status_code in {400, 409, 413, 422}, (body[:100], kind)
        assert Change.objects.filter(game=game).count() == 3, (body[:100], kind)


@pytest.mark.parametrize("name", ["key", "name-1", "dealer", "table", "option-joker-25", "name-9"])
def test_an_odd_new_game_is_answered(phone, name):
    for odd in sent(name):
        typed = {"key": uuid4(), **NAMES, name: odd}
        answer = phone.post("/games/new/contract-rummy/", typed)
        assert answer.status_code in {302, 422}, odd[:100]

    assert phone.get("/").status_code == 200


def test_odd_figures_are_answered(phone):
    for odd in SENT:
        typed = {"option-custom-settlement": "on", "figures-custom-settlement": odd}
        answer = phone.post("/games/new/progressive-rummy/", {"key": uuid4(), **NAMES} | typed)
        assert answer.status_code == 422, odd[:100]


@pytest.mark.parametrize("which", ["undo", "redo", "rematch"])
@pytest.mark.parametrize("name", ["version", "key"])
def test_an_odd_undo_is_answered(phone, game, which, name):
    for odd in sent(which + name):
        typed = {"version": "3", "key": uuid4(), name: odd}
        answer = phone.post(f"/games/{game.code}/{which}/", typed)
        assert answer.status_code == 302, odd[:100]

    assert phone.get(f"/games/{game.code}/").status_code == 200


def test_an_odd_phone_to_remove_is_not_there(phone, group):
    for odd in SENT:
        answer = phone.post(f"/groups/{group.pk}/remove/", {"member": odd})
        assert answer.status_code == 404, odd[:100]

    assert group.members.count() == 1


@pytest.mark.parametrize(
    "what", ["groups/{group.pk}/name", "groups/{group.pk}/phone", "join/{group.join_token}"]
)
def test_an_odd_name_is_answered(phone, group, what):
    for odd in SENT:
        answer = phone.post(f"/{what.format(group=group)}/", {"name": odd})
        assert answer.status_code in {302, 422}, odd[:100]

    assert phone.get(f"/groups/{group.pk}/").status_code == 200


@pytest.mark.parametrize(
    "url",
    [
        f"/groups/{'9' * 30}/",
        f"/groups/{2**64}/",
        f"/groups/{'9' * 5000}/",
        f"/groups/{'9' * 30}/join.svg",
        f"/games/{'a' * 5000}/",
        "/games/%00/",
        "/games/%F0%9F%82%A1/",
        "/rules/%00/",
        f"/rules/{'a' * 5000}/",
        "/rules/..%2F..%2Fsettings/",
        "/rules/%F0%9F%82%A1/",
        "/games/new/%00/",
        "/join/%F0%9F%82%A1/",
    ],
    ids=lambda url: url[:40],
)
def test_an_odd_address_is_not_there(phone, url):
    assert phone.get(url).status_code == 404


@pytest.mark.parametrize("pk", ["9" * 30, str(2**64), "9" * 5000, "0"], ids=len)
@pytest.mark.parametrize("what", ["name", "phone", "renew", "remove", "forget"])
def test_an_odd_table_is_not_there(phone, pk, what):
    assert phone.post(f"/groups/{pk}/{what}/", {"name": "x"}).status_code == 404


@pytest.mark.parametrize(
    "query", ["name=%00", "name=" + "x" * 5000, "name=a&" * 50, "next=//evil.example"]
)
def test_an_odd_query_is_answered(phone, query):
    for url in ("/", "/games/new/contract-rummy/", "/rules/", "/rules/contract-rummy/"):
        assert phone.get(f"{url}?{query}").status_code == 200


def test_an_unknown_host_is_refused(client):
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400


texts = st.one_of(
    st.text(max_size=40),
    st.text(alphabet="0123456789+-−xX×*jkKQAT♠♥♦♣SHDC ,;\x00", max_size=40),
    st.sampled_from(["1", "2", "on", "3", "K K", "12+11", ""]),
)
inputs = st.sampled_from(
    [name for name in (*INPUTS, *UNKNOWN) if name not in ("version", "key")]
    + [f"left-{part}-{number}" for part in ("cards", "points") for number in range(1, 5)]
)


@settings(
    max_examples=times(60),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(typed=st.dictionaries(inputs, texts, max_size=10))
def test_any_text_is_answered_and_stored_as_typed_or_not_at_all(phone, game, typed):
    url = f"/games/{game.code}/rounds/1/"
    before = Round.objects.get(game=game, deal=1).entry

    answer = phone.post(url, get(phone, url).form(url) | {"out": "1"} | typed)

    stored = Round.objects.get(game=game, deal=1).entry
    assert answer.status_code in {302, 422}
    assert phone.get(f"/games/{game.code}/").status_code == 200
    if answer.status_code == 422:
        assert stored == before
    else:
        said = {name: text.strip() for name, text in typed.items()}
        assert all(said[name] == text for name, text in stored.items() if name in said)


class Upload:
    """The body of a form with a file of 300 MB, which records how much of it was read."""

    size = 300_000_000

    def __init__(self):
        disposition = b'Content-Disposition: form-data; name="photo"; filename="photo.jpg"'
        self.head = b"--edge\r\n" + disposition + b"\r\nContent-Type: image/jpeg\r\n\r\n"
        self.taken = 0

    def read(self, size):
        sent = self.head[self.taken :][:size]
        sent += bytes(min(size, self.size - self.taken) - len(sent))
        self.taken += len(sent)
        return sent

    def readline(self, size=-1):
        raise NotImplementedError


def test_a_file_is_refused_at_its_head(settings, tmp_path):
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path
    upload = Upload()
    client = Client(enforce_csrf_checks=True)
    client.cookies["csrftoken"] = "a" * 32

    answer = client.generic(
        "POST",
        "/games/new/euchre/check/",
        **{
            "CONTENT_TYPE": "multipart/form-data; boundary=edge",
            "CONTENT_LENGTH": str(upload.size),
            "wsgi.input": upload,
        },
    )

    assert answer.status_code == 400
    assert upload.taken <= 64 * 1024
    assert list(tmp_path.iterdir()) == []
