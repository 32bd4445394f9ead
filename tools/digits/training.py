"""Training the network: gradient descent with Adam, in plain NumPy."""

import sys
from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from scorekeeper.photos.digits import KERNEL, Picture, Weights, answers, patches
from scorekeeper.photos.reading import OTHER
from tools.digits.samples import Samples

DEPTHS, HIDDEN = (16, 32), 128  # channels of the two convolutions, and hidden units after them
POOLED = 4  # the side of the pictures after both convolutions
BATCH = 128
FASTEST, SLOWEST = 2e-3, 2e-5  # learning rates at the beginning and at the end
DROPPED = 0.25  # the share of hidden units that are left out of each step
MOST_OTHERS = 0.35  # the largest share of samples that aren’t a digit
AVERAGED = 0.999  # how much of the average of the weights each step keeps


def trained(samples: Samples, epochs: int, seed: int) -> Weights:
    """Return the weights of a network trained with the samples."""
    rng = np.random.default_rng(seed)
    pictures, shown = _balanced(rng, samples)
    weights = _initial(rng)
    average = [weight.copy() for weight in weights]
    means = [np.zeros_like(weight) for weight in weights]
    squares = [np.zeros_like(weight) for weight in weights]
    steps = epochs * (len(pictures) // BATCH)
    step = 0
    for epoch in range(1, epochs + 1):
        right = 0
        order = rng.permutation(len(pictures))
        for begin in range(0, len(order) - BATCH + 1, BATCH):
            chosen = order[begin : begin + BATCH]
            batch = _varied(rng, pictures[chosen].astype(np.float32) / 255)
            gradients, hits = _gradients(rng, weights, batch, shown[chosen])
            right += hits
            step += 1
            rate = SLOWEST + (FASTEST - SLOWEST) * (1 + np.cos(np.pi * step / steps)) / 2
            for at, gradient in enumerate(gradients):
                means[at] += 0.1 * (gradient - means[at])
                squares[at] += 0.001 * (gradient**2 - squares[at])
                change = means[at] / (1 - 0.9**step)
                change /= np.sqrt(squares[at] / (1 - 0.999**step)) + 1e-7
                weights[at] -= np.float32(rate) * change
                average[at] += (1 - AVERAGED) * (weights[at] - average[at])
        share = right / (len(order) // BATCH * BATCH)
        sys.stdout.write(f"epoch {epoch}: {share:.4f} of the samples right\n")
        sys.stdout.flush()
    return tuple(average)


def share_right(weights: Weights, samples: Samples) -> float:
    """Return the share of the digits among the samples that the network reads right."""
    pictures, shown = samples
    digits = np.flatnonzero(shown != OTHER)
    right = 0
    for at in range(0, len(digits), BATCH):
        chosen = digits[at : at + BATCH]
        read = answers(weights, pictures[chosen].astype(np.float32) / 255)
        right += int((read[:, :OTHER].argmax(1) == shown[chosen]).sum())
    return right / len(digits)


def _balanced(rng: Generator, samples: Samples) -> Samples:
    """Return the samples without some of those that aren’t a digit."""
    pictures, shown = samples
    digits, others = np.flatnonzero(shown != OTHER), np.flatnonzero(shown == OTHER)
    most = round(len(digits) * MOST_OTHERS / (1 - MOST_OTHERS))
    chosen = np.concatenate([digits, rng.permutation(others)[:most]])
    return pictures[chosen], shown[chosen]


def _varied(rng: Generator, batch: Picture) -> Picture:
    """Return the pictures moved by at most a pixel, and with more or less ink."""
    moved = np.stack([np.roll(picture, rng.integers(-1, 2, 2), (0, 1)) for picture in batch])
    strength = rng.uniform(0.8, 1.25, (len(batch), 1, 1)).astype(np.float32)
    return np.minimum(1, moved * strength)


def _initial(rng: Generator) -> list[NDArray[np.float32]]:
    first, second = DEPTHS
    shapes = [
        (KERNEL**2, first),
        (KERNEL**2 * first, second),
        (POOLED**2 * second, HIDDEN),
        (HIDDEN, OTHER + 1),
    ]
    weights = []
    for fan_in, out in shapes:
        values = rng.standard_normal((fan_in, out), np.float32) * np.float32((2 / fan_in) ** 0.5)
        weights += [values, np.zeros(out, np.float32)]
    return weights


def _gradients(
    rng: Generator, weights: Sequence[Picture], batch: Picture, shown: NDArray[np.uint8]
) -> tuple[list[Picture], int]:
    """Return the gradient of the loss for each weight, and the number of samples read right."""
    w1, b1, w2, b2, w3, b3, w4, b4 = weights
    count = len(batch)
    seen1 = patches(batch[..., None])
    full1 = np.maximum(seen1 @ w1 + b1, 0)
    pool1, mask1 = _pooled(full1)
    seen2 = patches(pool1)
    full2 = np.maximum(seen2 @ w2 + b2, 0)
    pool2, mask2 = _pooled(full2)
    flat = pool2.reshape(count, -1)
    hidden = np.maximum(flat @ w3 + b3, 0)
    keep = ((rng.random(hidden.shape, np.float32) > DROPPED) / np.float32(1 - DROPPED)).astype(
        np.float32
    )
    kept = hidden * keep
    scores = kept @ w4 + b4
    likely = np.exp(scores - scores.max(1, keepdims=True))
    likely /= likely.sum(1, keepdims=True)
    hits = int((likely.argmax(1) == shown).sum())
    d_scores = likely
    d_scores[np.arange(count), shown] -= 1
    d_scores /= count
    d_hidden = (d_scores @ w4.T) * keep * (hidden > 0)
    d_full2 = _unpooled((d_hidden @ w3.T).reshape(pool2.shape), mask2) * (full2 > 0)
    d_pool1 = np.zeros_like(pool1)
    side, flat2 = d_full2.shape[1], d_full2.reshape(-1, DEPTHS[1])
    # One place of the kernel after the other takes half the time of all of them at once.
    places = np.ascontiguousarray(w2.reshape(DEPTHS[0], KERNEL**2, DEPTHS[1]).transpose(1, 2, 0))
    for at, (row, column) in enumerate(product(range(KERNEL), repeat=2)):
        part = (flat2 @ places[at]).reshape(count, side, side, DEPTHS[0])
        d_pool1[:, row : row + side, column : column + side] += part
    d_full1 = _unpooled(d_pool1, mask1) * (full1 > 0)
    flat1 = d_full1.reshape(-1, DEPTHS[0])
    return [
        seen1.reshape(-1, KERNEL**2).T @ flat1,
        flat1.sum(0),
        seen2.reshape(-1, KERNEL**2 * DEPTHS[0]).T @ flat2,
        flat2.sum(0),
        flat.T @ d_hidden,
        d_hidden.sum(0),
        kept.T @ d_scores,
        d_scores.sum(0),
    ], hits


def _pooled(values: Picture) -> tuple[Picture, NDArray[np.bool_]]:
    """Return the largest of each four neighbours, and which of them it is."""
    count, height, width, depth = values.shape
    blocks = values.reshape(count, height // 2, 2, width // 2, 2, depth)
    largest = blocks.max((2, 4))
    return largest, blocks == largest[:, :, None, :, None, :]


def _unpooled(gradient: Picture, mask: NDArray[np.bool_]) -> Picture:
    count, height, _two, width, _pair, depth = mask.shape
    spread = mask * gradient[:, :, None, :, None, :]
    return spread.reshape(count, 2 * height, 2 * width, depth)
