// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.FeatureOptions;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.idf.Weights;
import io.neardup.fingerprint.unicode.Normalization;
import io.neardup.ingest.simhash.IngestTestCase;
import io.neardup.ingest.simhash.SimHashProcessor;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.OpenSearchParseException;
import org.opensearch.ingest.IngestDocument;

/** Compares field boosts with features that are boosted by hand. */
public class BoostTests extends IngestTestCase {

  private String print(Map<String, ?> options, List<String> fields, Map<String, ?> source) {
    Map<String, Object> config = new HashMap<>(options);
    config.put("fields", fields);
    IngestDocument document = processor(config).execute(document(source));
    return document.getFieldValue("print", String.class);
  }

  private static TextFeatures features(FeatureKind kind, int size) {
    return new TextFeatures(FeatureOptions.of(kind, size));
  }

  private static void add(TextFeatures features, double boost, String... tokens) {
    for (String token : tokens) {
      byte[] utf8 = token.getBytes(StandardCharsets.UTF_8);
      features.addToken(utf8, 0, utf8.length, Weights.boost(boost));
    }
  }

  private static String hex(TextFeatures features) {
    return Fingerprint.toHex(features.fingerprint());
  }

  public void testATokenHasTheBoostOfTheFieldItStartsIn() {
    TextFeatures expected = features(FeatureKind.SHINGLE, 2);
    add(expected, 2.5, "a", "b", "c");
    add(expected, 1, "d", "e");
    add(expected, 64, "f");
    Map<String, ?> source = Map.of("title", List.of("A b", "c"), "body", "d... e", "tag", "f");
    Map<String, ?> two = Map.of("features", Map.of("type", "shingle", "size", 2));
    List<String> boosted = List.of("title^2.5", "body", "tag^64");
    assertEquals(hex(expected), print(two, boosted, source));
    assertNotEquals(hex(expected), print(two, List.of("title", "body", "tag"), source));
    assertNotEquals(hex(expected), print(two, List.of("title^2.5", "body^2.5", "tag^64"), source));
  }

  /** Text that becomes longer or shorter when normalized moves no border. */
  public void testNormalizationMovesNoBorder() {
    for (String first : List.of("ﬁ ﬁ ﷺ", "e\u0301 e\u0301 e\u0301", "…", "", "\n", "x\n\n")) {
      TextFeatures expected = features(FeatureKind.TOKEN, 1);
      TextFeatures ofFirst = featuresOf(fingerprinter(Map.of("features", "token")), first);
      for (int i = 0; i < ofFirst.count(); i++) {
        add(expected, 3, ofFirst.text(i));
      }
      add(expected, 1, "second");
      add(expected, 0.5, "third", "fin");
      assertEquals(
          first,
          hex(expected),
          print(
              Map.of("features", "token"),
              List.of("a^3", "b", "c^0.5"),
              Map.of("a", first, "b", "\nsecond", "c", List.of("third", "ﬁn"))));
    }
  }

  public void testEveryCharacterOfARandomTextBelongsToItsField() {
    String alphabet = "a \n\u0301ﬁ…Ａ";
    for (int i = 0; i < 500; i++) {
      List<FieldText> texts =
          randomList(
              0,
              6,
              () ->
                  new FieldText(
                      randomAlphabet(alphabet, between(0, 9)), Weights.boost(between(1, 3))));
      JoinedText joined = new JoinedText(texts, Normalization::normalize);
      int offset = 0;
      for (int field = 0; field < texts.size(); field++) {
        String own = (field > 0 ? "\n" : "") + texts.get(field).text();
        // Except for long runs, a text normalizes the same alone and with others.
        for (char c : Normalization.normalize(own).toCharArray()) {
          assertEquals(c, joined.normalized().charAt(offset));
          assertEquals(texts + " " + offset, texts.get(field).boost(), joined.boostAt(offset));
          offset++;
        }
      }
      assertEquals(offset, joined.normalized().length());
    }
  }

  private static String randomAlphabet(String alphabet, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(alphabet.charAt(between(0, alphabet.length() - 1)));
    }
    return text.toString();
  }

  /** The space that stands for the line feed is the first character of the later field. */
  public void testCharacters() {
    TextFeatures expected = features(FeatureKind.CHAR_NGRAM, 3);
    expected.addCodePoints("ab", Weights.boost(1));
    expected.addCodePoints(" cd", Weights.boost(4));
    expected.addCodePoints(" ef", Weights.boost(0.25));
    Map<String, ?> three = Map.of("features", Map.of("type", "char_ngram", "size", 3));
    Map<String, ?> source = Map.of("a", "  AB \n", "b", List.of(" ", "\tCD ", ""), "c", "\n Ef");
    assertEquals(hex(expected), print(three, List.of("a", "b^4", "c^0.25"), source));
    assertEquals(
        Fingerprint.toHex(
            fingerprint(fingerprinter(three), "  AB \n\n \n\tCD \n\n\n Ef").orElseThrow()),
        print(three, List.of("a", "b", "c"), source));
  }

  public void testABoostOfOneFieldAloneMakesNoDifference() {
    Map<String, ?> source = Map.of("a", "the text of one field, and nothing beside it");
    String plain = print(Map.of(), List.of("a"), source);
    for (String boosted : List.of("a^1", "a^64", "a^0.001", "a^1.0", "_source.a^7")) {
      assertEquals(plain, print(Map.of(), List.of(boosted), source));
    }
  }

  public void testFieldsAreNamedWithoutTheirBoosts() {
    SimHashProcessor processor =
        processor(Map.of("fields", List.of("a.b^2", "c"), "target_field", "a.print"));
    assertEquals(List.of("a.b", "c"), processor.fields());
    IllegalArgumentException e =
        expectThrows(
            IllegalArgumentException.class, () -> processor.execute(document(Map.of("c", "d"))));
    assertTrue(e.getMessage(), e.getMessage().startsWith("field [a.b] is missing or null;"));
  }

  public void testMissingFieldsTakeTheirBoostAlong() {
    assertEquals(
        print(Map.of(), List.of("b"), Map.of("b", "one two three four")),
        print(
            Map.of("ignore_missing", true),
            List.of("a^2", "b", "c^3"),
            Map.of("b", "one two three four")));
  }

  public void testBadBoosts() {
    for (String bad :
        List.of(
            "0",
            "0.0",
            "64.01",
            "65",
            "-1",
            "+1",
            "",
            "x",
            "1e1",
            "NaN",
            "2^2",
            " 2",
            "1.",
            ".5",
            "2f",
            "٢",
            "1".repeat(10))) {
      Map<String, Object> config =
          new HashMap<>(Map.of("fields", List.of("b", "a^" + bad), "target_field", "print"));
      assertBadRequest(
          "[fields] must have a decimal number greater than 0 and at most 64 after [^], as in"
              + " [title^2], got [a^"
              + bad
              + "]; leave out the [^] and the number for a boost of 1",
          expectThrows(OpenSearchParseException.class, () -> create(config)));
    }
  }

  public void testBoostsOfNothing() {
    for (String bad : List.of("^2", "a.^2", "_source.^2")) {
      Map<String, Object> config = new HashMap<>(Map.of("fields", bad, "target_field", "print"));
      assertBadRequest(
          "[fields] must hold field names such as [content] or [page.title], without empty parts,"
              + " got ["
              + bad
              + "]",
          expectThrows(OpenSearchParseException.class, () -> create(config)));
    }
  }
}
