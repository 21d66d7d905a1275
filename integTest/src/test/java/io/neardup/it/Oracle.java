// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import static org.junit.Assert.assertNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Brute force over the fingerprints of an index, as read from its sources. Shares no code with the
 * plugin, so that the plugin's answers can be compared with it.
 */
public record Oracle(SortedMap<String, Long> fingerprints) {
  /** More than the number of documents in any test. */
  static final int ALL = 10_000;

  /** Reads all documents with a fingerprint from some indexes. */
  public static Oracle of(Rest rest, String target) throws IOException {
    SortedMap<String, Long> fingerprints = new TreeMap<>();
    JsonNode answer =
        rest.post(
            "/" + target + "/_search",
            Json.of("{'size': $1, '_source': ['$2']}", ALL, Fixture.FIELD));
    for (JsonNode hit : Answers.complete(answer).at("/hits/hits")) {
      JsonNode stored = hit.path("_source").path(Fixture.FIELD);
      if (stored.isTextual()) {
        String id = hit.path("_id").asText();
        assertNull(id, fingerprints.put(id, HexFormat.fromHexDigitsToLong(stored.asText())));
      }
    }
    return new Oracle(fingerprints);
  }

  public static String hex(long fingerprint) {
    return HexFormat.of().toHexDigits(fingerprint);
  }

  public long fingerprint(String id) {
    return fingerprints.get(id);
  }

  public Set<String> ids() {
    return fingerprints.keySet();
  }

  /** The same, restricted to ids that match. */
  Oracle where(Predicate<String> id) {
    SortedMap<String, Long> some = new TreeMap<>(fingerprints);
    some.keySet().removeIf(id.negate());
    return new Oracle(some);
  }

  /** Documents within a distance of the nearest of some hashes, each with its distance. */
  SortedMap<String, Integer> near(int maxDistance, long... hashes) {
    SortedMap<String, Integer> near = new TreeMap<>();
    fingerprints.forEach(
        (id, fingerprint) -> {
          int least = Integer.MAX_VALUE;
          for (long hash : hashes) {
            least = Math.min(least, Long.bitCount(fingerprint ^ hash));
          }
          if (least <= maxDistance) {
            near.put(id, least);
          }
        });
    return near;
  }

  /** The documents with the most others within distance 3, so that questions have answers. */
  public List<String> busiest(int count) {
    Comparator<String> byNeighbors =
        Comparator.comparingInt(id -> -near(3, fingerprint(id)).size());
    return ids().stream().sorted(byNeighbors.thenComparing(id -> id)).limit(count).toList();
  }
}
