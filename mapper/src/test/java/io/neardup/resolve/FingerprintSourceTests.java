// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.resolve;

import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.test.AbstractWireSerializingTestCase;

public class FingerprintSourceTests extends AbstractWireSerializingTestCase<FingerprintSource> {
  public static FingerprintSource randomSource() {
    if (randomBoolean()) {
      return new FingerprintSource.OfId(
          randomAlphaOfLengthBetween(1, 20),
          randomBoolean() ? null : randomAlphaOfLength(5),
          randomBoolean() ? null : randomAlphaOfLength(5));
    }
    return new FingerprintSource.OfDoc(
        randomDoc(), randomBoolean() ? null : randomAlphaOfLength(5));
  }

  private static Map<String, Object> randomDoc() {
    Map<String, Object> doc = new LinkedHashMap<>();
    doc.put("title", randomUnicodeOfLengthBetween(0, 50));
    doc.put("views", randomInt());
    doc.put("tags", new ArrayList<>(Arrays.asList("a", null, randomAlphaOfLength(3))));
    doc.put("author", Map.of("name", randomAlphaOfLength(4), "age", randomDouble()));
    doc.put("nothing", null);
    return doc;
  }

  @Override
  protected FingerprintSource createTestInstance() {
    return randomSource();
  }

  @Override
  protected Writeable.Reader<FingerprintSource> instanceReader() {
    return FingerprintSource::readFrom;
  }

  @Override
  protected FingerprintSource mutateInstance(FingerprintSource instance) throws IOException {
    return switch (instance) {
      case FingerprintSource.OfId byId -> mutate(byId);
      case FingerprintSource.OfDoc byDoc ->
          randomBoolean()
              ? new FingerprintSource.OfDoc(byDoc.doc(), other(byDoc.pipeline()))
              : new FingerprintSource.OfDoc(Map.of("title", "other"), byDoc.pipeline());
    };
  }

  private static FingerprintSource mutate(FingerprintSource.OfId byId) {
    String id = byId.id();
    String index = byId.index();
    String routing = byId.routing();
    return switch (between(0, 2)) {
      case 0 -> new FingerprintSource.OfId(id + "x", index, routing);
      case 1 -> new FingerprintSource.OfId(id, other(index), routing);
      default -> new FingerprintSource.OfId(id, index, other(routing));
    };
  }

  private static String other(String value) {
    return value == null ? "x" : null;
  }

  public void testRefusesWhatCannotBeFound() {
    assertRefused("[id] must not be empty, got []", () -> byId("", null));
    assertRefused("[id] must not be empty, got [null]", () -> byId(null, null));
    assertRefused("[index] must not be empty, got [ ]", () -> byId("1", " "));
    assertRefused(
        "[pipeline] must not be empty, got []",
        () -> new FingerprintSource.OfDoc(Map.of("title", "x"), ""));
    assertRefused(
        "[doc] must be an object with the fields to fingerprint, got [{}]",
        () -> new FingerprintSource.OfDoc(Map.of(), null));
    assertRefused(
        "[doc] must be an object with the fields to fingerprint, got [null]",
        () -> new FingerprintSource.OfDoc(null, null));
  }

  public void testIntegersBeyondLong() throws IOException {
    BigInteger huge = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
    FingerprintSource source = new FingerprintSource.OfDoc(Map.of("serial", huge), null);
    assertEquals(source, copyInstance(source));
  }

  public void testNameOfTheParameter() {
    assertEquals("id", byId("1", null).parameter());
    assertEquals("doc", new FingerprintSource.OfDoc(Map.of("a", List.of()), null).parameter());
  }

  private static FingerprintSource byId(String id, String index) {
    return new FingerprintSource.OfId(id, index, null);
  }

  private static void assertRefused(String message, ThrowingRunnable call) {
    assertEquals(message, expectThrows(IllegalArgumentException.class, call).getMessage());
  }
}
