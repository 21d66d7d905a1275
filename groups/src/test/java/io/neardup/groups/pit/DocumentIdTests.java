// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.pit;

import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.hamcrest.Matchers.matchesPattern;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.opensearch.index.mapper.Uid;
import org.opensearch.test.OpenSearchTestCase;

/** {@link DocumentId}: the ids of records and the names of groups. */
public class DocumentIdTests extends OpenSearchTestCase {
  private static final DocumentId STORY = new DocumentId("news", "u", "1", null, 7, 1);

  /** Of the SHA-256 of the index, the routing with its length, and the id. */
  public void testPinned() {
    assertEquals("o81RLKoRGIUDL7TPGRKfpA", STORY.key());
    assertEquals("Q0NUMULdkwLjAAJkIsHx4Q", new DocumentId("news", "u", "1", "paper", 7, 1).key());
    assertEquals("7CTAuI786DRvNXQ9ea933g", STORY.group());
  }

  public void testTheKeyIsThatOfAllVersions() {
    DocumentId later = STORY.inVersion(8, 2);
    assertEquals(STORY.key(), later.key());
    assertNotEquals(STORY.group(), later.group());
  }

  public void testEachPlaceHasAKey() {
    List<DocumentId> documents =
        List.of(
            STORY,
            new DocumentId("news", "u", "2", null, 7, 1),
            new DocumentId("news", "u", "1", "2", 7, 1),
            new DocumentId("news2", "u", "1", null, 7, 1),
            new DocumentId("far:news", "u", "1", null, 7, 1),
            new DocumentId("news", "u", "1\0b", "a", 7, 1),
            new DocumentId("news", "u", "b", "a\0001", 7, 1),
            new DocumentId("news", "u", "21", null, 7, 1));
    Set<String> keys = new HashSet<>();
    documents.forEach(document -> keys.add(document.key()));
    assertEquals(documents.size(), keys.size());
  }

  /** Core keeps the bytes of an id that is base64, after one more if the first is 253 or more. */
  public void testCoreKeepsSixteenBytes() {
    for (int i = 0; i < 1_000; i++) {
      String id = randomRealisticUnicodeOfLengthBetween(1, 30);
      String key = new DocumentId("news", "u", id, null, 0, 1).key();
      assertThat(key, matchesPattern("[A-Za-z0-9_-]{22}"));
      byte[] kept = Uid.encodeId(key).bytes;
      assertThat(Arrays.toString(kept), kept.length, lessThanOrEqualTo(17));
    }
  }
}
