// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.minhash;

import static org.hamcrest.Matchers.startsWith;

import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import io.neardup.ingest.features.IngestLimits;
import io.neardup.ingest.simhash.IngestTestCase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.opensearch.OpenSearchException;
import org.opensearch.OpenSearchParseException;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.indices.breaker.HierarchyCircuitBreakerService;
import org.opensearch.ingest.IngestDocument;
import org.opensearch.ingest.IngestDocumentWrapper;

/** What the processor writes, and what it refuses; what is as in simhash is tested there. */
public class MinHashProcessorTests extends IngestTestCase {
  private static final String CAT = "The cat sat on the mat.";

  /** As docs/minhash-format.md has it. */
  private static final String CAT_SIGNATURE = "EU4JoEmvOw-myr2jp9Vlldo";

  private static String sign(MinHashProcessor processor, Map<String, ?> source) {
    IngestDocument document = document(source);
    assertSame(document, processor.execute(document));
    return document.hasField("signature")
        ? document.getFieldValue("signature", String.class)
        : null;
  }

  private static String words(int count) {
    return IntStream.range(0, count).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
  }

  private static String expected(String... shingles) {
    MinHasher hasher = new MinHasher();
    for (String shingle : shingles) {
      TextFeatures features = new TextFeatures(FeatureKind.CHAR_NGRAM, 32);
      features.addCodePoints(shingle);
      hasher.addAll(features);
    }
    return hasher.signature().toString();
  }

  public void testTheSignatureOfTheFormat() {
    MinHashProcessor processor = minHash(Map.of("fields", "a"));
    assertEquals("minhash", processor.getType());
    assertEquals(CAT_SIGNATURE, sign(processor, Map.of("a", CAT)));
    assertEquals(
        CAT_SIGNATURE, sign(processor, Map.of("a", List.of("The cat sat", "on the mat."))));
    assertEquals(1 + 1, (long) minHashCounters.sums().get("fingerprinted"));
    assertEquals(2L * CAT.length(), (long) minHashCounters.sums().get("text_length"));
    assertEquals(0, (long) counters.sums().get("fingerprinted"));
  }

  public void testFeatures() {
    assertEquals(
        expected("cat", "mat", "on", "sat", "the"),
        sign(minHash(Map.of("fields", "a", "features", "token")), Map.of("a", CAT)));
    assertEquals(
        expected("the ca", "he cat"),
        sign(
            minHash(Map.of("fields", "a", "features", Map.of("type", "char_ngram", "size", 6))),
            Map.of("a", "The Cat")));
    assertEquals(
        CAT_SIGNATURE, sign(minHash(Map.of("fields", "a", "weights", "none")), Map.of("a", CAT)));
    assertNotEquals(
        CAT_SIGNATURE, sign(minHash(Map.of("fields", "a", "hash", "xxh3_64")), Map.of("a", CAT)));
  }

  public void testALongTextIsSketched() {
    String signature = sign(minHash(Map.of("fields", "a")), Map.of("a", words(500)));
    assertFalse(MinHashSignature.parse(signature).isExact());
    assertEquals(343, signature.length());
  }

  public void testTooFewFeatures() {
    MinHashProcessor processor = minHash(Map.of("fields", "a", "min_features", 5));
    assertNull(sign(processor, Map.of("a", CAT, "signature", "of an earlier text")));
    assertNull(sign(minHash(Map.of("fields", "a")), Map.of("a", "…")));
    assertNull(sign(minHash(Map.of("fields", "b", "ignore_missing", true)), Map.of("a", CAT)));
    assertEquals(3, (long) minHashCounters.sums().get("skipped"));
  }

  /** However a document writes its path. */
  public void testDiscardsWhatDocumentsBring() {
    Object brought = randomFrom(CAT_SIGNATURE, Map.of("a", CAT_SIGNATURE));
    for (Map<String, ?> more :
        List.of(
            Map.of("meta.of.signature", brought),
            Map.of("meta.of", Map.of("signature", brought)),
            Map.of("meta", Map.of("of.signature", brought)),
            Map.of("meta", Map.of("of", Map.of("signature", brought))))) {
      for (String text : List.of(CAT, "…")) {
        Map<String, Object> source = new HashMap<>(more);
        source.put("a", text);
        IngestDocument document = document(source);
        minHash(Map.of("fields", "a", "target_field", "meta.of.signature")).execute(document);
        String made = document.getSourceAndMetadata().toString();
        assertEquals(made, text.equals(CAT), document.hasField("meta.of.signature"));
        assertEquals(made, text.equals(CAT) ? 2 : 1, made.split(CAT_SIGNATURE, -1).length);
      }
    }
    Object listed = List.of(Map.of("of", Map.of("signature", brought)));
    IngestDocument document = document(Map.of("a", "…", "meta", listed));
    minHash(Map.of("fields", "a", "target_field", "meta.of.signature")).execute(document);
    String made = document.getSourceAndMetadata().toString();
    assertFalse(made, made.contains(CAT_SIGNATURE));
  }

  public void testWhatItRefusesOfDocuments() {
    limits =
        new IngestLimits(Settings.builder().put("plugins.near_dup.max_text_length", 9).build());
    MinHashProcessor processor = minHash(Map.of("fields", "a"));
    assertFails(processor, "field [a] is missing or null; ", Map.of("b", "text"));
    assertFails(
        processor,
        "field [a] must hold text, numbers or lists of them, got an object; ",
        Map.of("a", Map.of("b", 7)));
    assertTrue(
        failure(processor, Map.of("a", Map.of("b", 7))).endsWith("of the minhash processor"));
    assertFails(
        processor,
        "the text to fingerprint must have at most [9] characters, got [10]; ",
        Map.of("a", "0123456789"));
    assertEquals(4, (long) minHashCounters.sums().get("failed"));
  }

  private static void assertFails(
      MinHashProcessor processor, String beginning, Map<String, ?> source) {
    String message = failure(processor, source);
    assertTrue(message, message.startsWith(beginning));
  }

  private static String failure(MinHashProcessor processor, Map<String, ?> source) {
    return expectThrows(IllegalArgumentException.class, () -> processor.execute(document(source)))
        .getMessage();
  }

  public void testWhatItRefusesOfConfigurations() {
    String once = ", because in a MinHash signature each distinct feature counts once, got ";
    for (String weights : List.of("tf", "tf_idf")) {
      assertRefused(
          "[weights] must be [none]" + once + "[" + weights + "]; leave it out, or use simhash",
          "weights",
          weights);
    }
    assertRefused("[weights] must be one of [none, tf, tf_idf], got [idf]", "weights", "idf");
    for (String key : List.of("idf", "idf_default", "top_features")) {
      assertRefused(
          "[" + key + "] cannot be set" + once + "[7]; leave it out, or use simhash", key, 7);
    }
    assertRefused(
        "[fields] cannot have boosts, because in a MinHash signature each distinct feature counts"
            + " once, got one of [a.b]; leave out the [^] and the number, or use simhash",
        "fields",
        List.of("c", "a.b^2"));
    assertRefused(
        "[features] must be one of [token, shingle, token_pair, char_ngram], got [x]",
        "features",
        "x");
    assertRefused(
        "[min_features] must be an integer between 1 and 2147483647, got [0]; leave it out for the"
            + " default of [1]",
        "min_features",
        0);
    assertTrue(refused("analyzer", "ik_smart").getMessage().contains("[analysis-ik]"));
    assertTrue(refused("target_field", null).getMessage().contains("[content_minhash]"));
  }

  private void assertRefused(String message, String key, Object value) {
    OpenSearchException e = refused(key, value);
    assertBadRequest(message, e);
    assertEquals(List.of(key), e.getMetadata("opensearch.property_name"));
    assertEquals(List.of("minhash"), e.getMetadata("opensearch.processor_type"));
    assertEquals(List.of("my-tag"), e.getMetadata("opensearch.processor_tag"));
  }

  private OpenSearchException refused(String key, Object value) {
    Map<String, Object> config = new HashMap<>(Map.of("fields", "a", "target_field", "signature"));
    config.put(key, value);
    return expectThrows(OpenSearchParseException.class, () -> createMinHash(config));
  }

  public void testUnknownParameters() {
    assertThat(
        refused("algorithm", "other").getMessage(),
        startsWith("processor [minhash] does not know [algorithm]; it takes [fields, "));
  }

  /** In a batch each document fails alone, and what it took is there for the next. */
  public void testMemoryIsCharged() {
    CircuitBreaker breaker =
        new HierarchyCircuitBreakerService(
                Settings.builder().put("indices.breaker.request.limit", "500kb").build(),
                List.of(),
                new ClusterSettings(Settings.EMPTY, ClusterSettings.BUILT_IN_CLUSTER_SETTINGS))
            .getBreaker(CircuitBreaker.REQUEST);
    limits.charge(breaker, "the.limit");
    List<IngestDocumentWrapper> batch = new ArrayList<>();
    for (String text : List.of(CAT, words(100_000), CAT)) {
      batch.add(new IngestDocumentWrapper(batch.size(), 0, document(Map.of("a", text)), null));
    }
    List<IngestDocumentWrapper> results = new ArrayList<>();
    minHash(Map.of("fields", "a")).batchExecute(batch, results::addAll);
    assertEquals(CircuitBreakingException.class, results.get(1).getException().getClass());
    for (int i : new int[] {0, 2}) {
      assertEquals(
          CAT_SIGNATURE,
          results.get(i).getIngestDocument().getFieldValue("signature", String.class));
    }
    assertEquals(0, breaker.getUsed());
  }
}
