"""The variants and own games that URLs name by their slugs."""

from difflib import get_close_matches

from django.http import Http404, HttpRequest
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from rules.engine.catalogue import catalogue
from rules.engine.own_games import is_own
from rules.engine.variants import Variant
from scorekeeper.models import OwnGame
from scorekeeper.queries.own_games import own_games_called, variant_of

MOST_TEXT = 60  # the most letters that are compared with names of games


def variant_or_404(slug: str) -> Variant:
    """Return the variant with that slug. Raises Http404 with suggestions if there is none."""
    variants = catalogue().variants
    if slug not in variants:
        near = get_close_matches(slug[:MOST_TEXT], variants, n=3, cutoff=0.4)
        if not near:
            raise Http404(_("There’s no game with that name."))
        names = get_text_list([variants[slug].name for slug in near])
        sentence = _("There’s no game with that name. Did you mean {names}?")
        raise Http404(sentence.format(names=names))
    return variants[slug]


def any_variant_or_404(request: HttpRequest, slug: str) -> Variant:
    """Return a variant of the catalogue, or a game of the user’s groups. Raises Http404."""
    return variant_of(own_or_404(request, slug)) if is_own(slug) else variant_or_404(slug)


def own_or_404(request: HttpRequest, slug: str, group_id: int = 0) -> OwnGame:
    """Return this group’s game with that slug or, failing that, the latest group’s.

    Raises Http404.
    """
    found = own_games_called(request.user, slug)
    if not found:
        raise Http404(_("There’s no game with that name."))
    return next((own for own in found if own.group_id == group_id), found[0])
