// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.simhash;

import static org.hamcrest.Matchers.startsWith;

import io.neardup.fingerprint.Fingerprint;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.opensearch.OpenSearchException;
import org.opensearch.OpenSearchParseException;
import org.opensearch.ingest.IngestDocument;

public class SimHashProcessorFactoryTests extends IngestTestCase {

  public void testEverythingGiven() {
    SimHashProcessor processor =
        processor(
            Map.of(
                "fields",
                List.of("title", "_source.page.body"),
                "target_field",
                "_source.meta.print",
                "ignore_missing",
                true,
                "analyzer",
                "english",
                "features",
                Map.of("type", "shingle", "size", 2),
                "weights",
                "none",
                "min_features",
                4));
    assertEquals("simhash", processor.getType());
    assertEquals("my-tag", processor.getTag());
    assertEquals("my description", processor.getDescription());
    assertEquals(List.of("title", "page.body"), processor.fields());
    assertEquals("meta.print", processor.targetField());
    assertSketches(
        processor, Map.of("title", "Ten", "page", Map.of("body", "foxes")), OptionalLong.empty());
    TextFingerprinter fingerprinter =
        fingerprinter(
            Map.of("analyzer", "english", "features", Map.of("type", "shingle", "size", 2)));
    assertSketches(
        processor,
        Map.of("title", "Ten quick foxes", "page", Map.of("body", "jump the shark")),
        fingerprint(fingerprinter, "Ten quick foxes\njump the shark"));
  }

  public void testTheLeast() {
    SimHashProcessor processor = processor(Map.of("fields", "content", "target_field", "print"));
    assertEquals(List.of("content"), processor.fields());
    String text = "the quick brown foxes";
    assertSketches(processor, Map.of("content", text), fingerprint(fingerprinter(Map.of()), text));
  }

  private static void assertSketches(
      SimHashProcessor processor, Map<String, ?> source, OptionalLong expected) {
    IngestDocument document = document(source);
    processor.execute(document);
    String target = processor.targetField();
    assertEquals(expected.isPresent(), document.hasField(target));
    if (expected.isPresent()) {
      assertEquals(
          Fingerprint.toHex(expected.getAsLong()), document.getFieldValue(target, String.class));
    }
  }

  public void testBadFields() {
    String required =
        "[fields] is required and must name at least one text field, as in [\"title\","
            + " \"content\"], got ";
    String names =
        "[fields] must hold field names such as [content] or [page.title], without empty parts,"
            + " got ";
    assertRefused(required + "[null]", "fields", null);
    assertRefused(required + "[[]]", "fields", List.of());
    assertRefused(names + "[5]", "fields", 5);
    assertRefused(names + "[{a=b}]", "fields", Map.of("a", "b"));
    assertRefused(names + "[true]", "fields", List.of("title", true));
    assertRefused(names + "[null]", "fields", Arrays.asList("title", null));
    for (String empty : List.of("", ".", "a.", ".a", "a..b", "_source.", "_ingest.")) {
      assertRefused(names + "[" + empty + "]", "fields", List.of("title", empty));
    }
  }

  public void testBadTarget() {
    assertRefused(
        "[target_field] is required: the field to write, as in [content_simhash]",
        "target_field",
        null);
    for (Object name : List.of("", "a..b", 7, List.of("print"))) {
      assertRefused(
          "[target_field] must hold field names such as [content] or [page.title], without empty"
              + " parts, got ["
              + name
              + "]",
          "target_field",
          name);
    }
    for (String metadata : List.of("_id", "_index", "_routing", "_version", "_source._id")) {
      assertRefused(
          "[target_field] must be a field of the document, got metadata ["
              + metadata
              + "]; use a separate field, and the [set] processor to copy it",
          "target_field",
          metadata);
    }
    for (String overlap : List.of("a.b", "a", "a.b.c", "_source.a.b")) {
      assertRefused(
          "[target_field] must not overlap with the field [a.b] that the text comes from, got ["
              + overlap
              + "]; use a separate field, as in [content_simhash]",
          "target_field",
          overlap);
    }
    for (String apart : List.of("ab", "a.c", "b", "_ingest.a.b")) {
      assertEquals(apart, processor(Map.of("fields", "a.b", "target_field", apart)).targetField());
    }
  }

  public void testTheOthers() {
    assertRefused("[ignore_missing] must be true or false, got [yes]", "ignore_missing", "yes");
    assertRefused("[analyzer] must be a string, got [1]", "analyzer", 1);
    assertRefused(
        "[features] must be one of [token, shingle, token_pair, char_ngram], got [x]",
        "features",
        "x");
    OpenSearchException ik = refused("analyzer", "ik_smart");
    assertTrue(ik.getMessage(), ik.getMessage().contains("the plugin [analysis-ik]"));
  }

  public void testUnknownParameters() {
    assertThat(
        refused("batch_size", 3).getMessage(),
        startsWith("processor [simhash] does not know [batch_size]; it takes [fields, "));
  }

  private void assertRefused(String message, String key, Object value) {
    OpenSearchException e = refused(key, value);
    assertBadRequest(message, e);
    assertEquals(List.of(key), e.getMetadata("opensearch.property_name"));
    assertEquals(List.of("simhash"), e.getMetadata("opensearch.processor_type"));
    assertEquals(List.of("my-tag"), e.getMetadata("opensearch.processor_tag"));
  }

  private OpenSearchException refused(String key, Object value) {
    Map<String, Object> config = new HashMap<>(Map.of("fields", "a.b", "target_field", "print"));
    config.put(key, value);
    return expectThrows(OpenSearchParseException.class, () -> create(config));
  }
}
