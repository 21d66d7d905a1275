// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.simhash;

import io.neardup.action.texts.TextsOfRequest;
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
    Detail detail = randomDetail();
    return randomBoolean()
        ? request(texts, Map.of(), "p", randomBoolean() ? null : "f", detail)
        : request(texts, randomOptions(), null, null, detail);
  }

  private static SimHashRequest request(
      List<String> texts,
      Map<String, Object> options,
      String pipeline,
      String field,
      Detail detail) {
    return new SimHashRequest(new TextsOfRequest(texts, options, pipeline, field), detail);
  }

  private static Detail randomDetail() {
    return new Detail(between(0, 1000), randomBoolean(), between(0, 64), between(0, 64));
  }

  private static Detail other(Detail detail) {
    return switch (between(0, 3)) {
      case 0 ->
          new Detail(
              (detail.heaviest() + 1) % 1001,
              detail.explain(),
              detail.closeBits(),
              detail.maxDistance());
      case 1 ->
          new Detail(
              detail.heaviest(),
              detail.explain() == false,
              detail.closeBits(),
              detail.maxDistance());
      case 2 ->
          new Detail(
              detail.heaviest(),
              detail.explain(),
              (detail.closeBits() + 1) % 65,
              detail.maxDistance());
      default ->
          new Detail(
              detail.heaviest(),
              detail.explain(),
              detail.closeBits(),
              (detail.maxDistance() + 1) % 65);
    };
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
    List<String> texts = instance.texts().texts();
    boolean pipeline = instance.texts().pipeline() != null;
    Map<String, Object> options = pipeline ? Map.of() : Map.of("min_features", 17);
    String field = pipeline ? "g" : null;
    return switch (between(0, 2)) {
      case 0 -> {
        List<String> more = new ArrayList<>(texts);
        more.add("more");
        yield request(
            more,
            instance.texts().options(),
            instance.texts().pipeline(),
            instance.texts().field(),
            instance.detail());
      }
      case 1 ->
          request(
              texts,
              instance.texts().options(),
              instance.texts().pipeline(),
              instance.texts().field(),
              other(instance.detail()));
      default ->
          randomBoolean() && pipeline
              ? request(texts, Map.of(), "q", instance.texts().field(), instance.detail())
              : request(texts, options, instance.texts().pipeline(), field, instance.detail());
    };
  }
}
