#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright the opensearch-near-dup authors.
"""The format of minhash-format.md in plain Python, to read and to check other implementations with.

A line of standard input is a JSON object as simhash64_v1.py takes it, which makes the features; weights, boosts and
"top_features" do not matter. "similarity" and "recall" say which bands are wanted, "numbers" is the list of the text's
numbers for minhash_fss_v2. A line of output is the signature, the bands as rows x count, their keys, and the Jaccard
similarity to the line before with its standard deviation. A text without features has a dash.
"""
import base64
import functools
import json
import math
import sys

sys.dont_write_bytecode = True
import simhash64_v1

VALUES, BITS, MAX_EXACT, MAX_NUMBERS = 512, 4, 64, 64
SKETCH, EXACT = b"\x10", b"\x11"
M = (1 << 32) - 1


def mix(x):
    x ^= x >> 16
    x = x * 0x21F0AAAD & M
    x ^= x >> 15
    x = x * 0xD35A2D97 & M
    return x ^ x >> 15


def hashes(case):
    """The set of features, as 32-bit hashes."""
    hasher = {"xxh64": simhash64_v1.xxh64, "md5_low64": simhash64_v1.md5_low64}[case.get("hash", "xxh64")]
    features = simhash64_v1.features({**case, "weights": "none", "top_features": None})
    return frozenset(hasher(data) >> 32 for data, _ in features)


@functools.lru_cache(maxsize=4)
def sketch(elements):
    """512 values of 4 bits."""
    least = [None] * VALUES
    for number in range(2 * VALUES):
        if None not in least:
            break
        if number >= VALUES and least[number - VALUES] is not None:
            continue
        balls = {}
        for element in elements:
            mixed = mix(element + number * 0x9E3779B9 & M)
            place = mixed % VALUES if number < VALUES else number - VALUES
            balls[place] = min(balls.get(place, M), mixed >> 10)
        for place, ball in balls.items():
            if least[place] is None:  # an earlier round is less than a later one
                least[place] = ball
    return [ball % (1 << BITS) for ball in least]


def number_hashes(case):
    """The distinct numbers as 32-bit hashes, in ascending order; None for minhash_fss_v1."""
    if "numbers" not in case:
        return None
    return sorted({simhash64_v1.xxh64(number.encode()) >> 32 for number in case["numbers"]})


def hashed(elements):
    return b"".join(element.to_bytes(4, "big") for element in elements)


def signature(elements, numbers=None):
    if len(elements) <= MAX_EXACT:
        data = EXACT + hashed(sorted(elements))
    else:
        values = sketch(elements)
        data = SKETCH + bytes(values[i] << 4 | values[i + 1] for i in range(0, VALUES, 2))
    if numbers is not None:
        kept = numbers[:MAX_NUMBERS]
        count = len(kept) | (0x80 if len(numbers) > MAX_NUMBERS else 0)
        data = bytes([data[0] + 0x10, count]) + hashed(kept) + data[1:]
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def equal_probability(similarity):
    return 1 / 16 + 15 / 16 * similarity


def needed(rows, similarity, recall):
    meet = equal_probability(similarity) ** rows
    return max(1, math.ceil(math.log1p(-recall) / math.log1p(-meet))) if meet < 1 else 1


def bands(similarity, recall):
    """Rows and number of bands."""
    for rows in range(9, 0, -1):
        count = needed(rows, similarity, recall)
        if count <= 24 or rows <= 4 and rows * count <= VALUES or rows == 1:
            return rows, count


def keys(elements, rows, count):
    digits = "".join("%x" % value for value in sketch(elements))
    return [digits[i * rows:(i + 1) * rows] for i in range(count)]


def within(some, others):
    """Whether these numbers are among the others, as far as the lowest 64 of each say."""
    if len(some) > MAX_NUMBERS >= len(others):
        return False
    known = others[:MAX_NUMBERS]
    return all(number in known or len(others) > MAX_NUMBERS and number > known[-1] for number in some[:MAX_NUMBERS])


def numbers_differ(left, right):
    return left is not None and right is not None and not within(left, right) and not within(right, left)


def jaccard(left, right):
    """The similarity and its standard deviation."""
    if len(left) <= MAX_EXACT and len(right) <= MAX_EXACT:
        return len(left & right) / len(left | right), 0
    part = sum(a == b for a, b in zip(sketch(left), sketch(right))) / VALUES
    return max(0, (part - 1 / 16) / (15 / 16)), math.sqrt(part * (1 - part) / VALUES) / (15 / 16)


if __name__ == "__main__":
    before = None
    for line in sys.stdin:
        case = json.loads(line)
        elements = hashes(case)
        if not elements:
            print("-")
            continue
        rows, count = bands(case.get("similarity", 0.7), case.get("recall", 0.95))
        numbers = number_hashes(case)
        similarity = jaccard(before[0] if before else elements, elements)
        if before and numbers_differ(before[1], numbers):
            similarity = 0, 0
        print(signature(elements, numbers), "%dx%d" % (rows, count), *keys(elements, rows, count),
              "%.9f +- %.9f" % similarity)
        before = elements, numbers
