// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.faults;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** The decisions in the documents of a {@link GroupsScene}. */
final class Decisions {
  private static final int DISTANCE = 3;

  private Decisions() {}

  /** All documents of an index, by their field {@code id}. */
  static Map<String, JsonNode> documents(Rest rest, String index) throws IOException {
    Map<String, JsonNode> documents = new HashMap<>();
    GroupsScene.each(rest, index, source -> documents.put(source.path("id").asText(), source));
    return documents;
  }

  /**
   * Each is decided; each duplicate is near its canonical, which is new and of the same group; and
   * no two canonicals are near.
   *
   * @param part whether canonicals may be missing, since others have changed them, or since none
   *     are decided yet
   */
  static void assertConsistent(Map<String, JsonNode> documents, boolean part) {
    Map<Long, String> canonicals = new HashMap<>();
    documents.forEach(
        (id, document) -> {
          JsonNode decision = document.path("near_dup");
          String of = decision.at("/of/id").asText();
          assertFalse(document.toString(), decision.path("seq").isMissingNode());
          if (decision.path("status").asText().equals("new")) {
            String same = canonicals.put(print(document), id);
            assertNull(document + " and " + documents.get(same) + " are both new", same);
            return;
          }
          JsonNode canonical = documents.get(of);
          assertTrue(document + " of none", part || canonical != null);
          if (canonical != null) {
            assertEquals(document + " of " + canonical, "new", status(canonical));
            assertEquals(decision.path("group"), canonical.at("/near_dup/group"));
            int distance = Long.bitCount(print(document) ^ print(canonical));
            assertEquals(decision.path("distance").asInt(), distance);
            assertTrue(document + " of " + canonical, distance <= DISTANCE);
          }
        });
    assertTrue("" + canonicals.size(), part || canonicals.size() > 100);
    assertNoneAreNear(documents, canonicals);
  }

  private static void assertNoneAreNear(
      Map<String, JsonNode> documents, Map<Long, String> canonicals) {
    Long[] prints = canonicals.keySet().toArray(Long[]::new);
    for (int i = 0; i < prints.length; i++) {
      for (int j = 0; j < i; j++) {
        // Of millions of pairs: a message for each would take minutes.
        if (Long.bitCount(prints[i] ^ prints[j]) <= DISTANCE) {
          JsonNode left = documents.get(canonicals.get(prints[i]));
          fail(left + " and " + documents.get(canonicals.get(prints[j])) + " are both new");
        }
      }
    }
  }

  private static String status(JsonNode document) {
    return document.at("/near_dup/status").asText();
  }

  /** The fingerprint of a document. */
  static long print(JsonNode document) {
    return Long.parseUnsignedLong(document.path("print").asText(), 16);
  }
}
