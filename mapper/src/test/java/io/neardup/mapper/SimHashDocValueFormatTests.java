// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.util.BytesRef;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.search.DocValueFormat;
import org.opensearch.test.OpenSearchTestCase;

public class SimHashDocValueFormatTests extends OpenSearchTestCase {
  private static final SimHashDocValueFormat FORMAT = SimHashDocValueFormat.INSTANCE;

  public void testDocValuesAreShownAsUnsignedHex() {
    assertEquals("0000000000000000", FORMAT.format(Long.MIN_VALUE));
    assertEquals("7fffffffffffffff", FORMAT.format(-1L));
    assertEquals("8000000000000000", FORMAT.format(0L));
    assertEquals("ffffffffffffffff", FORMAT.format(Long.MAX_VALUE));
  }

  public void testWhatIsShownCanBeReadBack() {
    long docValue = randomLong();
    assertEquals(docValue, FORMAT.parseLong(FORMAT.format(docValue), randomBoolean(), () -> 0L));
    assertEquals(0L, FORMAT.parseLong("8000000000000000", false, () -> 0L));
  }

  public void testNoFingerprintIsNoSortValue() {
    Exception e =
        expectThrows(IllegalArgumentException.class, () -> FORMAT.parseLong("12", false, () -> 0L));
    assertTrue(e.getMessage(), e.getMessage().endsWith("got [12] (2 characters)"));
  }

  public void testKeysOfAggregations() {
    assertEquals("9f3a5c3b12ff00aa", FORMAT.format(new BytesRef("9f3a5c3b12ff00aa")));
    assertEquals(new BytesRef("9f3a5c3b12ff00aa"), FORMAT.parseBytesRef("9F3A5C3B12FF00AA"));
    assertEquals(new BytesRef("none"), FORMAT.parseBytesRef("none"));
  }

  public void testTravelsAndStaysTheOnlyInstance() throws IOException {
    NamedWriteableRegistry registry =
        new NamedWriteableRegistry(List.of(SimHashDocValueFormat.entry()));
    assertSame(FORMAT, copyNamedWriteable(FORMAT, registry, DocValueFormat.class));
    assertEquals("simhash", FORMAT.getWriteableName());
  }
}
