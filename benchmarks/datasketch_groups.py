#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright the opensearch-near-dup authors.
"""The same texts for near-dup and for datasketch (MIT, https://github.com/ekzhu/datasketch).

    python3 datasketch_groups.py texts 20000 > texts.jsonl
    python3 datasketch_groups.py groups texts.jsonl > theirs.txt
    near-dup groups --no-numbers texts.jsonl > ours.txt
    python3 datasketch_groups.py server texts.jsonl http://localhost:9200

Texts of about 140 words of a Zipf-like vocabulary; three of ten are an earlier one with 5 % of its
words changed. `groups` is MinHash and MinHashLSH at their documented settings (128 permutations,
threshold 0.5) over the words and pairs of words of a text: a document that finds one that was
kept goes, else it is kept. `server` sends the texts to a server with the plugin, in bulks of 1,000
to the processor `minhash`, asks for the groups, and deletes its index.
"""

import itertools
import json
import random
import re
import sys
import time
import urllib.request


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


def server(path, url):
    def send(method, where, body=None):
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(url + where, (body or "").encode(), headers, method=method)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def processor_time():
        nodes = send("GET", "/_nodes/stats/process")["nodes"].values()
        return sum(node["process"]["cpu"]["total_in_millis"] for node in nodes) / 1000

    minhash = {"fields": ["text"], "target_field": "print", "features": "token_pair"}
    send("PUT", "/_ingest/pipeline/texts", json.dumps({"processors": [{"minhash": minhash}]}))
    settings = {"index.default_pipeline": "texts", "index.number_of_replicas": 0}
    fields = {"print": {"type": "minhash"}, "text": {"type": "text"}}
    send("PUT", "/texts", json.dumps({"settings": settings, "mappings": {"properties": fields}}))
    began, used = time.time(), processor_time()
    with open(path, encoding="utf-8") as lines:
        while bulk := list(itertools.islice(lines, 1000)):
            actions = ('{"index": {"_id": "%s"}}\n%s' % (json.loads(line)["id"], line) for line in bulk)
            send("POST", "/texts/_bulk?filter_path=errors", "".join(actions))
    send("POST", "/texts/_refresh")
    print("written: %.1f s, %.1f s of processor" % (time.time() - began, processor_time() - used))
    began, used = time.time(), processor_time()
    found = send("POST", "/texts/_near_dup/groups", '{"field": "print", "similarity": 0.5}')
    print("groups: %.1f s, %.1f s of processor" % (time.time() - began, processor_time() - used))
    print(found["duplicates"], "documents go")
    send("DELETE", "/texts")


if __name__ == "__main__":
    if sys.argv[1] == "texts":
        texts(int(sys.argv[2]))
    elif sys.argv[1] == "server":
        server(sys.argv[2], sys.argv[3].rstrip("/"))
    else:
        groups(sys.argv[2])
