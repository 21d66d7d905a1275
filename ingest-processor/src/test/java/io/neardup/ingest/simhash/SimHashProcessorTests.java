// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.simhash;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.ingest.features.IngestLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.opensearch.common.settings.Settings;
import org.opensearch.ingest.IngestDocument;
import org.opensearch.ingest.IngestDocumentWrapper;

public class SimHashProcessorTests extends IngestTestCase {

  private static final String PRINT = "print";

  /** The fingerprint of this text with the default options. */
  private String of(String text) {
    return Fingerprint.toHex(fingerprint(fingerprinter(Map.of()), text).orElseThrow());
  }

  private static String print(SimHashProcessor processor, Map<String, ?> source) {
    IngestDocument document = document(source);
    assertSame(document, processor.execute(document));
    return document.hasField(PRINT) ? document.getFieldValue(PRINT, String.class) : null;
  }

  private static void assertFails(
      String message, SimHashProcessor processor, Map<String, ?> source) {
    IllegalArgumentException e =
        expectThrows(IllegalArgumentException.class, () -> processor.execute(document(source)));
    assertEquals(message, e.getMessage());
  }

  public void testWritesTheFingerprintAndNothingElse() {
    Map<String, Object> source =
        Map.of("title", "The quick brown fox", "content", "jumps over the lazy dog.", "n", 1);
    SimHashProcessor processor =
        processor(Map.of("fields", List.of("title", "content"), "target_field", "a.print"));
    IngestDocument document = processor.execute(document(source));
    Map<String, Object> expected = new HashMap<>(source);
    // The line feed between the fields is white space to the analyzer.
    expected.put("a", Map.of("print", "39edbf7f29b4b877"));
    assertEquals(expected, document.getSourceAndMetadata());
    assertEquals(1, (long) counters.sums().get("fingerprinted"));
    assertEquals(0, (long) counters.sums().get("skipped"));
  }

  /** The keyword analyzer makes the joined text one token, so every character matters. */
  public void testJoinsInTheOrderGivenWithALineFeed() {
    Map<String, Object> source = Map.of("a", "first words", "b", List.of("second", "third"));
    SimHashProcessor processor =
        processor(Map.of("fields", List.of("b", "a"), "analyzer", "keyword"));
    assertEquals(
        fingerprint(fingerprinter(Map.of("analyzer", "keyword")), "second\nthird\nfirst words")
            .orElseThrow(),
        Fingerprint.parse(print(processor, source)));
  }

  public void testMultiValuedFields() {
    Map<String, Object> source =
        Map.of("a", List.of("one two", List.of("three", "four five")), "b", "six");
    assertEquals(
        of("one two\nthree\nfour five\nsix"),
        print(processor(Map.of("fields", List.of("a", "b"))), source));
  }

  public void testPathsIntoObjectsAndLists() {
    Map<String, Object> source =
        Map.of(
            "page", Map.of("head", Map.of("title", "the title of it")),
            "comments",
                List.of(
                    Map.of("text", "first comment here", "by", Map.of("name", "ann")),
                    Map.of("by", Map.of("name", "bob")),
                    Map.of("text", List.of("second", "third comment"), "by", Map.of())));
    assertEquals(
        of("the title of it"), print(processor(Map.of("fields", "page.head.title")), source));
    assertEquals(
        of("the title of it"),
        print(processor(Map.of("fields", "_source.page.head.title")), source));
    assertEquals(
        of("first comment here\nsecond\nthird comment"),
        print(processor(Map.of("fields", "comments.text")), source));
    assertEquals(of("ann\nbob"), print(processor(Map.of("fields", "comments.by.name")), source));
    assertEquals(
        of("second\nthird comment"), print(processor(Map.of("fields", "comments.2.text")), source));
    assertEquals(
        of("third comment"), print(processor(Map.of("fields", "comments.2.text.1")), source));
  }

  /** The document that a {@code foreach} passes to its processor. */
  public void testIngestMetadata() {
    IngestDocument document = document(Map.of("text", "of the document"));
    document.getIngestMetadata().put("_value", new HashMap<>(Map.of("text", "of the element")));
    processor(Map.of("fields", "_ingest._value.text", "target_field", "_ingest._value.print"))
        .execute(document);
    assertEquals(
        of("of the element"), document.getFieldValue("_ingest._value.print", String.class));
    assertEquals(Map.of("text", "of the document"), document.getSourceAndMetadata());
  }

  private static List<Map<String, Object>> withoutText() {
    Map<String, Object> isNull = new HashMap<>();
    isNull.put("a", null);
    return List.of(
        Map.of(),
        isNull,
        Map.of("a", List.of()),
        Map.of("a", Arrays.asList(null, null)),
        Map.of("a.b", "dotted key"));
  }

  /** As the index reads them. */
  public void testKeysWithDots() {
    for (Map<String, Object> source :
        List.<Map<String, Object>>of(
            Map.of("page.head.title", "the title of it"),
            Map.of("page", Map.of("head.title", "the title of it")),
            Map.of("page.head", List.of(Map.of("title", "the title of it"))))) {
      assertEquals(
          of("the title of it"), print(processor(Map.of("fields", "page.head.title")), source));
    }
  }

  public void testMissingFields() {
    String message =
        "field [a] is missing or null; set [ignore_missing] to [true] to accept a document"
            + " without it";
    SimHashProcessor strict = processor(Map.of("fields", List.of("b", "a")));
    SimHashProcessor lenient =
        processor(Map.of("fields", List.of("b", "a"), "ignore_missing", true));
    for (Map<String, Object> source : withoutText()) {
      Map<String, Object> withB = new HashMap<>(source);
      withB.put("b", "all there is");
      assertFails(message, strict, withB);
      assertEquals(of("all there is"), print(lenient, withB));
    }
    String nested = message.replace("[a]", "[a.b]");
    SimHashProcessor inside = processor(Map.of("fields", "a.b"));
    assertFails(nested, inside, Map.of("a", "text, no object"));
    assertFails(nested, inside, Map.of("a", Map.of("c", "text")));
    assertFails(nested, inside, Map.of("a", List.of(Map.of("c", "text"))));
    assertFails(
        message.replace("[a]", "[a.7]"),
        processor(Map.of("fields", "a.7")),
        Map.of("a", List.of()));
  }

  public void testNullsInsideAListAreNoValues() {
    assertEquals(
        of("one\ntwo words"),
        print(
            processor(Map.of("fields", "a")),
            Map.of("a", Arrays.asList("one", null, "two words"))));
  }

  public void testOtherValuesThanText() {
    SimHashProcessor processor = processor(Map.of("fields", "a.b", "ignore_missing", true));
    Map<String, Object> values =
        Map.of("an object", Map.of("c", "text"), "a value of type [byte[]]", new byte[0]);
    values.forEach(
        (seen, value) -> {
          String message =
              "field [a.b] must hold text, numbers or lists of them, got "
                  + seen
                  + "; name a field inside it, or remove it from [fields] of the simhash processor";
          assertFails(message, processor, Map.of("a", Map.of("b", value)));
          assertFails(message, processor, Map.of("a", Map.of("b", List.of("text", value))));
        });
  }

  public void testNumbersAreTheirTexts() {
    SimHashProcessor processor = processor(Map.of("fields", "a"));
    assertEquals(
        of("one\n7\n1.5\ntrue"), print(processor, Map.of("a", List.of("one", 7, 1.5, true))));
  }

  public void testTooLongTexts() {
    limits =
        new IngestLimits(Settings.builder().put("plugins.near_dup.max_text_length", 10).build());
    SimHashProcessor processor = processor(Map.of("fields", List.of("a", "b")));
    assertEquals(of("12345\n6789"), print(processor, Map.of("a", "12345", "b", "6789")));
    assertFails(
        "the text to fingerprint must have at most [10] characters, got [11]; shorten it, or raise"
            + " the cluster setting [plugins.near_dup.max_text_length]",
        processor,
        Map.of("a", "12345", "b", List.of("67", "90")));
  }

  public void testTheLengthIsThatAfterNormalizationToo() {
    for (Map<String, ?> features :
        List.of(Map.of("fields", "a"), Map.of("fields", "a", "features", "char_ngram"))) {
      limits = limits(17);
      assertFails(
          "the text to fingerprint must have at most [17] characters, got [18] after normalization"
              + " (NFKC); shorten it, or raise the cluster setting"
              + " [plugins.near_dup.max_text_length]",
          processor(features),
          Map.of("a", "\uFDFA"));
      limits = limits(18);
      assertNotNull(print(processor(features), Map.of("a", "\uFDFA")));
      limits = limits(4);
      assertNotNull(print(processor(features), Map.of("a", "afe\u0301")));
    }
  }

  private static IngestLimits limits(int maxTextLength) {
    return new IngestLimits(
        Settings.builder().put("plugins.near_dup.max_text_length", maxTextLength).build());
  }

  /** The limit applies to all fields together. */
  public void testTheLengthOfAllFieldsAfterNormalization() {
    limits = limits(30);
    SimHashProcessor processor =
        processor(Map.of("fields", List.of("a", "b"), "features", "char_ngram"));
    assertNotNull(print(processor, Map.of("a", "\uFDFA", "b", "ab")));
    assertFails(
        "the text to fingerprint must have at most [30] characters, got [36] after normalization"
            + " (NFKC); shorten it, or raise the cluster setting"
            + " [plugins.near_dup.max_text_length]",
        processor,
        Map.of("a", "\uFDFA", "b", "\uFDFA"));
  }

  public void testNoFeaturesNoFingerprint() {
    SimHashProcessor processor = processor(Map.of("fields", "a", "min_features", 2));
    for (String text : List.of("", "…", "one two three")) {
      assertNull(print(processor, Map.of("a", text)));
    }
    assertEquals(3, (long) counters.sums().get("skipped"));
    assertEquals(0, (long) counters.sums().get("fingerprinted"));
    assertNotNull(print(processor, Map.of("a", "one two three four")));
    assertNull(
        print(processor(Map.of("fields", "a", "ignore_missing", true)), Map.of("b", "text")));
    assertEquals(4, (long) counters.sums().get("skipped"));
    assertEquals(1, (long) counters.sums().get("fingerprinted"));
  }

  public void testAnOldFingerprintDoesNotOutliveItsText() {
    String old = "0123456789abcdef";
    SimHashProcessor processor = processor(Map.of("fields", "a"));
    assertEquals(of("a new text"), print(processor, Map.of("a", "a new text", PRINT, old)));
    IngestDocument empty = processor.execute(document(Map.of("a", "", PRINT, old)));
    assertEquals(Map.of("a", ""), empty.getSourceAndMetadata());
    // With ignore_failure or on_failure the pipeline continues with this document.
    IngestDocument failing = document(Map.of("a", Map.of(), PRINT, old));
    expectThrows(IllegalArgumentException.class, () -> processor.execute(failing));
    assertEquals(Map.of("a", Map.of()), failing.getSourceAndMetadata());
  }

  public void testATargetThatCannotBeWritten() {
    SimHashProcessor processor = processor(Map.of("fields", "a", "target_field", "b.print"));
    assertFails(
        "cannot set [print] with parent object of type [java.lang.String] as part of path"
            + " [b.print]",
        processor,
        Map.of("a", "one two three", "b", "text"));
    assertEquals(0, (long) counters.sums().get("fingerprinted"));
  }

  public void testABatchFailsDocumentByDocument() {
    SimHashProcessor processor =
        processor(Map.of("fields", "a", "analyzer", "fragile", "min_features", 2));
    List<Object> values =
        List.of(
            "one two three four", Map.of(), "a broken word", "", "unreadable", "w x y z", Map.of());
    List<IngestDocumentWrapper> batch = new ArrayList<>();
    for (Object value : values) {
      batch.add(
          new IngestDocumentWrapper(
              100 - batch.size(), batch.size(), document(Map.of("a", value)), null));
    }
    List<List<IngestDocumentWrapper>> answers = new ArrayList<>();
    processor.batchExecute(Collections.unmodifiableList(batch), answers::add);
    assertEquals(1, answers.size());
    assertEquals(batch.size(), answers.get(0).size());
    for (int i = 0; i < values.size(); i++) {
      assertSameAsExecute(processor, batch.get(i), answers.get(0).get(i));
    }
    List<Boolean> failed =
        answers.get(0).stream().map(wrapper -> wrapper.getException() != null).toList();
    assertEquals(List.of(false, true, true, false, true, false, true), failed);
  }

  private static void assertSameAsExecute(
      SimHashProcessor processor, IngestDocumentWrapper before, IngestDocumentWrapper after) {
    assertEquals(before.getSlot(), after.getSlot());
    assertEquals(before.getChildSlot(), after.getChildSlot());
    assertNotNull("core goes back to it", before.getIngestDocument());
    assertNull("core goes back to it", before.getException());
    processor.execute(
        document(before.getIngestDocument().getSourceAndMetadata()),
        (document, failure) -> {
          assertEquals(document, after.getIngestDocument());
          assertEquals(message(failure), message(after.getException()));
        });
  }

  private static String message(Exception e) {
    return e == null ? null : e.getClass() + ": " + e.getMessage();
  }

  public void testEmptyBatch() {
    List<List<IngestDocumentWrapper>> answers = new ArrayList<>();
    processor(Map.of("fields", "a")).batchExecute(List.of(), answers::add);
    assertEquals(List.of(List.of()), answers);
  }

  public void testOneProcessorForManyThreads() throws Exception {
    SimHashProcessor processor = processor(Map.of("fields", "a"));
    List<Map<String, String>> sources = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      sources.add(Map.of("a", randomAlphaOfLengthBetween(0, 30).replace('a', ' ') + " x " + i));
    }
    List<String> expected = sources.stream().map(source -> print(processor, source)).toList();
    int threads = 8;
    CyclicBarrier start = new CyclicBarrier(threads);
    List<Callable<List<String>>> work = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      boolean batch = t % 2 == 0;
      work.add(
          () -> {
            start.await();
            return batch
                ? printBatch(processor, sources)
                : sources.stream().map(source -> print(processor, source)).toList();
          });
    }
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      for (Future<List<String>> result : executor.invokeAll(work)) {
        assertEquals(expected, result.get());
      }
    }
    assertEquals(9L * sources.size(), (long) counters.sums().get("fingerprinted"));
  }

  private static List<String> printBatch(
      SimHashProcessor processor, List<Map<String, String>> sources) {
    List<String> prints = new ArrayList<>();
    processor.batchExecute(
        sources.stream()
            .map(source -> new IngestDocumentWrapper(0, 0, document(source), null))
            .toList(),
        results ->
            results.forEach(
                result ->
                    prints.add(result.getIngestDocument().getFieldValue(PRINT, String.class))));
    return prints;
  }
}
