// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.opensearch.search.pipeline.Processor.PipelineContext;

/**
 * Connects the two processors of a pipeline, so that hits bring along what {@code
 * near_dup_collapse} reads. Core creates the request processors of a pipeline first, and hands one
 * context object to all of its factories; nothing else tells processors of one pipeline.
 */
final class PipelineLinks {
  private final Map<PipelineContext, AtomicReference<CollapseOptions>> links =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** Of a pipeline's oversampling; what its collapse will ask for, once there is one. */
  AtomicReference<CollapseOptions> oversampling(PipelineContext pipeline) {
    AtomicReference<CollapseOptions> link = new AtomicReference<>();
    if (links.putIfAbsent(pipeline, link) != null) {
      throw twice(OversampleProcessor.TYPE);
    }
    return link;
  }

  /** Of a pipeline's collapse. */
  void collapse(PipelineContext pipeline, CollapseOptions options) {
    AtomicReference<CollapseOptions> link = links.get(pipeline);
    if (link != null && link.compareAndSet(null, options) == false) {
      throw twice(CollapseOptions.NAME);
    }
  }

  private static IllegalArgumentException twice(String type) {
    return new IllegalArgumentException(
        "[" + type + "] may be in a pipeline once; leave out the others");
  }
}
