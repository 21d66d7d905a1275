// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.pairs;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.neardup.evaluate.features.Document;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.Test;

/** What editors and substitutions make of a text. */
public class EditedPairsTests {
  private static final String BODY =
      "The ministry's budget was $40.5 million in 1998, 12 percent of it for three ports. It fell by"
          + " 5% in March - as Estonia had said. Officials praised the \"new\" plan of Talinn & Narva."
          + " Version 2.4.1 of the register has 40 million lines. Nobody objected.";
  private static final Article ARTICLE = new Article("Estonia: economy", BODY);
  private static final List<Document> DOCUMENTS =
      List.of(
          new Document("a", ARTICLE.text()),
          new Document("b", ARTICLE.text().replace("Estonia", "Latvia")),
          new Document("c", "There is nothing to be changed"));

  @Test
  public void editing() {
    assertEquals("Estonia: economy", edited(Editing.HEADER).headline());
    assertTrue(edited(Editing.HEADER).body().endsWith("\n\n" + BODY));
    assertTrue(edited(Editing.DATELINE).body().matches("(?s)[A-Z]+, March \\d+ \\(CPA\\) - .*"));
    String parts = edited(Editing.PERCENT).body();
    assertTrue(parts, parts.matches("(?s).*12( percent| pct|%) of it.* 5\\1 in March.*"));
    assertTrue(edited(Editing.DIGITS).body().contains(" 3 ports"));
    assertTrue(BODY.startsWith(edited(Editing.CUT_END).body()));
    String middle = edited(Editing.CUT_MIDDLE).body();
    assertTrue(middle, middle.length() < BODY.length() && middle.endsWith("Nobody objected."));
    assertEquals(letters(BODY), letters(edited(Editing.TYPO).body()));
    assertNotEquals(BODY, edited(Editing.TYPO).body());
    assertEquals(BODY, edited(Editing.HEADLINE).body());
    assertTrue(edited(Editing.HEADLINE).headline().endsWith("Estonia"));
    String quotes = edited(Editing.QUOTES).body();
    assertTrue(quotes, quotes.contains("ministry\u2019s") && quotes.contains("\u201Cnew\u201D"));
    assertEquals(BODY, edited(Editing.LINE_ENDS).body().replace("\r\n", " "));
    assertTrue(edited(Editing.LINE_ENDS).body().lines().allMatch(line -> line.length() <= 64));
    assertEquals("<h1>Estonia: economy</h1>", edited(Editing.HTML).headline());
    String html = edited(Editing.HTML).body();
    assertTrue(html, html.startsWith("<p>The ministry&#39;s") && html.contains("Talinn &amp; N"));
  }

  @Test
  public void substitutions() {
    String amount = edited(Substitution.AMOUNT).body();
    assertEquals(words(BODY) - 1, same(amount));
    assertTrue("years stay", amount.contains("1998"));
    assertEquals(words(BODY) - 1, same(edited(Substitution.DATE).body()));
    assertEquals(words(BODY) - 1, same(edited(Substitution.NAME).body()));
    String version = edited(Substitution.VERSION).body();
    assertTrue(version, version.matches(".*Version 2\\.4\\.[02-9] of.*"));
    assertEquals(words(BODY) + 1, words(edited(Substitution.NEGATION).body()));
    Article negative = new Article("", "It is not so");
    assertEquals(
        "It is so", Substitution.NEGATION.apply(negative, new Random(1)).orElseThrow().text());
  }

  @Test
  public void asManyOfEachKind() {
    LabeledSet set = EditedPairs.of("made", DOCUMENTS, 220, 1);
    assertEquals(220, set.pairs().size());
    assertEquals(3 + 220, set.documents().size());
    Map<String, Long> kinds =
        set.pairs().stream()
            .collect(Collectors.groupingBy(LabeledPair::kind, Collectors.counting()));
    for (Editing editing : Editing.values()) {
      assertEquals(editing.label(), Long.valueOf(10), kinds.get(editing.label()));
    }
    for (Substitution substitution : Substitution.values()) {
      assertEquals(substitution.label(), Long.valueOf(22), kinds.get(substitution.label()));
    }
    for (LabeledPair pair : set.pairs()) {
      assertNotEquals(text(set, pair.left()), text(set, pair.right()));
      assertEquals(kinds.get(pair.kind()) == 10, pair.label() == Label.SAME);
    }
  }

  @Test
  public void theSeedDecides() {
    assertEquals(
        EditedPairs.of("", DOCUMENTS, 50, 7).documents(),
        EditedPairs.of("", DOCUMENTS, 50, 7).documents());
    assertNotEquals(
        EditedPairs.of("", DOCUMENTS, 50, 7).documents(),
        EditedPairs.of("", DOCUMENTS, 50, 8).documents());
  }

  @Test
  public void changesThatCanHappenToNoDocument() {
    IllegalArgumentException thrown =
        assertThrows(
            IllegalArgumentException.class,
            () -> EditedPairs.of("", DOCUMENTS.subList(2, 3), 50, 7));
    assertEquals("[edited] needs a document for [amount], got none", thrown.getMessage());
  }

  private static Article edited(Change change) {
    return change.apply(ARTICLE, new Random(3)).orElseThrow();
  }

  private static String text(LabeledSet set, int document) {
    return set.documents().get(document).text();
  }

  private static int words(String text) {
    return text.split(" ", -1).length;
  }

  /** Number of words that are the same at the same place. */
  private static long same(String text) {
    String[] ours = BODY.split(" ", -1);
    String[] theirs = text.split(" ", -1);
    assertEquals(ours.length, theirs.length);
    return IntStream.range(0, ours.length).filter(i -> ours[i].equals(theirs[i])).count();
  }

  private static String letters(String text) {
    return text.chars().sorted().mapToObj(Character::toString).collect(Collectors.joining());
  }
}
