// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.minhash;

import io.neardup.action.texts.TextsOfRequest;
import io.neardup.fingerprint.minhash.Bands;
import java.util.List;
import java.util.Map;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.test.AbstractWireSerializingTestCase;

public class MinHashRequestTests extends AbstractWireSerializingTestCase<MinHashRequest> {
  private static TextsOfRequest texts() {
    List<String> texts = randomList(1, 3, () -> randomAlphaOfLength(5));
    return randomBoolean()
        ? new TextsOfRequest(texts, Map.of(), "p", randomBoolean() ? null : "f")
        : new TextsOfRequest(texts, Map.of("min_features", between(1, 9)), null, null);
  }

  private static MinHashDetail detail() {
    return new MinHashDetail(
        between(0, 1000),
        new Bands(between(1, 9), between(1, 50)),
        between(1, 100) / 100.0,
        between(1, 100) / 100.0);
  }

  @Override
  protected MinHashRequest createTestInstance() {
    return new MinHashRequest(texts(), detail());
  }

  @Override
  protected Writeable.Reader<MinHashRequest> instanceReader() {
    return MinHashRequest::new;
  }

  @Override
  protected MinHashRequest mutateInstance(MinHashRequest instance) {
    return randomBoolean()
        ? new MinHashRequest(
            randomValueOtherThan(instance.texts(), () -> texts()), instance.detail())
        : new MinHashRequest(
            instance.texts(), randomValueOtherThan(instance.detail(), () -> detail()));
  }
}
