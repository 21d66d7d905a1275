// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.request;

import io.neardup.action.resolve.IndexPipelines;
import io.neardup.fingerprint.lost.AllowedLoss;
import io.neardup.target.Verify;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.opensearch.cluster.ClusterState;

/**
 * The parameter {@code text} of {@code verify}: a duplicate is deleted only if its text says no
 * more than this that the one that stays does not.
 *
 * @param fields with the text; none for those that a pipeline shows
 */
public record TextLoss(List<String> fields, AllowedLoss allowed) {
  /** What holds for deletes where nothing is said. */
  static final TextLoss NOTHING =
      new TextLoss(List.of(), new AllowedLoss(0, AllowedLoss.DEFAULT_MAX_DOC_FREQ));

  /** What a parameter says; refuses what is missing or does not belong. */
  static TextLoss of(Verify.Text text) {
    List<String> fields = text.fields();
    if (fields != null && (fields.isEmpty() || fields.size() > Verify.MAX_FIELDS)) {
      throw new IllegalArgumentException(
          "[verify] [text] [fields] must name from 1 to "
              + Verify.MAX_FIELDS
              + " fields with the text of the documents, got "
              + fields
              + "; leave it out for those that the pipelines of the indexes make [field] of");
    }
    if (text.jaccard() != null
        || text.containment() != null
        || text.edit() != null
        || text.diff()) {
      throw new IllegalArgumentException(
          "[verify] [text] takes [fields], [lost] and [max_doc_freq] here: what a duplicate that is"
              + " deleted may say that the document that stays does not");
    }
    AllowedLoss allowed = text.loss();
    return new TextLoss(
        fields == null ? List.of() : List.copyOf(fields),
        allowed == null ? NOTHING.allowed : allowed);
  }

  /**
   * The fields with the texts of each index.
   *
   * @param field whose pipelines show them
   * @throws IllegalArgumentException (HTTP 400) if that is not known of one
   */
  public Map<String, List<String>> fields(
      ClusterState state, Collection<String> indices, String field) {
    IndexPipelines pipelines = new IndexPipelines(state);
    Map<String, List<String>> all = new TreeMap<>();
    for (String index : indices) {
      List<String> theirs = fields.isEmpty() ? pipelines.texts(index, field) : fields;
      if (theirs.isEmpty()) {
        throw new IllegalArgumentException(
            "[verify] must say which fields have the texts, so that nothing goes with which"
                + " something would be lost, since the pipelines of ["
                + index
                + "] do not show of which fields ["
                + field
                + "] is made; name them by {\"text\": {\"fields\": [...]}}, or to [delete] duplicates"
                + " whatever they say, set [verify] to [false]");
      }
      all.put(index, theirs);
    }
    return all;
  }
}
