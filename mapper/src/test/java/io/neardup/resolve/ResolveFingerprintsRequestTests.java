// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.resolve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.test.AbstractWireSerializingTestCase;

public class ResolveFingerprintsRequestTests
    extends AbstractWireSerializingTestCase<ResolveFingerprintsRequest> {
  @Override
  protected ResolveFingerprintsRequest createTestInstance() {
    return new ResolveFingerprintsRequest(
        generateRandomStringArray(3, 5, false),
        randomFrom(IndicesOptions.strictExpand(), IndicesOptions.lenientExpandOpen()),
        randomList(1, 2, () -> randomAlphaOfLength(5)),
        randomList(0, 4, FingerprintSourceTests::randomSource));
  }

  @Override
  protected Writeable.Reader<ResolveFingerprintsRequest> instanceReader() {
    return ResolveFingerprintsRequest::new;
  }

  @Override
  protected ResolveFingerprintsRequest mutateInstance(ResolveFingerprintsRequest request)
      throws IOException {
    String[] indices = request.indices();
    IndicesOptions options = request.indicesOptions();
    List<String> fields = new ArrayList<>(request.fields());
    List<FingerprintSource> sources = new ArrayList<>(request.sources());
    switch (between(0, 3)) {
      case 0 -> indices = new String[] {"another-index"};
      case 1 -> options = IndicesOptions.strictSingleIndexNoExpandForbidClosed();
      case 2 -> fields.add("x");
      default -> sources.add(FingerprintSourceTests.randomSource());
    }
    return new ResolveFingerprintsRequest(indices, options, fields, sources);
  }

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
