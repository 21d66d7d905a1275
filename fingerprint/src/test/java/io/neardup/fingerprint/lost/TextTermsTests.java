// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.lost;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

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
  public void longTextsCanBeStopped() {
    Runnable stopped =
        () -> {
          throw new IllegalStateException("stopped");
        };
    assertThrows(IllegalStateException.class, () -> TextTerms.of("word ".repeat(10_000), stopped));
    assertEquals(Set.of("word"), TextTerms.of("word ".repeat(100), stopped).all());
  }
}
