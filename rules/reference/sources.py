"""The source of each value in the catalogue."""

from rules.engine.catalogue import Catalogue
from rules.engine.variants import Source


def source_of(catalogue: Catalogue, slug: str, path: str) -> Source | None:
    """Return the source of the value at ``path``, or None if no source covers it.

    The source comes from the game’s own file, or from the nearest ancestor that sets the value.
    """
    lineage = catalogue.lineage(catalogue.variant(slug))
    stating = [variant for variant in lineage if catalogue.states(variant.slug, path)]
    # If no file sets the value, take the nearest source that covers that part of the game.
    for variant in stating[:1] or lineage:
        for source in variant.sources:
            if any(f"{path}.".startswith(f"{covered}.") for covered in source.covers):
                return source
    return None
