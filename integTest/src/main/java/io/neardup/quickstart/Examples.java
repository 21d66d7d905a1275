// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

/** Four requests to try by hand. */
final class Examples {
  private static final String TEXT =
      """
      Try it:

        # the near-duplicates of one license
        curl -s 'localhost:9200/licenses/_near_dup?pretty' -H 'Content-Type: application/json' \\
          -d '{"field": "content_simhash", "id": "MPL-1.1", "max_distance": 7, "_source": ["name"]}'

        # the same in any search, here among the licenses approved by the OSI
        curl -s 'localhost:9200/licenses/_search?pretty' -H 'Content-Type: application/json' \\
          -d '{"_source": ["name"], "query": {"bool": {
                "must": {"near_dup": {"content_simhash": {"id": "BSD-3-Clause", "max_distance": 12}}},
                "filter": {"term": {"osi_approved": true}}}}}'

        # the groups of the table above, which are in the index licenses-groups
        curl -s 'localhost:9200/licenses/_near_dup/groups?pretty' -H 'Content-Type: application/json' \\
          -d '{"field": "content_simhash", "max_distance": 3}'

        # the fingerprint of a text of yours
        curl -s 'localhost:9200/_simhash?pretty' -H 'Content-Type: application/json' \\
          -d '{"text": "Permission to use, copy, modify, and distribute this software"}'
      """;

  /** What else there is to load. */
  static final String NEWS =
      """
      Eight weeks of articles for the dashboard of docs/dashboards.md, instead of what the index
      news has:

        ./mvnw -Pquickstart -Dnews
      """;

  private Examples() {}

  static String of(int port) {
    return TEXT.replace("localhost:9200", "localhost:" + port);
  }
}
