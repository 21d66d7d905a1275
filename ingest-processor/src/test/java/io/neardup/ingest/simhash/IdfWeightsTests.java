// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.simhash;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.idf.IdfName;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.Before;
import org.opensearch.OpenSearchException;
import org.opensearch.ingest.IngestDocument;

/** Figures computed by hand: the median of this dictionary is 4, its mean 3.75. */
public class IdfWeightsTests extends IngestTestCase {

  @Before
  public void write() throws IOException {
    Files.writeString(idfFolder.resolve("abc.txt"), "a 1\nb 2\nc 4\nd 8\n");
  }

  private static Map<String, Object> config(Object features, Object... more) {
    Map<String, Object> config =
        new HashMap<>(Map.of("weights", "tf_idf", "idf", "abc", "features", features));
    for (int i = 0; i < more.length; i += 2) {
      config.put((String) more[i], more[i + 1]);
    }
    return config;
  }

  private static Map<String, Object> sized(String type, int size) {
    return Map.of("type", type, "size", size);
  }

  private record Feature(String text, double weight) {}

  private List<Feature> heaviest(Map<String, Object> config, String text) {
    return featuresOf(fingerprinter(config), text).report(10).heaviest().stream()
        .map(entry -> new Feature(entry.text(), entry.weight()))
        .toList();
  }

  public void testUnknownTerms() {
    List<Object> unknown = List.of("median", 4.0, "mean", 3.75, 16, 16.0, "2.5", 2.5, 0.5, 0.5);
    for (int i = 0; i < unknown.size(); i += 2) {
      Map<String, Object> config = config("token", "idf_default", unknown.get(i));
      assertEquals(List.of(new Feature("x", (Double) unknown.get(i + 1))), heaviest(config, "x"));
    }
    assertEquals(
        List.of(new Feature("x", 4), new Feature("b", 2), new Feature("a", 1)),
        heaviest(config("token"), "a b x"));
  }

  public void testWindowsTakeTheMeanOfTheirUnits() {
    assertEquals(
        List.of(new Feature("b x", 3), new Feature("a b", 1.5)),
        heaviest(config(sized("shingle", 2)), "a b x"));
    assertEquals(
        List.of(new Feature("cd", 6), new Feature("bc", 3), new Feature("ab", 1.5)),
        heaviest(config(sized("char_ngram", 2)), "abcd"));
    assertEquals(
        "as often as it occurs",
        List.of(new Feature("a a", 2), new Feature("a b", 1.5)),
        heaviest(config(sized("shingle", 2)), "a a a b"));
  }

  public void testTheHeaviestTokenDecides() {
    TextFingerprinter idf = fingerprinter(config("token"));
    TextFingerprinter tf = fingerprinter(Map.of("features", "token"));
    assertEquals(fingerprint(tf, "d"), fingerprint(idf, "d a b c"));
    assertNotEquals(fingerprint(tf, "d"), fingerprint(tf, "d a b c"));
  }

  public void testInThePipeline() {
    SimHashProcessor processor =
        processor(config("token", "fields", "text", "idf_default", 1, "top_features", 100));
    IngestDocument document = document(Map.of("text", "d a e"));
    processor.execute(document);
    assertEquals(
        Fingerprint.toHex(
            fingerprint(fingerprinter(Map.of("features", "token")), "d").orElseThrow()),
        document.getFieldValue("print", String.class));
  }

  public void testTheFingerprinterTellsItsDictionary() {
    String pinned = dictionaries.get(IdfName.parse("abc")).name().toString();
    assertTrue(pinned, pinned.matches("abc@[0-9a-f]{12}"));
    assertEquals(pinned, fingerprinter(config("token")).idf());
    assertEquals(pinned, fingerprinter(config("token", "idf", pinned)).idf());
    assertNull(fingerprinter(Map.of()).idf());
  }

  public void testADictionaryIsLookedUpBeforeItIsUsed() {
    FingerprintOptions options =
        FingerprintOptions.read(new ConfigReader(null, null, config("token")));
    assertEquals(options, FingerprintOptions.read(new ConfigReader(null, null, config("token"))));
    assertNotEquals(
        options,
        FingerprintOptions.read(
            new ConfigReader(null, null, config("token", "idf_default", "mean"))));
  }

  public void testRefused() throws IOException {
    assertRefused(
        "[idf] is required with the weights [tf_idf]: the name of a dictionary, a file on every"
            + " node, without [.txt]",
        config("token", "idf", null));
    assertRefused(
        "[idf] must be the name of a dictionary, 1 to 100 of the characters [A-Za-z0-9._-] and no"
            + " dot first, or [name@digest] with 12 or 64 hex digits, got [../abc]",
        config("token", "idf", "../abc"));
    assertRefused("[idf] must be a string, got [7]", config("token", "idf", 7));
    assertRefused(
        "[idf] is allowed only with the weights [tf_idf], got [abc]; leave it out, or set [weights]"
            + " to [tf_idf]",
        config("token", "weights", "tf"));
    assertRefused(
        "[idf_default] is allowed only with the weights [tf_idf], got [mean]; leave it out, or set"
            + " [weights] to [tf_idf]",
        new HashMap<>(Map.of("idf_default", "mean")));
    for (Object bad : List.of("most", "", 0, -1, 256, "NaN", "0x1p3", true)) {
      assertRefused(
          "[idf_default] must be [median], [mean] or a number greater than 0 and at most 255, got ["
              + bad
              + "]; leave it out for the default of [median]",
          config("token", "idf_default", bad));
    }
    assertRefused(
        "[idf] names the dictionary [gone], but this node has no file"
            + " [gone.txt] or [gone.txt.gz] in [config/near-dup/idf]; put it there on every node",
        config("token", "idf", "gone"));
    Files.writeString(idfFolder.resolve("bad.txt"), "a 1\nb\n");
    assertRefused(
        "[idf] names the dictionary [bad.txt], which is broken on this node:"
            + " line [2] must be [term idf], got [b]; correct the file",
        config("token", "idf", "bad"));
  }

  private void assertRefused(String message, Map<String, Object> config) {
    config.put("fields", "text");
    config.put("target_field", "print");
    OpenSearchException e = expectThrows(OpenSearchException.class, () -> create(config));
    assertBadRequest(message, e);
    assertEquals(List.of("my-tag"), e.getMetadata("opensearch.processor_tag"));
  }
}
