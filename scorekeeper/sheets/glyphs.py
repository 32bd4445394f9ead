"""Which characters can be printed here: those of the sheet's own fonts, and of the machine's.

Pango takes a character that the sheet's fonts do not have from any font that fontconfig knows of,
and draws a crossed-out box where none has it.
"""

import unicodedata
from collections.abc import Callable, Sequence
from functools import cache

from rules.engine.formatting import join_names
from scorekeeper.sheets.measure import Fonts

EMOJI, EAST_ASIAN, OTHERS = "fonts-noto-color-emoji", "fonts-noto-cjk", "fonts-noto"
_SYSTEM = 0  # FcSetSystem
_FOUND = 0  # FcResultMatch


def unprinted(text: str, fonts: Fonts) -> str:
    """The characters of ``text`` for which there is no font, each once."""
    own = fonts.regular.widths.keys() | fonts.signs.widths.keys()
    return "".join(
        char
        for char in sorted(set(text))
        if ord(char) not in own and _has_shape(char) and not fonts.others(char)
    )


def printed(text: str, fonts: Fonts) -> str:
    """``text`` without the characters for which there is no font, and the marks on them."""
    missing = unprinted(text, fonts)
    if not missing:
        return text
    said, has_base = [], True
    for char in text:
        if not _is_mark(char):
            has_base = char not in missing
        if has_base and char not in missing:
            said.append(char)
    return "".join(said)


def printed_name(name: str, fonts: Fonts) -> str:
    """What of ``name`` can be printed; nothing where no letter and no figure would be left."""
    text = " ".join(printed(name, fonts).split())
    return text if text == name or any(map(str.isalnum, text)) else ""


def numbered(names: Sequence[str], fonts: Fonts) -> list[tuple[str, str]]:
    """The names of which nothing can be printed, the longest first, each with the number of its
    column, by which sentences call it.
    """
    lost = [
        (name, f"No. {number}")
        for number, name in enumerate(names, 1)
        if name and not printed_name(name, fonts)
    ]
    return sorted(lost, key=lambda pair: -len(pair[0]))


def names_hint(names: Sequence[str], fonts: Fonts) -> str:
    """Which of ``names`` lose more than a picture beside their letters, and the Debian packages
    with the fonts for them; empty where none does.
    """
    lost = {name: unprinted(name, fonts) for name in names}
    wanting = [
        name
        for name, missing in lost.items()
        if missing and (any(map(str.isalpha, missing)) or not printed_name(name, fonts))
    ]
    if not wanting:
        return ""
    packages = sorted({_package(char) for name in wanting for char in lost[name]})
    quoted = join_names(f"“{name}”" for name in wanting)
    return (
        f"No font here can print all of {quoted}; write in by hand what is missing."
        f" On Debian {join_names(packages)} would help."
    )


def _has_shape(char: str) -> bool:
    """Whether something is to be seen of ``char``: not of spaces, joiners and selectors."""
    return unicodedata.category(char)[0] not in "CZ" and not "\ufe00" <= char <= "\ufe0f"


def _is_mark(char: str) -> bool:
    return unicodedata.category(char) in ("Mn", "Me", "Mc", "Cf")


def _package(char: str) -> str:
    if unicodedata.category(char) in ("So", "Sk"):
        return EMOJI
    return EAST_ASIAN if unicodedata.east_asian_width(char) in "WF" else OTHERS


def has_font(char: str) -> bool:
    """Whether a font of this machine has ``char``."""
    return _machine()(ord(char))


@cache
def _machine() -> Callable[[int], bool]:
    """The same by the number of a character; fonts that come later are not known."""
    # Slow to import, and for sheets alone; it carries no types.
    from weasyprint.text.ffi import ffi, fontconfig  # noqa: PLC0415

    ffi.cdef(
        """
        typedef ... FcCharSet;
        FcCharSet * FcCharSetCreate (void);
        FcBool FcCharSetMerge (FcCharSet *a, const FcCharSet *b, FcBool *changed);
        FcBool FcCharSetHasChar (const FcCharSet *set, uint32_t code);
        FcResult FcPatternGetCharSet (FcPattern *p, const char *object, int n, FcCharSet **set);
        """,
        override=True,
    )
    config = fontconfig.FcInitLoadConfigAndFonts()
    fonts = fontconfig.FcConfigGetFonts(config, _SYSTEM)
    covered, found = fontconfig.FcCharSetCreate(), ffi.new("FcCharSet **")
    for at in range(fonts.nfont):
        if fontconfig.FcPatternGetCharSet(fonts.fonts[at], b"charset", 0, found) == _FOUND:
            fontconfig.FcCharSetMerge(covered, found[0], ffi.NULL)
    fontconfig.FcConfigDestroy(config)
    return lambda code: bool(fontconfig.FcCharSetHasChar(covered, code))
