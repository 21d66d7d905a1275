// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli.io;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Searches the records of a run. */
public final class DestSearch {
  /** What puts the canonical before the duplicates of its group. */
  private static final List<Map<String, ?>> CANONICAL_FIRST =
      List.of(
          Map.of("status", "desc"),
          // Where none is kept, the canonical is the one that is the duplicate of none.
          Map.of("of.id", Map.of("order", "asc", "missing", "_first")));

  /** What tells records apart. */
  private static final List<Map<String, ?>> UNIQUE =
      List.of(Map.of("index", "asc"), Map.of("id", "asc"), Map.of("routing", "asc"));

  private DestSearch() {}

  /** The order of the members of a group: its canonical, then by these, and the same each time. */
  public static List<Map<String, ?>> canonicalFirst(List<Map<String, ?>> then) {
    return Stream.of(CANONICAL_FIRST, then, UNIQUE).flatMap(List::stream).toList();
  }

  /** Of all shards, and of primaries, since replicas may wait for segments. */
  public static JsonNode post(Server server, String dest, Object body) throws IOException {
    return server.post(
        "/"
            + Server.encoded(dest)
            + "/_search?allow_partial_search_results=false&preference=_primary",
        body);
  }
}
