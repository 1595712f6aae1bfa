#!/usr/bin/env python3
"""Writes the intervals that the tests compare ours with: SciPy's percentile bootstrap.

    pip install scipy && scripts/bootstrap_reference.py > crates/eval/tests/data/bootstrap.json

The values are made here, from a fixed seed: shares of evidence found by two set-ups on
the same questions, easy and hard ones for both alike, many of them equal.
"""

import json

import numpy
from scipy.stats import bootstrap

RESAMPLES = 1_000_000
LEVELS = (95.0, 99.75)


def pairs(random, count, gain):
    """Two set-ups on the same questions: the second finds some pieces more, and a few less."""
    pieces = random.integers(1, 5, count)
    easy = random.random(count)
    ours, theirs = [], []
    for total, share in zip(pieces, easy):
        base = random.binomial(total, share)
        moved = base + random.binomial(total - base, gain) - random.binomial(base, gain / 4)
        theirs.append(base / total)
        ours.append(moved / total)
    return numpy.array(ours), numpy.array(theirs)


def interval(values, level, random):
    result = bootstrap(
        (values,), numpy.mean, method="percentile", n_resamples=RESAMPLES,
        confidence_level=level / 100.0, random_state=random, batch=20_000,
    ).confidence_interval
    return [result.low, result.high]


def main():
    cases = []
    for seed, count, gain in ((1, 28, 0.3), (2, 120, 0.1), (3, 300, 0.02)):
        random = numpy.random.default_rng(seed)
        ours, theirs = pairs(random, count, gain)
        cases.append({
            "ours": ours.tolist(),
            "theirs": theirs.tolist(),
            "mean": float(ours.mean()),
            "mean_interval": interval(ours, LEVELS[0], random),
            "difference": float((ours - theirs).mean()),
            "difference_intervals": [[level, *interval(ours - theirs, level, random)] for level in LEVELS],
        })
    print(json.dumps({"resamples": RESAMPLES, "cases": cases}, indent=1))


if __name__ == "__main__":
    main()
