// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;

import io.neardup.evaluate.features.Document;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.Test;

public class PassagesTests {
  private static final List<Document> DOCUMENTS =
      List.of(new Document("a", text("a", 95)), new Document("b", text("b", 20)));

  @Test
  public void cutsWholePassagesOnly() {
    assertEquals(9 + 2, new Passages(DOCUMENTS, 10, 100, 1).size());
    assertEquals(4, new Passages(DOCUMENTS, 10, 4, 1).size());
  }

  @Test
  public void passagesThatAreAlikeAreLeftOut() {
    List<Document> twice = List.of(DOCUMENTS.get(0), DOCUMENTS.get(0));
    assertEquals(9, new Passages(twice, 10, 100, 1).size());
  }

  @Test
  public void everyPassageHasOneCopy() {
    Sample sample = new Passages(DOCUMENTS, 10, 100, 1).edited(Edit.DELETE, 20);
    assertEquals("delete 20 %", sample.name());
    assertEquals(22, sample.documents().size());
    assertEquals(11, sample.pairs().size());
    long[] lengths = sample.pairs().count(200, (i, j) -> words(sample, i) * 11 + words(sample, j));
    assertEquals("ten words, and eight", 11, lengths[10 * 11 + 8]);
  }

  @Test
  public void theSameSeedGivesTheSame() {
    Sample first = new Passages(DOCUMENTS, 10, 100, 7).edited(Edit.REPLACE, 10);
    assertEquals(
        first.documents(),
        new Passages(DOCUMENTS, 10, 100, 7).edited(Edit.REPLACE, 10).documents());
    assertNotEquals(
        first.documents(),
        new Passages(DOCUMENTS, 10, 100, 8).edited(Edit.REPLACE, 10).documents());
  }

  @Test
  public void theSeedChoosesThePassages() {
    assertNotEquals(originals(7), originals(8));
  }

  @Test
  public void wordsOfChineseAreCharacters() {
    assertEquals(
        List.of("计", "算", "机 ", "Debian ", "12", "的", "，", "是", "x\n"),
        Passages.words("计算机 Debian 12的，是x"));
  }

  @Test
  public void edits() {
    List<String> words = List.of("a ", "b ", "c ", "d ", "e ", "f ", "g ", "h ", "i ", "j ");
    assertEquals(13, edited(Edit.INSERT, words, 0.3).size());
    assertEquals(7, edited(Edit.DELETE, words, 0.3).size());
    List<String> replaced = edited(Edit.REPLACE, words, 0.1);
    assertEquals(10, replaced.size());
    assertEquals(1, Collections.frequency(replaced, "x "));
    assertEquals("one word at least", 11, edited(Edit.INSERT, words, 0.01).size());
  }

  /** Never back to where the word was, or nothing would be edited. */
  @Test
  public void reorderingChangesTheOrderOnly() {
    List<String> words = List.of("a ", "b ", "c ", "d ", "e ");
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 1000; i++) {
      List<String> edited = Edit.REORDER.apply(words, 0.2, List.of("x "), random);
      assertNotEquals(words, edited);
      List<String> sorted = new ArrayList<>(edited);
      Collections.sort(sorted);
      assertEquals(words, sorted);
    }
  }

  @Test
  public void tooLongPassages() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> new Passages(DOCUMENTS, 90, 100, 1));
    assertEquals(
        "[length] must leave at least 2 passages, got [90], which leaves [1]", e.getMessage());
  }

  private static List<Document> originals(long seed) {
    return new Passages(DOCUMENTS, 10, 4, seed).edited(Edit.DELETE, 1).documents().subList(0, 4);
  }

  private static int words(Sample sample, int document) {
    return Passages.words(sample.documents().get(document).text()).size();
  }

  private static List<String> edited(Edit edit, List<String> words, double share) {
    return edit.apply(words, share, List.of("x "), new SplittableRandom(1));
  }

  private static String text(String prefix, int words) {
    return IntStream.range(0, words).mapToObj(i -> prefix + i).collect(Collectors.joining(" "));
  }
}
