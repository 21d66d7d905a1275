// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.rights;

import io.neardup.it.Json;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.List;

/** An index of two notes with one text, which users may read and write as their rights say. */
final class Notes {
  static final String TEXT = "The only thing we have to fear is fear itself";

  static final String MAPPINGS =
      """
      {'settings': {'number_of_shards': 1, 'number_of_replicas': 0, 'default_pipeline': '$1' $2},
       'mappings': {'properties': {
         'print': {'type': 'simhash'}, 'text': {'type': 'text'},
         'near_dup': {'properties': {
           'group': {'type': 'keyword'}, 'status': {'type': 'keyword'}, 'seq': {'type': 'long'},
           'matched_by': {'type': 'keyword'}, 'distance': {'type': 'byte'},
           'checked': {'type': 'keyword'},
           'of': {'properties': {'index': {'type': 'keyword'}, 'id': {'type': 'keyword'}}}}}}}}
      """;

  static final String SIMHASH = "{'simhash': {'fields': ['text'], 'target_field': 'print'}}";

  private Notes() {}

  static void create(Rest admin) throws IOException {
    admin.delete("/notes?ignore_unavailable=true");
    admin.put("/_ingest/pipeline/notes", Json.of("{'processors': [" + SIMHASH + "]}"));
    admin.put("/notes", Json.of(MAPPINGS, "notes", ""));
    admin.put("/notes/_doc/1?refresh=true", Json.of("{'text': '$1'}", TEXT));
    admin.put("/notes/_doc/2?refresh=true", Json.of("{'text': '$1'}", TEXT));
  }

  /** Asserts that a request about them needs these permissions, all of them. */
  static void assertNeeded(
      String name,
      List<String> cluster,
      List<String> actions,
      String method,
      String path,
      String body)
      throws IOException {
    new Rights(cluster, "notes", actions).assertNeeded(name, method, path, body);
  }
}
