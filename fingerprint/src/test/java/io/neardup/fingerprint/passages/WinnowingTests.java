// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.passages;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.PythonScript;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.Test;

/** What is kept of texts: as the page says, and of every shared passage something. */
public class WinnowingTests {
  private static final PythonScript SCRIPT = new PythonScript("winnow_v1.py");

  private final Random random = new Random(20261127);

  private record One(long hash, int position, int window) {}

  static long token(String token) {
    byte[] utf8 = token.getBytes(StandardCharsets.UTF_8);
    return Winnowing.token(utf8, 0, utf8.length);
  }

  private static List<One> kept(int minPassage, List<String> tokens) {
    List<One> kept = new ArrayList<>();
    Winnowing winnowing =
        new Winnowing(
            new PassageLength(minPassage),
            (hash, position, window) -> kept.add(new One(hash, position, window)));
    tokens.forEach(token -> winnowing.add(token(token)));
    assertEquals(tokens.size(), winnowing.end());
    return kept;
  }

  private static Set<Long> hashes(int minPassage, List<String> tokens) {
    return kept(minPassage, tokens).stream().map(One::hash).collect(Collectors.toSet());
  }

  private static String shown(List<One> kept) {
    return kept.stream()
        .map(one -> String.format(Locale.ROOT, "[\"%010x\", %d]", one.hash, one.position))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static String asked(int minPassage, List<String> tokens) {
    return tokens.stream()
        .map(token -> "\"" + token + "\"")
        .collect(Collectors.joining(", ", "[" + minPassage + ", [", "]]"));
  }

  private List<String> text(int tokens, int vocabulary) {
    return random.ints(tokens, 0, vocabulary).mapToObj(i -> "w" + i).toList();
  }

  @Test
  public void asThePythonDoes() throws Exception {
    List<String> questions = new ArrayList<>();
    List<String> ours = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      int minPassage = random.nextInt(PassageLength.LEAST, i % 10 == 0 ? 200 : 40);
      List<String> tokens = text(random.nextInt(150), i % 3 == 0 ? 2 : 50);
      questions.add(asked(minPassage, tokens));
      ours.add(shown(kept(minPassage, tokens)));
    }
    assertEquals(ours, SCRIPT.run(questions));
  }

  @Test
  public void vectors() throws Exception {
    int lines = 0;
    try (var in = WinnowingTests.class.getResourceAsStream("winnow_v1.tsv")) {
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        String[] columns = line.split("\t", -1);
        List<String> tokens = columns[1].isEmpty() ? List.of() : List.of(columns[1].split(" "));
        assertEquals(line, columns[2], shown(kept(Integer.parseInt(columns[0]), tokens)));
        lines++;
      }
    }
    assertTrue(lines >= 8);
  }

  /** A passage of just the least length, planted into two texts at every offset. */
  @Test
  public void everyPassageIsFound() {
    for (int pair = 0; pair < 1_000; pair++) {
      int minPassage = pair % 4 == 0 ? random.nextInt(PassageLength.LEAST, 60) : 20;
      List<String> passage = text(minPassage, pair % 5 == 0 ? 2 : 1_000);
      List<String> one = text(random.nextInt(60), pair % 7 == 0 ? 2 : 1_000);
      List<String> other = text(random.nextInt(60), pair % 7 == 0 ? 2 : 1_000);
      Set<Long> fixed =
          hashes(minPassage, planted(other, passage, random.nextInt(other.size() + 1)));
      for (int offset = 0; offset <= one.size(); offset++) {
        assertFalse(Collections.disjoint(fixed, hashes(minPassage, planted(one, passage, offset))));
      }
    }
  }

  private static List<String> planted(List<String> text, List<String> passage, int offset) {
    List<String> with = new ArrayList<>(text);
    with.addAll(offset, passage);
    return with;
  }

  /** Windows follow each other without a gap, and what is kept lies inside. */
  @Test
  public void windowsAreAllCovered() {
    for (int i = 0; i < 200; i++) {
      PassageLength length = new PassageLength(random.nextInt(PassageLength.LEAST, 60));
      List<One> kept = kept(length.tokens(), text(length.tokens() + random.nextInt(200), 30));
      assertEquals(0, kept.get(0).window);
      for (int j = 1; j < kept.size(); j++) {
        assertTrue(kept.get(j).window > kept.get(j - 1).window);
        assertTrue(kept.get(j).position > kept.get(j - 1).position);
        assertTrue(kept.get(j).window - kept.get(j - 1).position <= 1);
      }
    }
  }

  @Test
  public void fewAreKept() {
    assertEquals(2_000 / 14.0, kept(20, text(1_000, 10_000)).size(), 30);
    assertEquals(1_000_000 / 13.0, kept(20, Collections.nCopies(1_000_000, "buffalo")).size(), 10);
  }

  @Test
  public void shortTextsAreOneHash() {
    List<String> text = text(19, 1_000);
    assertEquals(1, kept(20, text).size());
    assertEquals(hashes(20, text), hashes(20, List.copyOf(text)));
    assertTrue(kept(20, List.of()).isEmpty());
    Set<Long> seen = new HashSet<>();
    IntStream.range(1, 20).forEach(i -> seen.addAll(hashes(20, text.subList(0, i))));
    assertEquals(19, seen.size());
  }

  @Test
  public void lengthsAreBounded() {
    assertThrows(IllegalArgumentException.class, () -> new PassageLength(4));
    String said =
        assertThrows(IllegalArgumentException.class, () -> new PassageLength(1001)).getMessage();
    assertEquals("[min_passage] must be from [5] to [1000] tokens, got [1001]", said);
    for (int tokens = PassageLength.LEAST; tokens <= PassageLength.MOST; tokens++) {
      PassageLength length = new PassageLength(tokens);
      assertTrue(length.window() >= 3);
      assertEquals(tokens, length.window() + length.gram() - 1);
    }
    assertEquals(8, new PassageLength(20).gram());
  }
}
