// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.resolve;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.common.document.DocumentField;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.search.SearchHit;
import org.opensearch.test.OpenSearchTestCase;

public class MaskedSourcePhaseTests extends OpenSearchTestCase {
  private static final Map<String, Object> STORED =
      Map.of(
          "title", "a storm",
          "by", Map.of("name", "x", "mail", "x@y"),
          "parts", List.of(Map.of("text", "one"), Map.of("text", "two")));

  public void testWhatDiffersIsMasked() {
    assertEquals(Set.of(), MaskedSourcePhase.masked(STORED, STORED));
    assertEquals(
        "what is hidden is not masked",
        Set.of(),
        MaskedSourcePhase.masked(Map.of("by", Map.of("name", "x")), STORED));
    assertEquals(
        Set.of("by.mail", "parts.text", "title"),
        MaskedSourcePhase.masked(
            Map.of(
                "title", "81ded2",
                "by", Map.of("name", "x", "mail", "5a5a"),
                "parts", List.of(Map.of("text", "one"), Map.of("text", "e0e0"))),
            STORED));
  }

  public void testTextsOfMaskedFieldsAreRefused() {
    SearchHit hit = new SearchHit(0, "1", Map.of(), Map.of());
    MaskedSourcePhase.refuse(hit, List.of("title"));
    hit.setDocumentField(
        "_near_dup_masked", new DocumentField("_near_dup_masked", List.of("by.mail")));
    MaskedSourcePhase.refuse(hit, List.of("title", "by.name", "by.mails"));
    for (String field : List.of("by.mail", "by", "by.mail.keyword")) {
      OpenSearchStatusException e =
          expectThrows(
              OpenSearchStatusException.class,
              () -> MaskedSourcePhase.refuse(hit, List.of("title", field)));
      assertEquals(RestStatus.BAD_REQUEST, e.status());
      assertTrue(e.getMessage(), e.getMessage().startsWith("field [" + field + "] is masked"));
    }
  }
}
