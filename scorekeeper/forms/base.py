"""The base class of all forms, which renders each input with its problems."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.forms import CheckboxInput, boundfield
from django.forms.renderers import BaseRenderer, TemplatesSetting
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe


class FormRenderer(TemplatesSetting):
    """A renderer that uses our template for a field with its label and problem."""

    field_template_name = "forms/field.html"


class TextInput(forms.TextInput):
    """A text input rendered in code, because Django’s nested templates take three times as long.

    The page’s scripts recognise text inputs by their missing ``type`` attribute.
    """

    def render(
        self, name: str, value: Any, attrs: Any = None, renderer: BaseRenderer | None = None
    ) -> SafeString:
        """Return the input with its attributes."""
        written = {"name": name, "value": self.format_value(value) or ""}
        written |= self.build_attrs(self.attrs, attrs)
        return mark_safe(f"<input{_attributes(written)}>")  # noqa: S308 -- each value is escaped


class Select(forms.Select):
    """A drop-down list, rendered in code because that is faster. Option groups aren’t supported."""

    def render(
        self, name: str, value: Any, attrs: Any = None, renderer: BaseRenderer | None = None
    ) -> SafeString:
        """Return the list with its options."""
        chosen = self.format_value(value)
        options = "".join(
            f"<option{_attributes({'value': key, 'selected': str(key) in chosen})}>"
            f"{escape(label)}</option>"
            for key, label in self.choices
        )
        written = _attributes({"name": name} | self.build_attrs(self.attrs, attrs))
        return mark_safe(f"<select{written}>{options}</select>")  # noqa: S308 -- as above


def _attributes(attributes: Mapping[str, Any]) -> str:
    """Return the attributes of an element as HTML, each preceded by a space.

    Django’s ``flatatt`` formats one attribute at a time and takes five times as long. A page has
    hundreds of inputs.
    """
    texts = (
        f" {name}" if value is True else f' {name}="{escape(value)}"'
        for name, value in attributes.items()
        if value is not None and value is not False
    )
    return "".join(texts)


class BoundField(boundfield.BoundField):
    """An input of a form. The ids of its hint and its problem start with its own id."""

    @property
    def hint_id(self) -> str:
        return f"{self.id_for_label}-hint"

    @property
    def problem_id(self) -> str:
        return f"{self.id_for_label}-problem"

    @property
    def aria_describedby(self) -> str:
        """Return the ids of the texts that describe the input."""
        ids = [self.hint_id] if self.help_text else []
        return " ".join([*ids, self.problem_id] if self.errors or self.is_live else ids)

    @property
    def is_live(self) -> bool:
        """Whether the field’s problem is updated while the user fills in the form."""
        is_switch = isinstance(self.field.widget, CheckboxInput)
        of_form = bool(getattr(self.form, "is_live", False)) and not is_switch
        return bool(getattr(self.field, "is_live", of_form))

    def build_widget_attrs(self, attrs: Any, widget: Any = None) -> dict[str, Any]:
        """Add autofocus to an invalid input on a long page, where its problem may be off screen."""
        built: dict[str, Any] = super().build_widget_attrs(attrs, widget)
        if self.errors and getattr(self.form, "is_one_of_many", False):
            built["autofocus"] = True
        return built


class BaseForm(forms.Form):
    """A form whose inputs use their names as ids."""

    bound_field_class = BoundField
    announces_problems = True  # each problem is an alert; a long form has one alert at the top
    use_required_attribute = False  # the server checks forms and has its own error messages

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, auto_id="%s", **kwargs)
