"""The digits of MNIST, as stored in its files."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

HEADS = {"images-idx3": 16, "labels-idx1": 8}  # bytes before the data


def read(folder: Path, kind: str) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the pictures and the digits of the set ``train`` or ``t10k``."""
    images, labels = (
        np.frombuffer((folder / f"{kind}-{name}-ubyte").read_bytes(), np.uint8, offset=head)
        for name, head in HEADS.items()
    )
    return images.reshape(-1, 28, 28), labels
