"""Replay transcripts, and describe how the results differ from those worked out by hand."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from rules.engine.entries import EntryRefusedError
from rules.engine.errors import RulesError
from rules.engine.formatting import join_names
from rules.engine.game import GameState
from rules.engine.mistakes import nearest
from rules.engine.schemes import Line, Mark, Past
from rules.engine.settlement import settle
from tests.rules.played import standings
from tests.rules.scored import entry_fields
from tests.rules.statuses import status
from tests.rules.transcript import Transcript, TranscriptDeal


def replay_faults(transcript: Transcript) -> Iterator[str]:
    """Yield a sentence for each difference between a transcript and the results of the rules."""
    for sentence in _faults(transcript):
        yield f"transcripts/{transcript.name}.toml: {sentence}"


def _faults(transcript: Transcript) -> Iterator[str]:
    try:
        transcript.rules.check_table(len(transcript.players))
        if wrong := tuple(unknown_names(transcript)):
            yield from wrong
            return
        _ = transcript.played
    except EntryRefusedError as error:
        yield from _rejected(transcript, error)
        return
    except RulesError as error:
        yield str(error)
        return
    for check in (points, contracts, workings, statuses, totals, ending, payments, dealers):
        yield from check(transcript)


def unknown_names(transcript: Transcript) -> Iterator[str]:
    """Yield a sentence for each deal and field that the game doesn’t have, and for each unknown
    player.
    """
    names = {*transcript.keys, *transcript.players}
    for deal in transcript.deals:
        if deal.number > (transcript.rules.length or deal.number):
            yield f"The game has no deal {deal.number}. Leave it out, or change [end]."
            continue
        inputs = _inputs(transcript, deal)
        known = {*inputs.values()}
        for field in deal.entry:
            if field not in {*inputs, *known}:
                yield f"Deal {deal.number}: {_no_such('field', field, known)}"
        for key, name in _names_in(deal):
            if name not in names:
                yield f"Deal {deal.number}, {key}: {_no_such('player or team', name, names)}"


def _inputs(transcript: Transcript, deal: TranscriptDeal) -> Mapping[str, str]:
    """Return the names of all inputs of a deal, without the player’s key, by the whole name."""
    return {
        name: name.removesuffix(f"-{key}")
        for field in entry_fields(transcript.rules, deal.number, len(transcript.players))
        for key in ("", *transcript.keys.values())
        for name in field.inputs(key).values()
    }


def _names_in(deal: TranscriptDeal) -> Iterator[tuple[str, str]]:
    """Yield the players that a deal names, each with the key under which it does."""
    yield "dealer", deal.dealer
    if deal.out:
        yield "out", deal.out
    by_name = (("hands", deal.hands), ("hands", deal.declared), ("takes", deal.takes))
    entries = ((f"entry.{field}", said) for field, said in deal.entry.items())
    totals = {} if deal.totals_are_sums else deal.totals
    for key, said in (*by_name, *entries, ("points", deal.points), ("totals", totals)):
        if isinstance(said, Mapping):
            yield from ((key, name) for name in said)


def _no_such(what: str, name: str, known: Iterable[str]) -> str:
    near = nearest(name, known)
    hint = f"Did you mean “{near}”?" if near else f"Use one of {', '.join(sorted(known))}."
    return f"There is no {what} “{name}”. {hint}"


def _rejected(transcript: Transcript, error: EntryRefusedError) -> Iterator[str]:
    """Yield each problem with the first deal that the app rejects, with its field and player."""
    names = {key: name for name, key in transcript.keys.items()}
    for problem in error.problems:
        field, _, key = problem.input.rpartition("-")
        at = f"{field} of {names[key]}" if field and key in names else problem.input or "entry"
        yield f"Deal {_first_rejected(transcript)}, {at}: The app rejects this: {problem.message}"


def _first_rejected(transcript: Transcript) -> int:
    deals = transcript.deals
    for count, deal in enumerate(deals, 1):
        try:
            _ = replace(transcript, deals=deals[:count]).played
        except EntryRefusedError:
            return deal.number
    return deals[-1].number


def _differs(what: str, hand: object, app: object) -> str:
    return f"{what}: you wrote {hand}, but the app gives {app}. Correct the entry or the number."


def _lines(transcript: Transcript, deal: TranscriptDeal) -> tuple[Line, ...]:
    return transcript.played[deal.number - 1].lines


def points(transcript: Transcript) -> Iterator[str]:
    """Compare each player’s points in each deal."""
    for deal in transcript.deals:
        scored = transcript.played[deal.number - 1]
        for name, key in transcript.sides.items():
            hand, app = deal.points.get(name), scored.points_of(key)
            if hand != app:
                reasons = "; ".join(line.reason.text for line in scored.lines if line.side == key)
                yield _differs(f"Deal {deal.number}, points of {name}", hand, f"{app} ({reasons})")


def contracts(transcript: Transcript) -> Iterator[str]:
    """Compare each deal’s contract and number of cards."""
    for deal in transcript.deals:
        dealt = transcript.rules.deal(deal.number)
        words = transcript.rules.contract_words(dealt)
        if words != deal.contract:
            yield _differs(f"Deal {deal.number}, contract", f"“{deal.contract}”", f"“{words}”")
        if dealt.cards != deal.cards:
            yield _differs(f"Deal {deal.number}, cards", deal.cards, dealt.cards)


def workings(transcript: Transcript) -> Iterator[str]:
    """Compare how the value of a hand is worked out."""
    for deal in transcript.deals:
        lines = _lines(transcript, deal)
        app = {
            name: line.reason.text.rpartition(": ")[2].replace(" ", "")
            for name, key in transcript.keys.items()
            for line in lines
            if line.side == key and name in deal.working and ": " in line.reason.text
        }
        if app != deal.working:
            yield _differs(f"Deal {deal.number}, working", dict(deal.working), app)


def statuses(transcript: Transcript) -> Iterator[str]:
    """Compare the notes that players see before the next deal."""
    names = {key: name for name, key in transcript.sides.items()}
    for deal in transcript.deals:
        past = Past(transcript.played[: deal.number])
        found = status(transcript.rules, transcript.table(deal.dealer), past) if deal.status else {}
        app = {names[key]: text for key, text in found.items() if text}
        if app != deal.status:
            yield _differs(f"Deal {deal.number}, status", dict(deal.status), app)


def state_of(
    transcript: Transcript, deals: int | None = None
) -> tuple[GameState, Mapping[str, int]]:
    """Return the state after the first ``deals``, or after all, and each side’s kitty payment."""
    scored = transcript.played[:deals]
    paid: Counter[str] = Counter()
    for line in (line for deal in scored for line in deal.lines):
        paid[line.side] += line.kitty_payment
    sides = list(transcript.sides.values())
    won = [side for side in sides if Mark.WON in scored[-1].marks_of(side)]
    game = standings(
        transcript.rules,
        sides,
        [deal.points for deal in scored],
        won=won,
        marks=[{side: deal.marks_of(side) for side in sides} for deal in scored],
        stopped=transcript.stopped and deals is None,
    )
    return game, paid


def totals(transcript: Transcript) -> Iterator[str]:
    """Compare the running totals."""
    game, _ = state_of(transcript)
    for deal, running in zip(transcript.deals, game.running, strict=True):
        app = {name: running[key] for name, key in transcript.sides.items()}
        follows = deal.totals_are_sums and any(points(transcript))
        if app != deal.totals and not follows:
            yield _differs(f"Deal {deal.number}, totals", dict(deal.totals), app)


def ending(transcript: Transcript) -> Iterator[str]:
    """Compare the places and the winners, and check that the game ends with the last deal."""
    game, _ = state_of(transcript)
    names = {key: name for name, key in transcript.sides.items()}
    places = {names[standing.side]: standing.place for standing in game.places}
    if places != transcript.places:
        yield _differs("Places", dict(transcript.places), places)
    if not game.is_over:
        yield "The game isn’t over after the last deal. Add deals, or “stopped = true” under [end]."
    elif tuple(names[side] for side in game.winners) != transcript.winners:
        winners = join_names(names[side] for side in game.winners)
        hand = join_names(transcript.winners) if transcript.winners else "nobody"
        yield _differs("Winners", hand, winners)
    if len(transcript.deals) > 1 and state_of(transcript, -1)[0].is_over:
        yield "The game is over before the last deal. Leave out the deals after its end."


def payments(transcript: Transcript) -> Iterator[str]:
    """Compare the settlement, which adds up to zero."""
    game, paid = state_of(transcript)
    rule = transcript.rules.settlement
    names = {key: name for name, key in transcript.sides.items()}
    nets = {names[each.side]: each.net for each in (settle(rule, game, paid) if rule else ())}
    if nets != (transcript.settlement or {}):
        app = {name: str(net) for name, net in nets.items()}
        hand = {name: str(net) for name, net in (transcript.settlement or {}).items()}
        yield _differs("Settlement", hand, app)
    if sum(nets.values(), Fraction(0)):
        yield "The settlement doesn’t add up to zero."


def dealers(transcript: Transcript) -> Iterator[str]:
    """Check that the deal goes round the table, past players who are out."""
    game, _ = state_of(transcript)
    players = transcript.players if transcript.rules.players.clockwise else transcript.players[::-1]
    dealer = transcript.first_dealer
    for deal, before in zip(transcript.deals, (None, *game.by_deal[:-1]), strict=True):
        if before:
            following = players.index(dealer) + 1
            turn = (*players[following:], *players)
            dealer = next(name for name in turn if transcript.sides.get(name) not in before.out)
        if deal.dealer != dealer:
            yield _differs(f"Deal {deal.number}, dealer", deal.dealer, dealer)
