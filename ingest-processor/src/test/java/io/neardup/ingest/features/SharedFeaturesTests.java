// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.ingest.minhash.MinHashProcessor;
import io.neardup.ingest.simhash.FragileAnalysisPlugin;
import io.neardup.ingest.simhash.IngestTestCase;
import io.neardup.ingest.simhash.SimHashProcessor;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.core.common.breaker.NoopCircuitBreaker;
import org.opensearch.ingest.IngestDocument;
import org.opensearch.ingest.IngestDocumentWrapper;

/** Both processors over one text analyze it once, and write what each would write alone. */
public class SharedFeaturesTests extends IngestTestCase {
  private static final Map<String, Object> FIELDS =
      Map.of("fields", List.of("title", "content"), "analyzer", "fragile");
  private static final Map<String, Object> SOURCE =
      Map.of("title", "one two three", "content", "four five six one two three");

  private static Map<String, Object> with(Map<String, ?> config, Object... more) {
    Map<String, Object> all = new HashMap<>(config);
    for (int i = 0; i < more.length; i += 2) {
      all.put((String) more[i], more[i + 1]);
    }
    return all;
  }

  private static long analyses() {
    return FragileAnalysisPlugin.ANALYSES.sum();
  }

  /** What both write when each is alone in the world. */
  private Map<String, Object> alone(
      Map<String, ?> simHash, Map<String, ?> minHash, Map<String, ?> source) {
    IngestDocument document = document(source);
    uncounted(simHash).execute(document);
    createAlone(minHash).execute(document);
    return new HashMap<>(document.getSourceAndMetadata());
  }

  private SketchProcessor uncounted(Map<String, ?> config) {
    return new SimHashProcessor.Factory(
            registry, dictionaries, limits, counters, new SharedFeatures())
        .create(Map.of(), null, null, with(config, "target_field", "print"));
  }

  private SketchProcessor createAlone(Map<String, ?> config) {
    return new MinHashProcessor.Factory(registry, limits, minHashCounters, new SharedFeatures())
        .create(Map.of(), null, null, with(config, "target_field", "signature"));
  }

  private static List<IngestDocument> run(
      List<SketchProcessor> processors, List<IngestDocument> documents) {
    List<IngestDocumentWrapper> batch = new ArrayList<>();
    documents.forEach(one -> batch.add(new IngestDocumentWrapper(batch.size(), 0, one, null)));
    for (SketchProcessor processor : processors) {
      processor.batchExecute(
          List.copyOf(batch),
          results -> {
            batch.clear();
            results.forEach(result -> assertNull(result.getException()));
            batch.addAll(results);
          });
    }
    return batch.stream().map(IngestDocumentWrapper::getIngestDocument).toList();
  }

  private void assertShared(Map<String, ?> simHash, Map<String, ?> minHash) {
    Map<String, Object> expected = alone(simHash, minHash, SOURCE);
    assertTrue(expected.containsKey("print") && expected.containsKey("signature"));
    SketchProcessor first = processor(simHash);
    SketchProcessor second = minHash(minHash);
    for (List<SketchProcessor> pipeline : List.of(List.of(first, second), List.of(second, first))) {
      long before = analyses();
      IngestDocument one = document(SOURCE);
      pipeline.forEach(processor -> processor.execute(one));
      assertEquals(expected, one.getSourceAndMetadata());
      assertEquals(1, analyses() - before);
      List<IngestDocument> many =
          IntStream.range(0, 50).mapToObj(i -> document(copy(SOURCE))).toList();
      run(pipeline, many).forEach(each -> assertEquals(expected, each.getSourceAndMetadata()));
      assertEquals(51, analyses() - before);
      assertEquals("all were taken", 0, shared.memo().size());
    }
  }

  /** Texts of its own, as a parser makes them. */
  private static Map<String, Object> copy(Map<String, Object> source) {
    Map<String, Object> copy = new HashMap<>();
    source.forEach((key, value) -> copy.put(key, new String(((String) value).toCharArray())));
    return copy;
  }

  public void testOnce() {
    assertShared(FIELDS, FIELDS);
  }

  public void testWhateverFeaturesWeigh() throws Exception {
    Files.writeString(idfFolder.resolve("words.txt"), "one 1\ntwo 2\nthree 3\nfour 4\n");
    for (Map<String, Object> weights :
        List.<Map<String, Object>>of(
            Map.of("weights", "none"),
            Map.of("top_features", 2),
            Map.of("weights", "tf_idf", "idf", "words"),
            Map.of("fields", List.of("title^3", "content")))) {
      Map<String, Object> simHash = with(FIELDS);
      simHash.putAll(weights);
      assertShared(simHash, FIELDS);
    }
  }

  public void testHoweverManyFeaturesEachWants() {
    Map<String, Object> few = with(FIELDS, "features", "token", "min_features", 100);
    Map<String, Object> any = with(FIELDS, "features", "token");
    for (boolean simHashFirst : new boolean[] {true, false}) {
      SketchProcessor simHash = processor(simHashFirst ? any : few);
      SketchProcessor minHash = minHash(simHashFirst ? few : any);
      long before = analyses();
      IngestDocument document = document(SOURCE);
      (simHashFirst ? simHash : minHash).execute(document);
      (simHashFirst ? minHash : simHash).execute(document);
      assertEquals(simHashFirst, document.hasField("print"));
      assertEquals(simHashFirst == false, document.hasField("signature"));
      assertEquals(1, analyses() - before);
    }
    assertEquals(1, (long) counters.sums().get("skipped"));
    assertEquals(1, (long) minHashCounters.sums().get("skipped"));
  }

  /** A script, or any other processor, may stand between the two. */
  public void testATextThatWasChangedInBetween() {
    SketchProcessor simHash = processor(FIELDS);
    SketchProcessor minHash = minHash(FIELDS);
    for (Map<String, Object> change :
        List.<Map<String, Object>>of(
            Map.of("title", "seven eight nine"),
            Map.of("content", "seven eight nine"),
            Map.of("title", List.of("one two three", "four")))) {
      IngestDocument document = document(SOURCE);
      simHash.execute(document);
      change.forEach(document::setFieldValue);
      minHash.execute(document);
      Map<String, Object> changed = with(SOURCE);
      changed.putAll(change);
      assertEquals(
          alone(FIELDS, FIELDS, changed).get("signature"),
          document.getFieldValue("signature", String.class));
    }
  }

  /** Texts move from a boosted field to another one, and are the same ones in the same order. */
  public void testAFieldThatWasChangedInBetween() {
    Map<String, Object> boosted =
        with(FIELDS, "fields", List.of("title^9", "content"), "ignore_missing", true);
    Map<String, Object> lenient = with(FIELDS, "ignore_missing", true);
    Object title = SOURCE.get("title");
    Object content = SOURCE.get("content");
    SketchProcessor simHash = processor(boosted);
    IngestDocument document = document(SOURCE);
    minHash(lenient).execute(document);
    document.setFieldValue("title", new ArrayList<>(List.of(title, content)));
    document.removeField("content");
    simHash.execute(document);
    Map<String, Object> moved = Map.of("title", List.of(title, content));
    assertEquals(
        alone(boosted, lenient, moved).get("print"), document.getFieldValue("print", String.class));
  }

  public void testOtherFeaturesOrFieldsAreNotShared() {
    processor(FIELDS);
    for (Map<String, Object> other :
        List.of(
            with(FIELDS, "features", "token"),
            with(FIELDS, "hash", "xxh3_64"),
            with(FIELDS, "fields", List.of("content", "title")),
            with(FIELDS, "fields", "content"))) {
      SketchProcessor simHash = processor(FIELDS);
      SketchProcessor minHash = minHash(other);
      long before = analyses();
      IngestDocument document = document(SOURCE);
      simHash.execute(document);
      minHash.execute(document);
      assertEquals(2, analyses() - before);
      assertEquals(alone(FIELDS, other, SOURCE), document.getSourceAndMetadata());
    }
  }

  /** Each of them fails or not by its own parameters. */
  public void testOneIgnoresWhatIsMissing() {
    SketchProcessor strict = processor(FIELDS);
    SketchProcessor lenient = minHash(with(FIELDS, "ignore_missing", true));
    IngestDocument document = document(Map.of("title", "one two three"));
    lenient.execute(document);
    assertTrue(document.hasField("signature"));
    expectThrows(IllegalArgumentException.class, () -> strict.execute(document));
  }

  /** An analyzer that fails does so for both. */
  public void testFailures() {
    Map<String, Object> broken = Map.of("title", "one broken word", "content", "");
    for (SketchProcessor each : List.of(processor(FIELDS), minHash(FIELDS))) {
      IllegalArgumentException e =
          expectThrows(IllegalArgumentException.class, () -> each.execute(document(broken)));
      assertTrue(e.getMessage(), e.getMessage().startsWith("analyzer [fragile] failed"));
    }
    assertEquals(0, shared.memo().size());
  }

  /** What one makes for the other is not to fail its own document. */
  public void testNoMemoryForTheOther() {
    AtomicInteger left = new AtomicInteger();
    limits.charge(
        new NoopCircuitBreaker("some") {
          @Override
          public double addEstimateBytesAndMaybeBreak(long bytes, String label) {
            if (left.getAndDecrement() == 0) {
              throw new CircuitBreakingException("full", Durability.TRANSIENT);
            }
            return 0;
          }
        },
        "the.limit");
    SketchProcessor simHash = processor(FIELDS);
    SketchProcessor minHash = minHash(FIELDS);
    Map<String, Object> source = with(SOURCE, "content", "w ".repeat(100_000));
    List<String> ends = new ArrayList<>();
    for (int asked = 0; asked < 30; asked++) {
      left.set(asked);
      IngestDocument document = document(copy(source));
      try {
        simHash.execute(document);
        assertTrue(document.hasField("print"));
        left.set(Integer.MAX_VALUE);
        long before = analyses();
        minHash.execute(document);
        ends.add(analyses() == before ? "both" : "one");
      } catch (CircuitBreakingException e) {
        ends.add("none");
      }
    }
    assertEquals("none", ends.get(0));
    assertTrue(ends.toString(), ends.contains("one"));
    assertEquals("both", ends.get(ends.size() - 1));
    int fingerprinted = ends.lastIndexOf("none") + 1;
    assertFalse(ends.subList(0, fingerprinted).toString(), ends.indexOf("one") < fingerprinted);
  }

  public void testWhatNobodyTakesIsForgottenWithTheText() throws Exception {
    SketchProcessor simHash = processor(FIELDS);
    SketchProcessor minHash = minHash(FIELDS);
    List<IngestDocument> documents =
        new ArrayList<>(IntStream.range(0, 20).mapToObj(i -> document(copy(SOURCE))).toList());
    documents.forEach(simHash::execute);
    assertEquals(20, shared.memo().size());
    IngestDocument kept = documents.get(7);
    documents.clear();
    assertBusy(
        () -> {
          System.gc();
          simHash.execute(document(Map.of("title", "a", "content", "b")));
          assertTrue(shared.memo().size() <= 3);
        });
    long before = analyses();
    minHash.execute(kept);
    assertEquals(0, analyses() - before);
  }

  /** One that is not used any more keeps nobody busy. */
  public void testOldProcessorsAreForgotten() throws Exception {
    SketchProcessor simHash = processor(FIELDS);
    minHash(FIELDS).execute(document(SOURCE));
    assertBusy(
        () -> {
          System.gc();
          int before = shared.memo().size();
          simHash.execute(document(copy(SOURCE)));
          assertEquals(before, shared.memo().size());
        });
  }

  public void testEmptyTexts() {
    Map<String, Object> lenient = with(FIELDS, "ignore_missing", true);
    SketchProcessor simHash = processor(lenient);
    SketchProcessor minHash = minHash(lenient);
    for (Map<String, Object> source :
        List.of(
            Map.<String, Object>of(),
            Map.<String, Object>of("title", "", "content", ""),
            Map.<String, Object>of("title", Arrays.asList("a b c", "", "a b c")))) {
      IngestDocument document = document(source);
      simHash.execute(document);
      minHash.execute(document);
      assertEquals(alone(lenient, lenient, source), document.getSourceAndMetadata());
    }
    assertEquals(0, shared.memo().size());
  }
}
