// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.survey;

import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.request.DelegatingRequest;
import java.util.List;
import java.util.Map;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.common.Nullable;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.tasks.CancellableTask;

/** What to survey, and what is known of it. */
public final class SurveyRequest extends DelegatingRequest {
  private final Options options;

  /**
   * What a body says.
   *
   * @param field of type {@code simhash} or {@code minhash}; null for the one that the indexes have
   * @param size documents in the sample
   * @param seed of the random order in which they are taken
   * @param recall of the lookups by similarity; null to compare all signatures
   * @param numbers which of two texts may differ; null for the default
   * @param fields whose texts are shown
   * @param labels the field whose equal values mean the same content; or null
   * @param pairs that somebody has read; or none
   */
  record Options(
      @Nullable String field,
      int size,
      int seed,
      @Nullable Double recall,
      @Nullable NumbersRule numbers,
      List<String> fields,
      @Nullable String labels,
      List<LabeledPair> pairs) {}

  /** Two documents by their ids, and whether their content is the same. */
  record LabeledPair(String first, String second, boolean same) {}

  SurveyRequest(SearchRequest search, Options options) {
    super(search);
    this.options = options;
  }

  Options options() {
    return options;
  }

  @Override
  public String getDescription() {
    return "indices["
        + String.join(",", indices())
        + "], field["
        + (options.field == null ? "" : options.field)
        + "], "
        + (options.pairs.isEmpty()
            ? "size[" + options.size + "], seed[" + options.seed + "]"
            : "pairs[" + options.pairs.size() + "]");
  }

  @Override
  public CancellableTask createTask(
      long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
    return new SurveyTask(id, type, action, getDescription(), parentTaskId, headers);
  }
}
