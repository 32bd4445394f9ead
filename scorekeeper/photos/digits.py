"""Reading a handwritten digit with a small convolutional network; tools/digits trains it."""

from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

Picture = NDArray[np.float32]
Weights = tuple[NDArray[np.float32], ...]

WEIGHTS = Path(__file__).with_name("digits.npz")
SIZE, INNER = 28, 20  # of a picture, and of the digit in it
INK = 0.3  # the least ink that belongs to a digit
KERNEL = 5
AT_ONCE = 128  # pictures; each takes 100 kB of memory


def normalised(ink: Picture) -> Picture:
    """Return a picture of ``SIZE`` by ``SIZE`` with a digit, which is centred by its mass.

    ``ink`` has the amount of ink of each pixel, from 0 to 1.
    """
    out = np.zeros((SIZE, SIZE), np.float32)
    rows, columns = (np.flatnonzero(ink.max(axis) > INK) for axis in (1, 0))
    if not len(rows):
        return out
    part = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    scale = INNER / max(part.shape)
    size = [max(1, round(side * scale)) for side in part.shape[::-1]]
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(part, size, interpolation=way)
    small = np.minimum(1, small / small.max())
    total = small.sum()
    left = round((SIZE - 1) / 2 - (small.sum(0) * np.arange(size[0])).sum() / total)
    top = round((SIZE - 1) / 2 - (small.sum(1) * np.arange(size[1])).sum() / total)
    left, top = min(max(left, 0), SIZE - size[0]), min(max(top, 0), SIZE - size[1])
    out[top : top + size[1], left : left + size[0]] = small
    return out


def likelihoods(pictures: Picture) -> Picture:
    """Return how likely each of the normalised pictures shows each digit, or something else."""
    parts = (pictures[at : at + AT_ONCE] for at in range(0, len(pictures), AT_ONCE))
    return np.concatenate([answers(_weights(), part) for part in parts])


def answers(weights: Weights, pictures: Picture) -> Picture:
    """Return the answers of the network with these weights: for each picture, 11 likelihoods."""
    first, first_bias, second, second_bias, dense, dense_bias, last, last_bias = weights
    values = _pooled(patches(pictures[..., None]) @ first + first_bias)
    values = _pooled(patches(values) @ second + second_bias)
    values = np.maximum(values.reshape(len(values), -1) @ dense + dense_bias, 0)
    scores = values @ last + last_bias
    powers = np.exp(scores - scores.max(1, keepdims=True))
    likely: Picture = powers / powers.sum(1, keepdims=True)
    return likely


@cache
def _weights() -> Weights:
    with np.load(WEIGHTS) as stored:
        return tuple(stored[name].astype(np.float32) for name in stored.files)


def patches(values: Picture) -> Picture:
    """Return the neighbourhood of each place as one vector."""
    seen = sliding_window_view(values, (KERNEL, KERNEL), axis=(1, 2))
    flat: Picture = np.ascontiguousarray(seen).reshape(*seen.shape[:3], -1)
    return flat


def _pooled(values: Picture) -> Picture:
    """Return the largest of each four neighbours, and at least 0."""
    count, height, width, depth = values.shape
    blocks = values.reshape(count, height // 2, 2, width // 2, 2, depth)
    largest: Picture = np.maximum(blocks.max((2, 4)), 0)
    return largest
