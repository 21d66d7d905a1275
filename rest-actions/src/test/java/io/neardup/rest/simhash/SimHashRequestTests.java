// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.rest.simhash;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.test.AbstractWireSerializingTestCase;

public class SimHashRequestTests extends AbstractWireSerializingTestCase<SimHashRequest> {

  @Override
  protected SimHashRequest createTestInstance() {
    List<String> texts = randomList(1, 3, () -> randomAlphaOfLength(5));
    int heaviest = randomIntBetween(0, 1000);
    return randomBoolean()
        ? new SimHashRequest(texts, Map.of(), "p", randomBoolean() ? null : "f", heaviest)
        : new SimHashRequest(texts, randomOptions(), null, null, heaviest);
  }

  private static Map<String, Object> randomOptions() {
    Map<String, Object> options = new HashMap<>();
    if (randomBoolean()) {
      options.put("features", Map.of("type", "shingle", "size", randomIntBetween(2, 5)));
    }
    if (randomBoolean()) {
      options.put("analyzer", randomBoolean() ? null : "simple");
    }
    return options;
  }

  @Override
  protected Writeable.Reader<SimHashRequest> instanceReader() {
    return SimHashRequest::new;
  }

  @Override
  protected SimHashRequest mutateInstance(SimHashRequest instance) {
    List<String> texts = instance.texts();
    boolean pipeline = instance.pipeline() != null;
    Map<String, Object> options = pipeline ? Map.of() : Map.of("min_features", 17);
    String field = pipeline ? "g" : null;
    return switch (between(0, 2)) {
      case 0 -> {
        List<String> more = new ArrayList<>(texts);
        more.add("more");
        yield new SimHashRequest(
            more, instance.given(), instance.pipeline(), instance.field(), instance.heaviest());
      }
      case 1 ->
          new SimHashRequest(
              texts,
              instance.given(),
              instance.pipeline(),
              instance.field(),
              (instance.heaviest() + 1) % 1000);
      default ->
          randomBoolean() && pipeline
              ? new SimHashRequest(texts, Map.of(), "q", instance.field(), instance.heaviest())
              : new SimHashRequest(texts, options, instance.pipeline(), field, instance.heaviest());
    };
  }
}
