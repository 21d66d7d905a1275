// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The types of the processors of a search pipeline, in their order. They decide how hits are
 * examined: others may read of hits, or change in the request, what the caller wants to be shown.
 */
record PipelineProcessors(List<String> requests, List<String> responses) {
  static final PipelineProcessors NONE = new PipelineProcessors(List.of(), List.of());

  /** Of a pipeline as it is written. */
  static PipelineProcessors of(Map<String, Object> config) {
    return new PipelineProcessors(
        types(config.get("request_processors")), types(config.get("response_processors")));
  }

  private static List<String> types(Object processors) {
    List<String> types = new ArrayList<>();
    if (processors instanceof List<?> list) {
      for (Object processor : list) {
        if (processor instanceof Map<?, ?> map) {
          map.keySet().forEach(type -> types.add(type.toString()));
        }
      }
    }
    return types;
  }

  /** Whether no other processor sees the request after ours, or hits before. */
  boolean areOursInnermost() {
    return responses.isEmpty() == false
        && responses.get(0).equals(CollapseProcessor.TYPE)
        && requests.isEmpty() == false
        && requests.get(requests.size() - 1).equals(OversampleProcessor.TYPE);
  }

  /** Whether there are none but ours. */
  boolean areOursAlone() {
    return requests.stream().allMatch(OversampleProcessor.TYPE::equals)
        && responses.stream().allMatch(CollapseProcessor.TYPE::equals);
  }
}
