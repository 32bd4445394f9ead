"""Notes about games: a line of text and a place."""

from django.db import transaction

from scorekeeper.models import Game, Note
from scorekeeper.services.changes import lock_game


@transaction.atomic
def write_note(*, game: Game, text: str, location: str) -> None:
    """Store a note about a game and where it was played, replacing any earlier ones.

    This is not a change to the game: it isn’t logged, and can’t be undone. Raises GameGoneError if
    the game no longer exists.
    """
    current = lock_game(game).game
    if text or location:
        Note.objects.update_or_create(game=current, defaults={"text": text, "location": location})
    else:
        Note.objects.filter(game=current).delete()
