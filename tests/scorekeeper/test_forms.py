"""What all forms have in common."""

import pytest
from django.http import QueryDict

from scorekeeper.forms.changes import ChangeForm
from scorekeeper.forms.players import NumberForm


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
