// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.simhash;

import io.neardup.fingerprint.features.TextFeatures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.indices.breaker.HierarchyCircuitBreakerService;
import org.opensearch.ingest.IngestDocument;
import org.opensearch.ingest.IngestDocumentWrapper;

/** Texts are charged to the breaker exactly while they are fingerprinted. */
public class TextRoomTests extends IngestTestCase {
  private static final String LONG = "some words ".repeat(50_000);
  private static final List<Map<String, ?>> WAYS =
      List.of(
          Map.of(),
          Map.of("analyzer", "english"),
          Map.of("features", "char_ngram"),
          Map.of("weights", "none"),
          Map.of("algorithm", "python_simhash_v1"));

  private CircuitBreaker charged(String limit) {
    CircuitBreaker breaker =
        new HierarchyCircuitBreakerService(
                Settings.builder().put("indices.breaker.request.limit", limit).build(),
                List.of(),
                new ClusterSettings(Settings.EMPTY, ClusterSettings.BUILT_IN_CLUSTER_SETTINGS))
            .getBreaker(CircuitBreaker.REQUEST);
    limits.charge(breaker, "the.limit");
    return breaker;
  }

  public void testChargedUntilClosed() {
    CircuitBreaker breaker = charged("50mb");
    for (Map<String, ?> way : WAYS) {
      TextFeatures features = featuresOf(fingerprinter(way), LONG);
      assertTrue("buffers of " + way, breaker.getUsed() > LONG.length());
      features.close();
      assertEquals(0, breaker.getUsed());
      assertTrue(fingerprint(fingerprinter(way), LONG).isPresent());
      assertEquals(0, breaker.getUsed());
    }
  }

  public void testTooMuchIs429() {
    CircuitBreaker breaker = charged("500kb");
    for (Map<String, ?> way : WAYS) {
      CircuitBreakingException e =
          expectThrows(
              CircuitBreakingException.class, () -> featuresOf(fingerprinter(way), LONG).close());
      assertEquals(RestStatus.TOO_MANY_REQUESTS, e.status());
      assertTrue(e.getMessage(), e.getMessage().contains("data for [<near_dup text>] would be"));
      assertTrue(
          e.getMessage(),
          e.getMessage().endsWith("; send shorter texts or fewer at once, or raise [the.limit]"));
      assertEquals(0, breaker.getUsed());
    }
  }

  /** In a batch each document fails alone and leaves its memory to the next. */
  public void testOneOfABatchIsTooMuch() {
    CircuitBreaker breaker = charged("500kb");
    SimHashProcessor processor = processor(Map.of("fields", "a"));
    List<IngestDocumentWrapper> batch = new ArrayList<>();
    for (String text : List.of("one two three", LONG, "four five six")) {
      batch.add(new IngestDocumentWrapper(batch.size(), 0, document(Map.of("a", text)), null));
    }
    List<IngestDocumentWrapper> results = new ArrayList<>();
    processor.batchExecute(batch, results::addAll);
    assertNotNull(results.get(0).getIngestDocument().getFieldValue("print", String.class));
    assertEquals(CircuitBreakingException.class, results.get(1).getException().getClass());
    assertNotNull(results.get(2).getIngestDocument().getFieldValue("print", String.class));
    assertEquals(0, breaker.getUsed());
    IngestDocument alone = document(Map.of("a", LONG));
    expectThrows(CircuitBreakingException.class, () -> processor.execute(alone));
    assertEquals(0, breaker.getUsed());
  }
}
