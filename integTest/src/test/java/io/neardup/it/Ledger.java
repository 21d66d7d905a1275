// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What was written while others write, too: a document is known from before it is sent, and has to
 * be found from when it is acknowledged. Judges answers by that. For any number of threads.
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

  /** What a question that is asked from now on has to find. */
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
   * Refuses a wrong answer: hits that should not be there or have a wrong distance, and, unless the
   * answer says that it is partial, missing ones.
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

  /** Nothing that was acknowledged is lost, and nothing is there that was never written. */
  void assertHeldBy(Oracle oracle) {
    Set<String> lost = acknowledged();
    lost.removeAll(oracle.ids());
    assertTrue("lost: " + lost, lost.isEmpty());
    oracle.fingerprints().forEach((id, fingerprint) -> assertEquals(id, sent.get(id), fingerprint));
  }
}
