#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright the opensearch-near-dup authors.
"""The format of fingerprint-format.md in plain Python, to read and to check other implementations with.

A line of standard input is a JSON object, a line of output its fingerprint. The text is given as "tokens" (what the
analyzer makes of each field) or as "values" (the fields themselves, for char_ngram), both lists of one list or string
per field; "size" is the window, "weights" one of none, tf and tf_idf, the last with "idf" {unit: number} and
"idf_default"; "boosts" (one per field), "top_features" and "hash" (xxh64 or md5_low64) may be left out.
"""
import hashlib
import itertools
import json
import math
import re
import sys
import unicodedata

P1, P2, P3, P4, P5 = (11400714785074694791, 14029467366897019727, 1609587929392839161,
                      9650029242287828579, 2870177450012600261)
M = (1 << 64) - 1


def rotl(x, r):
    return (x << r | x >> (64 - r)) & M


def xxh64(data):
    def lane(acc, x):
        return rotl((acc + x * P2) & M, 31) * P1 & M

    def word(i, n):
        return int.from_bytes(data[i:i + n], "little")

    i, n = 0, len(data)
    if n >= 32:
        v = [(P1 + P2) & M, P2, 0, -P1 & M]
        while i + 32 <= n:
            v = [lane(v[k], word(i + 8 * k, 8)) for k in range(4)]
            i += 32
        h = (rotl(v[0], 1) + rotl(v[1], 7) + rotl(v[2], 12) + rotl(v[3], 18)) & M
        for x in v:
            h = ((h ^ lane(0, x)) * P1 + P4) & M
    else:
        h = P5
    h = (h + n) & M
    while i + 8 <= n:
        h = (rotl(h ^ lane(0, word(i, 8)), 27) * P1 + P4) & M
        i += 8
    if i + 4 <= n:
        h = (rotl(h ^ word(i, 4) * P1 & M, 23) * P2 + P3) & M
        i += 4
    for byte in data[i:]:
        h = rotl(h ^ byte * P5 & M, 11) * P1 & M
    h = (h ^ h >> 33) * P2 & M
    h = (h ^ h >> 29) * P3 & M
    return h ^ h >> 32


def md5_low64(data):
    return int.from_bytes(hashlib.md5(data).digest()[8:], "big")


def is_mark(c):
    return unicodedata.category(c)[0] == "M" or c in "\uff9e\uff9f"


def normalize(text):
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    marks = ((mark, "".join(run)) for mark, run in itertools.groupby(text, is_mark))
    text = unicodedata.normalize("NFKC", "".join(run[:64] if mark else run for mark, run in marks))
    return "".join("".join(run)[:64] for _, run in itertools.groupby(text))


def fold(text):
    """For char_ngram: the white space of java.lang.Character.isWhitespace becomes single spaces."""
    lower = "".join(c.lower() for c in text)  # each by itself: no final sigma
    return re.sub("[\t-\r\x1c- \u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000]+", " ", lower).strip(" ")


def units(case):
    """Pairs of a unit and its boost in parts of 16; and what stands between two units of a window."""
    boosts = [parts(b, 16) for b in case.get("boosts", [])]
    if "tokens" in case:
        fields, between = case["tokens"], " "
    else:
        fields, between = [fold(normalize(value)) for value in case["values"]], ""
        # The line feed between two fields has become a space, the first unit of the later one.
        later = [any(fields[:i]) for i in range(len(fields))]
        fields = [(" " if behind and field else "") + field for field, behind in zip(fields, later)]
    boosts = boosts or [16] * len(fields)
    return [(unit, boost) for field, boost in zip(fields, boosts) for unit in field if unit], between


def parts(number, one):
    return max(1, math.floor(number * one + 0.5))


def features(case):
    """Distinct features as UTF-8 with their weights, whole numbers."""
    all_units, between = units(case)
    size, weights = min(case["size"], len(all_units)), case["weights"]
    idf, default = case.get("idf", {}), case.get("idf_default", 1)
    found = {}
    for i in range(len(all_units) - size + 1 if all_units else 0):
        window = all_units[i:i + size]
        data = between.join(unit for unit, _ in window).encode()
        rarity = sum(parts(idf.get(u, default), 256) for u, _ in window) if weights == "tf_idf" else 1
        weight = rarity * window[0][1]
        found[data] = max(found.get(data, 0), weight) if weights == "none" else found.get(data, 0) + weight
    heaviest = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return heaviest[:case.get("top_features")]


def fingerprint(case):
    hasher = {"xxh64": xxh64, "md5_low64": md5_low64}[case.get("hash", "xxh64")]
    hashes = [(hasher(data), weight) for data, weight in features(case)]
    total = sum(weight for _, weight in hashes)
    sums = [sum(weight for h, weight in hashes if h >> bit & 1) for bit in range(64)]
    return sum(1 << bit for bit in range(64) if 2 * sums[bit] > total)


if __name__ == "__main__":
    for line in sys.stdin:
        print("%016x" % fingerprint(json.loads(line)))
