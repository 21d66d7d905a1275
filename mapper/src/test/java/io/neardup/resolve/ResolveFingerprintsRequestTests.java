// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.resolve;

import java.util.List;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.test.OpenSearchTestCase;

public class ResolveFingerprintsRequestTests extends OpenSearchTestCase {
  public void testIndicesCanBeReplaced() {
    ResolveFingerprintsRequest request =
        new ResolveFingerprintsRequest(
            null, IndicesOptions.strictExpand(), List.of("f"), List.of());
    assertEquals(0, request.indices().length);
    assertSame(request, request.indices("a", "b"));
    assertArrayEquals(new String[] {"a", "b"}, request.indices());
    assertNull(request.validate());
    assertTrue(request.includeDataStreams());
  }

  public void testNeedsAField() {
    Exception e =
        expectThrows(
            IllegalArgumentException.class,
            () ->
                new ResolveFingerprintsRequest(
                    null, IndicesOptions.strictExpand(), List.of(""), List.of()));
    assertEquals("[field] must not be empty, got []", e.getMessage());
  }
}
