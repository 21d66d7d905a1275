#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright the opensearch-near-dup authors.
"""The format of passages-format.md in plain Python, to read and to check other implementations with.

A line of standard input is a JSON list of the shortest passage and the tokens of a text; a line of output is a JSON list
of the hashes that are kept, in hex, each with the position of its first token.
"""
import json
import sys

sys.dont_write_bytecode = True
import simhash64_v1

M = (1 << 64) - 1
BASE = 0x9E3779B97F4A7C15


def mix(x):
    x = (x ^ x >> 33) * 0xFF51AFD7ED558CCD & M
    x = (x ^ x >> 33) * 0xC4CEB9FE1A85EC53 & M
    return x ^ x >> 33


def polynomial(tokens):
    total = 0
    for token in tokens:
        total = (total * BASE + token) & M
    return total


def winnow(min_passage, words):
    tokens = [simhash64_v1.xxh64(word.encode()) for word in words]
    gram = max(3, min(16, 2 * min_passage // 5))
    window = min_passage - gram + 1
    if len(tokens) < min_passage:
        return [(mix(~polynomial(tokens) & M) >> 24, 0)] if tokens else []
    hashes = [mix(polynomial(tokens[i:i + gram])) for i in range(len(tokens) - gram + 1)]
    kept, last = [], -1
    for start in range(len(hashes) - window + 1):
        least = min(hashes[start:start + window])
        if last >= start and hashes[last] == least:
            continue
        last = max(i for i in range(start, start + window) if hashes[i] == least)
        kept.append((hashes[last] >> 24, last))
    return kept


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps([["%010x" % value, position] for value, position in winnow(*json.loads(line))]))
