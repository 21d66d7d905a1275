#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright the opensearch-near-dup authors.
"""Prints the records of _near_dup/groups as lines of id<TAB>group, those of a group together, its canonical first.

    python3 export_groups.py http://localhost:9200 stories-groups > groups.tsv

The first argument may contain a user and a password, as in https://user:password@host:9200. Nothing but the standard
library of Python 3 is used. Records are read page by page, whatever their number.
"""
import base64
import json
import sys
import urllib.error
import urllib.parse
import urllib.request

MOST = 10_000
WINDOW = "index.max_result_window"

# Of all records, also where replicas have yet to copy segments.
SEARCH = "/_search?allow_partial_search_results=false&preference=_primary"


def ask(server, path, body=None):
    url = urllib.parse.urlsplit(server)
    address = f"{url.scheme}://{url.netloc.rpartition('@')[2]}{url.path.rstrip('/')}/{path}"
    request = urllib.request.Request(address, body and json.dumps(body).encode(), {"Content-Type": "application/json"})
    if url.username:
        user = urllib.parse.unquote(f"{url.username}:{url.password or ''}")
        request.add_header("Authorization", "Basic " + base64.b64encode(user.encode()).decode())
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def page_size(server, dest):
    """How many records a search may find; the default where settings may not be read."""
    try:
        settings = ask(server, f"{urllib.parse.quote(dest)}/_settings/{WINDOW}?flat_settings=true")
    except urllib.error.HTTPError:
        return MOST
    return min([MOST, *(int(each["settings"][WINDOW]) for each in settings.values())])


def records(server, dest):
    """One after the other: status tells the canonical, [new], from its duplicates."""
    size = page_size(server, dest)
    body = {"size": size, "track_total_hits": False, "_source": ["id", "group"],
            "sort": [{"group": "asc"}, {"status": "desc"}, {"of.id": {"order": "asc", "missing": "_first"}}, {"index": "asc"}, {"id": "asc"}, {"routing": "asc"}]}
    while True:
        found = ask(server, urllib.parse.quote(dest) + SEARCH, body)["hits"]["hits"]
        yield from (hit["_source"] for hit in found)
        if len(found) < size:
            return
        body["search_after"] = found[-1]["sort"]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    for record in records(sys.argv[1], sys.argv[2]):
        if any(c in record["id"] for c in "\t\r\n"):
            sys.exit(f"an id that a line cannot hold: {record['id']!r}")
        print(record["id"], record["group"], sep="\t")


main()
