"""Training of the network that reads digits, in NumPy."""

import time
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from scorekeeper.photos.digits import WEIGHTS, Picture, _patches, likelihoods, normalised
from tools.digits.mnist import read

Numbers = NDArray[np.int64]
Weights = list[Picture]

SEED, ROUNDS, STEPS, BATCH = 1, 9, 34_000, 128
BIG = 56  # the size at which digits are distorted
OTHER = 10  # the answer for what isn’t a digit
FONTS = Path("/usr/share/fonts")
