#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright the opensearch-near-dup authors.
"""The same texts for near-dup and for datasketch (MIT, https://github.com/ekzhu/datasketch).

    python3 datasketch_groups.py texts 20000 > texts.jsonl
    python3 datasketch_groups.py groups texts.jsonl > theirs.txt
    near-dup groups --no-numbers texts.jsonl > ours.txt

Texts of about 140 words of a Zipf-like vocabulary; three of ten are an earlier one with 5 % of its
words changed. `groups` is MinHash and MinHashLSH at their documented settings (128 permutations,
threshold 0.5) over the words and pairs of words of a text: a document that finds one that was
kept goes, else it is kept.
"""

import json
import random
import re
import sys


def texts(count):
    draw = random.Random(7)
    vocabulary = ["".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=draw.randint(3, 9))) for _ in range(50_000)]

    def word():
        return vocabulary[int(len(vocabulary) ** draw.random()) - 1]

    made = []
    for number in range(count):
        if made and draw.random() < 0.3:
            words = [word() if draw.random() < 0.05 else each for each in draw.choice(made)]
        else:
            words = [word() for _ in range(draw.randint(100, 180))]
        made.append(words)
        print(json.dumps({"id": str(number), "text": " ".join(words)}))


def groups(path):
    from datasketch import MinHash, MinHashLSH

    kept = MinHashLSH(threshold=0.5, num_perm=128)
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            document = json.loads(line)
            words = re.findall(r"\w+", document["text"].lower())
            features = set(words) | {" ".join(pair) for pair in zip(words, words[1:])}
            sketch = MinHash(num_perm=128)
            sketch.update_batch([feature.encode() for feature in features])
            found = kept.query(sketch)
            if found:
                print("drop", document["id"], sep="\t")
            else:
                kept.insert(document["id"], sketch)
                print("keep", document["id"], sep="\t")


if __name__ == "__main__":
    if sys.argv[1] == "texts":
        texts(int(sys.argv[2]))
    else:
        groups(sys.argv[2])
