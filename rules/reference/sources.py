"""Which work a figure rests on."""

from rules.engine.catalogue import Catalogue
from rules.engine.variants import Source


def source_of(catalogue: Catalogue, slug: str, path: str) -> Source | None:
    """Return the work on which the figure at ``path`` rests, from the youngest file that states it.
    None if no source covers it.
    """
    lineage = catalogue.lineage(catalogue.variant(slug))
    stating = [variant for variant in lineage if catalogue.states(variant.slug, path)]
    # A figure that no file states comes from whoever describes that part of the game.
    for variant in stating[:1] or lineage:
        for source in variant.sources:
            if any(f"{path}.".startswith(f"{covered}.") for covered in source.covers):
                return source
    return None
