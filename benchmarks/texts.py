# SPDX-License-Identifier: Apache-2.0
# Copyright the opensearch-near-dup authors.
"""What near_dup of texts costs: python3 benchmarks/texts.py PORT WORDS DOCUMENTS

Sends the same bulks of 500 texts to three indexes of a server on this machine that has the plugin, one
after the other, each bulk in another order: without a pipeline, with simhash and near_dup, and with
near_dup of texts. Prints the time of a document, the median over all bulks but the first ten, and the
bytes that each index takes when it is merged.
"""
import http.client
import itertools
import json
import random
import statistics
import sys
import time

PORT, LENGTH, COUNT = map(int, sys.argv[1:])
BULK, WARM_UP = 500, 10
PIPELINES = {
    'plain': None,
    'simhash, near_dup': [{'simhash': {'fields': ['content'], 'target_field': 'print'}},
                          {'near_dup': {'field': 'print'}}],
    'near_dup of texts': [{'near_dup': {'fields': ['content']}}],
}
SYLLABLES = [a + b for a in 'bcdfghklmnprstvz' for b in 'aeiou']
source = random.Random(7)
WORDS = [''.join(source.choices(SYLLABLES, k=source.randrange(1, 5))) for _ in range(30000)]
FREQUENT = list(itertools.accumulate(1 / (i + 5) for i in range(len(WORDS))))
connection = http.client.HTTPConnection('127.0.0.1', PORT, timeout=600)


def call(method, path, body=None):
    body = body if body is None or isinstance(body, str) else json.dumps(body)
    connection.request(method, path, body, {'Content-Type': 'application/json'})
    answer = connection.getresponse()
    return json.loads(answer.read())


def text():
    """As frequent as words in English, and a number in forty."""
    words = source.choices(WORDS, cum_weights=FREQUENT, k=LENGTH)
    words[::40] = [str(source.randrange(3000)) for _ in words[::40]]
    return ' '.join(words)


for number, processors in enumerate(PIPELINES.values()):
    settings = {'number_of_replicas': 0}
    call('DELETE', '/texts%d' % number)
    if processors:
        call('PUT', '/_ingest/pipeline/texts%d' % number, {'processors': processors})
        settings['index.default_pipeline'] = 'texts%d' % number
    properties = {'content': {'type': 'text'}, 'print': {'type': 'simhash'}}
    call('PUT', '/texts%d' % number, {'settings': settings, 'mappings': {'properties': properties}})

times = [[] for _ in PIPELINES]
for bulk in range(COUNT // BULK):
    body = ''.join('{"index":{}}\n%s\n' % json.dumps({'content': text()}) for _ in range(BULK))
    for turn in range(len(PIPELINES)):
        number = (bulk + turn) % len(PIPELINES)
        start = time.time()
        answer = call('POST', '/texts%d/_bulk' % number, body)
        times[number].append(time.time() - start)
        if answer.get('errors', True):
            sys.exit(json.dumps(answer)[:500])

for number, name in enumerate(PIPELINES):
    # What a merge leaves is deleted when nobody searches it any more.
    for path in ('_flush', '_forcemerge?max_num_segments=1', '_refresh', '_flush?force=true'):
        call('POST', '/texts%d/%s' % (number, path))
    took = statistics.median(times[number][WARM_UP:]) / BULK
    store = call('GET', '/texts%d/_stats/store' % number)['_all']['primaries']['store']
    print('%-18s %6.0f us a document, %5.0f documents/s, %5.0f bytes a document'
          % (name, took * 1e6, 1 / took, store['size_in_bytes'] / (COUNT // BULK * BULK)))
