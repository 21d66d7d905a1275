// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.texts;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.common.Nullable;

/**
 * The texts of a request, and how they are cut into features: by options as a processor has them,
 * or by the processor of a pipeline.
 *
 * @param texts at least one
 * @param options unread; empty with a pipeline
 * @param pipeline whose processor has the options, or null
 * @param field that the processor writes, needed only if a pipeline has several; or null
 */
public record TextsOfRequest(
    List<String> texts,
    Map<String, Object> options,
    @Nullable String pipeline,
    @Nullable String field) {
  public TextsOfRequest {
    texts = List.copyOf(texts);
    // Not Map.copyOf: a null in JSON is a parameter that is not given, not an error.
    options = Collections.unmodifiableMap(new HashMap<>(options));
  }

  /**
   * Rejects what does not go together.
   *
   * @throws IllegalArgumentException (HTTP 400) naming the parameter
   */
  public void check() {
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("[text] must be a string or a list of strings, got none");
    }
    if (pipeline != null && options.isEmpty() == false) {
      throw new IllegalArgumentException(
          "[pipeline] brings its own "
              + options.keySet().stream().sorted().toList()
              + "; leave these out, or leave out [pipeline]");
    }
    if (pipeline == null && field != null) {
      throw new IllegalArgumentException(
          "[field] chooses a processor of [pipeline], which is missing");
    }
  }
}
