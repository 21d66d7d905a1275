// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.lost;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.util.List;
import java.util.Set;
import org.junit.Test;

public class TextTermsTests {
  /** Whose letters are beyond U+FFFF, as those of Fulani names in Adlam. */
  @Test
  public void wordsOfAllScripts() {
    String name = "\uD83A\uDD22\uD83A\uDD23";
    assertEquals(Set.of(name), TextTerms.of(name, () -> {}).all());
  }

  @Test
  public void numbersMayBeginWithAPoint() {
    assertEquals(Set.of("0.50", "0.7", "up"), TextTerms.of(".50, $.50, £0.50: up .7 %").all());
    assertEquals(Set.of("a", "7", "8", "9"), TextTerms.of("a.7 ...8 .$9").all());
    assertEquals(Set.of("0.05"), TextTerms.of(".05 0.05 (.05) <.05").all());
    assertEquals(Set.of("0.000", "0.2", "10"), TextTerms.of(".000 .2x10").all());
  }

  @Test
  public void negationsAreFoundInContractedWords() {
    assertDenied("Members can vote", "Members can't vote", "Members cannot vote", "not");
    assertDenied("Members will vote", "Members won’t vote", "Members will not vote", "not");
    assertDenied("We shall vote", "We shan't vote", "We shall not vote", "not");
    assertDenied("Il est clair", "Il n'est pas clair", "Il n’est pas clair", "ne", "pas");
    assertDenied("Là, c'est clair", "Là, ce n'est pas clair", "Là, n'est pas clair", "pas");
  }

  private static void assertDenied(String one, String other, String alike, String... words) {
    assertEquals(other, List.of(words), denials(other, one));
    assertEquals(other, List.of(words), denials(one, other));
    assertEquals(alike, List.of(), denials(other, alike));
  }

  private static List<String> denials(String one, String other) {
    return Difference.of(TextTerms.of(one), TextTerms.of(other)).denials();
  }

  @Test
  public void longTextsCanBeStopped() {
    Runnable stopped =
        () -> {
          throw new IllegalStateException("stopped");
        };
    assertThrows(IllegalStateException.class, () -> TextTerms.of("word ".repeat(10_000), stopped));
    assertEquals(Set.of("word"), TextTerms.of("word ".repeat(100), stopped).all());
  }
}
