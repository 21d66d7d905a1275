# SPDX-License-Identifier: Apache-2.0
# Copyright the opensearch-near-dup authors.
"""What near_dup costs on small documents: python3 benchmarks/small_documents.py PORT ROUNDS

Sends the same 12,000 texts of 120 words to a server on this machine that has the plugin, through one
pipeline after the other, by two writers with bulks of 500, to one shard that is not refreshed. Prints
documents a second, the processor time of the server for each document, which tells more where the
machine has other work, and the bytes of each in the merged index.
"""
import http.client
import json
import os
import random
import statistics
import sys
import threading
import time

PORT, ROUNDS = int(sys.argv[1]), int(sys.argv[2])
COUNT, BULK, WRITERS = 12000, 500, 2
SYLLABLES = [first + second for first in 'bcdfghklmnprstvz' for second in 'aeiou']
# Of letters: digits would be numbers, which near_dup of texts keeps.
WORDS = [a + b + c for a in SYLLABLES for b in SYLLABLES for c in SYLLABLES][::25]


def bulks(copies, seed):
    """Bodies for each writer; a part of the texts are copies of earlier ones with two other words."""
    source, texts = random.Random(seed), []
    while len(texts) < COUNT:
        words = [source.choice(WORDS) for _ in range(120)]
        if texts and source.random() < copies:
            words = source.choice(texts).split()
            for _ in range(2):
                words[source.randrange(len(words))] = source.choice(WORDS)
        texts.append(' '.join(words))
    lines = ['{"index":{}}\n%s\n' % json.dumps({'text': text}) for text in texts]
    return [[''.join(mine[i:i + BULK]).encode() for i in range(0, len(mine), BULK)]
            for mine in (lines[k::WRITERS] for k in range(WRITERS))]


SIMHASH = {'simhash': {'fields': ['text'], 'target_field': 'print'}}
MINHASH = {'minhash': {'fields': ['text'], 'target_field': 'signature'}}
STAGES = {'stages': [{'minhash': 'signature', 'similarity': 0.7}]}


def near_dup(**more):
    return {'near_dup': {'field': 'print', 'max_distance': 7, **more}}


THIRD, HALF = bulks(0.3, 1), bulks(0.5, 2)
RUNS = {
    'simhash': ([SIMHASH], THIRD),
    'simhash, near_dup': ([SIMHASH, near_dup()], THIRD),
    'minhash, near_dup': ([MINHASH, {'near_dup': STAGES}], THIRD),
    'near_dup of texts': ([{'near_dup': {'fields': ['text']}}], THIRD),
    'half copies, tag': ([SIMHASH, near_dup()], HALF),
    'half copies, drop': ([SIMHASH, near_dup(on_duplicate='drop')], HALF),
}


def call(connection, method, path, body=None):
    connection.request(method, path, body, {'Content-Type': 'application/json'})
    answer = connection.getresponse()
    return answer.status, answer.read()


def connect():
    return http.client.HTTPConnection('127.0.0.1', PORT, timeout=300)


def write(bodies):
    connection = connect()
    for body in bodies:
        status, answer = call(connection, 'POST', '/small/_bulk', body)
        if status != 200 or b'"errors":false' not in answer:
            print(answer[:500])
            os._exit(1)


def processor_seconds(pid):
    with open('/proc/%d/stat' % pid) as stat:
        fields = stat.read().rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def run(pid, processors, bodies):
    connection = connect()
    call(connection, 'DELETE', '/small')
    call(connection, 'PUT', '/_ingest/pipeline/small', json.dumps({'processors': processors}))
    settings = {'number_of_replicas': 0, 'refresh_interval': '-1', 'default_pipeline': 'small'}
    call(connection, 'PUT', '/small', json.dumps({'settings': {'index': settings}}))
    write([b'{"index":{}}\n{"text":"the first document maps the fields"}\n'])
    used, start = processor_seconds(pid), time.time()
    threads = [threading.Thread(target=write, args=(mine,)) for mine in bodies]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took, cost = time.time() - start, processor_seconds(pid) - used
    # What a merge leaves is deleted when nobody searches it any more.
    for path in ('_flush', '_forcemerge?max_num_segments=1', '_refresh', '_flush?force=true'):
        call(connection, 'POST', '/small/' + path)
    store = json.loads(call(connection, 'GET', '/small/_stats/store')[1])['_all']['primaries']['store']
    return COUNT / took, cost / COUNT * 1e6, store['size_in_bytes'] / COUNT


def main():
    nodes = json.loads(call(connect(), 'GET', '/_nodes/_local/process')[1])['nodes']
    pid = next(iter(nodes.values()))['process']['id']
    for _ in range(min(3, ROUNDS)):
        for processors, bodies in RUNS.values():
            run(pid, processors, bodies)
    measured = {name: [] for name in RUNS}
    for number in range(ROUNDS):
        for name in list(RUNS)[::1 if number % 2 == 0 else -1]:
            measured[name].append(run(pid, *RUNS[name]))
    print('| pipeline | documents/s, median (best) | CPU us/document, median (least) | bytes/document |'
          '\n|---|--:|--:|--:|')
    for name, runs in measured.items():
        speed, cost, size = zip(*runs)
        print('| %s | %.0f (%.0f) | %.0f (%.0f) | %.0f |' % (
            name, statistics.median(speed), max(speed), statistics.median(cost), min(cost), size[-1]))


main()
