"""Behaviour that all forms have in common."""

import pytest
from django import forms
from django.conf import settings
from django.http import QueryDict
from django.test.html import parse_html

from scorekeeper.forms.base import BaseForm
from scorekeeper.forms.changes import ChangeForm
from scorekeeper.forms.players import NumberForm

TEMPLATES = settings.BASE_DIR / "templates"


@pytest.mark.parametrize(
    ("sent", "version", "key"),
    [
        ("version=3&key=k-1", 3, "k-1"),
        ("version=3&version=4&key=a&key=b", 4, "b"),
        ("version=-1&key=k", 0, "k"),
        ("version=abc&key=k", 0, "k"),
        ("version=1.5&key=k", 0, "k"),
        ("version=%C2%B2&key=k", 0, "k"),
        (f"version={'9' * 5000}&key={'k' * 5000}", 9_999_999_999, "k" * 36),
        ("version=12%00&key=%00k%00", 0, "k"),
    ],
)
def test_version_and_key_are_read_from_any_text(sent, version, key):
    form = ChangeForm(QueryDict(sent))

    assert form.is_valid()
    assert form.cleaned_data == {"version": version, "key": key}


@pytest.mark.parametrize("sent", ["", "version=3", "key=", "key=%00"])
def test_a_form_sent_without_a_key_gets_one_of_its_own(sent):
    first, second = ChangeForm(QueryDict(sent)), ChangeForm(QueryDict(sent))

    assert first.is_valid()
    assert second.is_valid()
    assert len(first.cleaned_data["key"]) == 36
    assert first.cleaned_data["key"] != second.cleaned_data["key"]


@pytest.mark.parametrize(
    ("sent", "number"), [("2", 2), ("", 0), ("-1", 0), ("x", 0), ("12345", 1234), ("\u00b2", 0)]
)
def test_a_number_that_nobody_has_is_0(sent, number):
    form = NumberForm({"number": sent})

    assert form.is_valid()
    assert form.cleaned_data["number"] == number


class AgeForm(BaseForm):
    """A form with the same base class as the others."""

    age = forms.IntegerField(label="Age", help_text="In years.")


def test_a_field_is_written_with_its_label_its_hint_and_no_problem():
    assert_html(
        AgeForm()["age"].as_field_group(),
        """
        <label>Age <input type="number" name="age" id="age" aria-describedby="age-hint"></label>
        <p class="hint" id="age-hint">In years.</p>
        """,
    )


def test_what_is_wrong_is_written_beside_the_input_that_keeps_what_was_typed():
    assert_html(
        AgeForm({"age": "ten"})["age"].as_field_group(),
        """
        <label>Age <input type="number" name="age" value="ten" id="age" aria-invalid="true"
            aria-describedby="age-hint age-problem"></label>
        <p class="problem" id="age-problem" role="alert">Enter a whole number.</p>
        <p class="hint" id="age-hint">In years.</p>
        """,
    )


def test_only_radio_buttons_are_marked_as_wrong_by_hand():
    by_hand = sorted(
        str(path.relative_to(TEMPLATES))
        for path in TEMPLATES.rglob("*.html")
        if "aria-invalid" in path.read_text("utf-8")
    )

    assert by_hand == ["forms/segments.html"]


def assert_html(html, expected):
    assert parse_html(html) == parse_html(expected)
