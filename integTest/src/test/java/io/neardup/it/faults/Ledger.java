// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.faults;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.it.Oracle;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Records what is written concurrently: a document may be found once it is sent, and must be found
 * once it is acknowledged. Judges responses accordingly. Thread-safe.
 */
final class Ledger {
  private final Map<String, Long> sent = new ConcurrentHashMap<>();
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();

  void send(String id, long fingerprint) {
    sent.put(id, fingerprint);
  }

  void acknowledge(String id) {
    acknowledged.add(id);
  }

  long fingerprint(String id) {
    return sent.get(id);
  }

  Set<String> acknowledged() {
    return new HashSet<>(acknowledged);
  }

  /** What a question asked from now on must find. */
  Set<String> toFind(long hash, int maxDistance) {
    Set<String> toFind = new HashSet<>();
    for (String id : acknowledged) {
      if (Long.bitCount(sent.get(id) ^ hash) <= maxDistance) {
        toFind.add(id);
      }
    }
    return toFind;
  }

  /**
   * Rejects a wrong response: unexpected hits, wrong distances and, unless the response says that
   * it is partial, missing hits.
   *
   * @return whether the answer is complete
   */
  boolean judge(JsonNode result, Set<String> toFind, long hash, int maxDistance) {
    Set<String> found = new HashSet<>();
    for (JsonNode hit : result.path("hits")) {
      String id = hit.path("_id").asText();
      assertTrue("twice: " + hit, found.add(id));
      assertNotNull("never written: " + hit, sent.get(id));
      int distance = Long.bitCount(sent.get(id) ^ hash);
      assertEquals(hit.toString(), distance, hit.path("distance").asInt(-1));
      assertTrue("too far: " + hit, distance <= maxDistance);
    }
    boolean partial =
        result.path("timed_out").asBoolean(true) || result.at("/_shards/failed").asInt(-1) != 0;
    if (partial == false) {
      Set<String> missing = new HashSet<>(toFind);
      missing.removeAll(found);
      assertTrue("an answer that says it is complete misses " + missing, missing.isEmpty());
      assertEquals(found.size(), result.at("/total/value").asInt(-1));
    }
    return partial == false;
  }

  /** Asserts that no acknowledged document is lost, and none exists that was never written. */
  void assertHeldBy(Oracle oracle) {
    Set<String> lost = acknowledged();
    lost.removeAll(oracle.ids());
    assertTrue("lost: " + lost, lost.isEmpty());
    oracle.fingerprints().forEach((id, fingerprint) -> assertEquals(id, sent.get(id), fingerprint));
  }
}
