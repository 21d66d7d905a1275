// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.simhash;

import io.neardup.fingerprint.Fingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.OpenSearchParseException;
import org.opensearch.common.io.PathUtils;
import org.opensearch.ingest.IngestDocument;

/** {@code python_simhash_v1} in the processor: what {@code Simhash(text).value} is in Python. */
public class PythonPresetTests extends IngestTestCase {
  private static final Map<String, Object> PRESET = Map.of("algorithm", "python_simhash_v1");

  private String print(List<String> fields, Map<String, ?> source) {
    Map<String, Object> config = new HashMap<>(PRESET);
    config.put("fields", fields);
    IngestDocument document = processor(config).execute(document(source));
    return document.getFieldValue("print", String.class, true);
  }

  private void assertFingerprint(String unsigned, String text) {
    String hex = Fingerprint.toHex(Long.parseUnsignedLong(unsigned));
    assertEquals(text, hex, print(List.of("text"), Map.of("text", text)));
  }

  public void testAsInPython() {
    assertFingerprint("15222026846552835557", "aaaa");
    assertFingerprint("14059535192703746532", "aaaaabb");
    assertFingerprint("13831624873712969754", "How are you? I AM fine. Thanks. And you?");
    assertFingerprint("15820109506574984036", "你好　世界！　　呼噜。");
    assertFingerprint("1811718099633183617", "Straße naïve café");
  }

  /** The vectors next to the repository, if the checkout has them. */
  @SuppressWarnings("StringSplitter") // No column is empty.
  public void testPublishedVectors() throws IOException {
    Path vectors = PathUtils.get("..", "..", "shared", "data", "vectors", "simhash_1e0ng_md5.tsv");
    assumeTrue("no vectors beside this repository", Files.exists(vectors));
    int texts = 0;
    for (String line : Files.readAllLines(vectors)) {
      String[] columns = line.split("\t");
      if (columns[1].equals("text")) {
        String text = columns[2].substring(1, columns[2].length() - 1);
        if (text.codePoints().anyMatch(Character::isLetterOrDigit)) {
          assertFingerprint(columns[3], text);
        }
        texts++;
      }
    }
    assertEquals(31, texts);
  }

  /**
   * In Python, a text is one string; the line feed between two texts is not a letter and is
   * ignored.
   */
  public void testFieldsAreOneText() {
    assertEquals(
        print(List.of("text"), Map.of("text", "How are you? I AM fine. ΟΔΟΣ Α")),
        print(
            List.of("a", "b"),
            Map.of("a", List.of("How are", " you? I "), "b", List.of("AM fine. ΟΔΟΣ", "Α"))));
  }

  /**
   * In Python, an empty text has the hash of the empty string, and is a near-duplicate of all other
   * empty texts.
   */
  public void testNothingHasNoFingerprint() {
    assertNull(print(List.of("text"), Map.of("text", " ?! ")));
    assertEquals(1, (long) counters.sums().get("skipped"));
  }

  public void testNeitherNormalizedNorCut() {
    TextFingerprinter python = fingerprinter(PRESET);
    assertEquals(997, featuresOf(python, "x".repeat(1000)).count());
    assertNotEquals(fingerprint(python, "ﬁne words"), fingerprint(python, "fine words"));
  }

  public void testNoBoosts() {
    Map<String, Object> config = new HashMap<>(PRESET);
    config.putAll(Map.of("fields", List.of("a^1", "b.c^2"), "target_field", "print"));
    assertBadRequest(
        "[fields] cannot have boosts with the algorithm [python_simhash_v1], got one of [b.c];"
            + " leave out the [^] and the number, or leave out [algorithm]",
        expectThrows(OpenSearchParseException.class, () -> create(config)));
  }
}
