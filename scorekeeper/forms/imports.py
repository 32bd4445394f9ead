"""The form for a file to import."""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from typing import Any

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.engine.catalogue import catalogue
from rules.reference.game_words import translated_variant
from scorekeeper.forms.base import BaseForm, Select
from scorekeeper.forms.days import DayField
from scorekeeper.presenters.imports import ImportProgress
from scorekeeper.services.imports.bgstats import VARIANT as ANY_GAME
from scorekeeper.services.imports.converted import takes_points

FILES = ".zip,.jsonl,.json,.bgsplay,.csv,.tsv,.txt"


@cache
def _variants_with_points() -> tuple[str, ...]:
    """Return the slugs of the variants whose games can be imported from a table of points."""
    return tuple(slug for slug, variant in catalogue().variants.items() if takes_points(variant))


def too_large() -> str:
    """Return the message about a file that is too large."""
    message = gettext("This file is too large. Choose a file of at most {most} MB.")
    return message.format(most=settings.LARGEST_IMPORT // 2**20)


class ImportField(forms.FileField):
    """A file whose size is checked by the page’s script before it is sent."""

    is_live = True
    widget = forms.FileInput({"accept": FILES, "data-largest": settings.LARGEST_IMPORT})


class UploadForm(BaseForm):
    """A file to import and, for a table of scores, the game that was played."""

    file = ImportField(
        label=_("File"),
        error_messages={
            "required": _("Choose a file."),
            "empty": _("This file is empty."),
            "missing": _("Choose a file."),
        },
    )
    variant = forms.ChoiceField(label=_("Game"), required=False)
    name = forms.CharField(label=_("Name of the game"), required=False, max_length=60)
    lowest_wins = forms.BooleanField(
        label=_("Lowest total wins"), required=False, template_name="forms/switch.html"
    )
    played_on = DayField()

    def __init__(self, data: Any = None, files: Any = None) -> None:
        today = timezone.localdate()
        super().__init__(data, files=files, initial={"played_on": today, "variant": ANY_GAME})
        self.fields["file"].widget.attrs["data-too-large"] = too_large()
        # On a new form, a script replaces the site’s date by that of the phone.
        self.fields["played_on"].widget.attrs["data-today"] = data is None
        variants = catalogue().variants
        named = [
            (slug, translated_variant(variants[slug]).name)
            for slug in _variants_with_points()
            if slug != ANY_GAME
        ]
        first = (ANY_GAME, gettext("Any game"))
        choices = [first, *sorted(named, key=lambda pair: pair[1])]
        self.fields["variant"].choices = choices  # type: ignore[attr-defined]

    def clean_played_on(self) -> date:
        """Return the day, by default today."""
        day: date = self.cleaned_data["played_on"] or timezone.localdate()
        return day

    @property
    def chosen_variant(self) -> str:
        return str(self.cleaned_data["variant"] or ANY_GAME)

    @property
    def options(self) -> dict[str, Any]:
        """The game’s options, which can be set only if the game is “Any game”."""
        if self.chosen_variant != ANY_GAME:
            return {}
        name, lowest_wins = self.cleaned_data["name"], self.cleaned_data["lowest_wins"]
        return ({"name": name} if name else {}) | ({"lowest-wins": True} if lowest_wins else {})


class AnswersForm(BaseForm):
    """The answers to the questions about a file, and who wins each game that it leaves open."""

    def __init__(
        self, progress: ImportProgress, given: Mapping[str, str], data: Any = None
    ) -> None:
        """Make a field for each question, and one for each game whose winner can be changed."""
        super().__init__(data)
        self._keys: dict[str, str] = {}
        for question in progress.questions:
            blank = [] if question.key in given else [("", gettext("Choose"))]
            self._add(question.key, question.text, [*blank, *question.answers], given)
        wins = [
            ("highest", gettext("Highest total wins")),
            ("lowest", gettext("Lowest total wins")),
        ]
        for game in progress.games:
            if game.key and game.key not in self._keys.values():
                label = gettext("Who wins {game}?").format(game=game.name)
                self._add(game.key, label, wins, {game.key: game.wins})

    def _add(
        self, key: str, label: str, choices: Sequence[tuple[str, str]], given: Mapping[str, str]
    ) -> None:
        name = f"answer-{len(self._keys)}"
        self._keys[name] = key
        self.fields[name] = forms.ChoiceField(
            label=label,
            choices=choices,
            initial=given.get(key, ""),
            widget=Select(),
            error_messages={"required": gettext("Choose one of the answers.")},
        )

    @property
    def answers(self) -> dict[str, str]:
        """The answers by the key of the question."""
        return {key: self.cleaned_data[name] for name, key in self._keys.items()}
