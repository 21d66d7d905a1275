// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class FeatureKindTests {
  @Test
  public void sizes() {
    assertSizes(FeatureKind.TOKEN, 1, 1, 1);
    assertSizes(FeatureKind.SHINGLE, 1, 3, 16);
    assertSizes(FeatureKind.TOKEN_PAIR, 2, 2, 2);
    assertSizes(FeatureKind.CHAR_NGRAM, 1, 4, 32);
  }

  private static void assertSizes(FeatureKind kind, int min, int byDefault, int max) {
    assertEquals(min, kind.minSize());
    assertEquals(byDefault, kind.defaultSize());
    assertEquals(max, kind.maxSize());
  }

  @Test
  public void onlyCharacterNgramsNeedNoAnalyzer() {
    assertTrue(FeatureKind.TOKEN.usesAnalyzer());
    assertTrue(FeatureKind.SHINGLE.usesAnalyzer());
    assertFalse(FeatureKind.CHAR_NGRAM.usesAnalyzer());
  }
}
