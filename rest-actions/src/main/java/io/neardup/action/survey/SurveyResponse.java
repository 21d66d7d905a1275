// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.survey;

import io.neardup.action.survey.SurveyTable.Doc;
import io.neardup.action.survey.SurveyTable.Pair;
import io.neardup.action.survey.SurveyTable.Row;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.opensearch.common.Nullable;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * What a survey has found.
 *
 * @param texts of the examples; empty if no fields were asked for
 */
public record SurveyResponse(
    long tookInMillis, String field, Sample sample, SurveyTable table, Map<Pair, PairTexts> texts)
    implements ToXContentObject {
  private static final double SHOWN = 1e4;

  /**
   * What was looked at.
   *
   * @param documents that have a fingerprint or a signature; null where pairs were given
   * @param without those that have none
   * @param unlabeled those that have one, but no label
   * @param sampled documents or pairs that were looked at
   * @param gone those of the sample that were deleted meanwhile
   * @param leftOut neighbors that were not looked at, since their documents have too many
   */
  record Sample(
      @Nullable Long documents,
      long without,
      @Nullable Long unlabeled,
      int sampled,
      int gone,
      long leftOut) {}

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    boolean labeled = sample.documents == null || sample.unlabeled != null;
    List<Row> rows = table.rows(labeled);
    builder
        .startObject()
        .field("took", tookInMillis)
        .field("field", field)
        .field("type", table.levels().kind().type());
    if (sample.documents == null) {
      builder.field("pairs", sample.sampled);
    } else {
      builder.field("documents", sample.documents).field("sampled", sample.sampled);
    }
    builder.field("without_field", sample.without);
    if (sample.unlabeled != null) {
      builder.field("without_label", sample.unlabeled);
    }
    if (sample.documents != null) {
      builder.field("gone", sample.gone).field("neighbors_left_out", sample.leftOut);
    }
    builder.startArray("levels");
    for (Row row : rows) {
      row(builder, row);
    }
    builder.endArray();
    Proposal proposal = Proposal.of(table.levels(), rows);
    builder.startObject("setting");
    threshold(builder, proposal.level());
    return builder.field("reason", proposal.reason()).endObject().endObject();
  }

  private void threshold(XContentBuilder builder, int level) throws IOException {
    builder.field(table.levels().parameter(), table.levels().threshold(level));
  }

  private void row(XContentBuilder builder, Row row) throws IOException {
    builder.startObject();
    threshold(builder, row.level());
    builder.field("pairs", row.pairs());
    if (sample.documents != null) {
      builder
          .field("near", row.near())
          .field("marked", row.marked())
          .field(
              "marked_in_index",
              sample.sampled == 0
                  ? 0
                  : Math.round((double) row.marked() * sample.documents / sample.sampled));
    }
    if (row.quality() != null) {
      builder
          .field("precision", shown(row.quality().precision()))
          .field("recall", shown(row.quality().recall()))
          .field("f1", shown(row.quality().f1()));
    }
    builder.startArray("examples");
    for (Pair pair : table.examples(row.level())) {
      example(builder, pair);
    }
    builder.endArray().endObject();
  }

  private void example(XContentBuilder builder, Pair pair) throws IOException {
    PairTexts read = texts.get(pair);
    builder.startObject().field("similarity", shown((double) pair.score()));
    if (pair.same() != null) {
      builder.field("same", pair.same());
    }
    document(builder, "first", pair.first(), read == null ? null : read.first());
    document(builder, "second", pair.second(), read == null ? null : read.second());
    builder.endObject();
  }

  private static void document(
      XContentBuilder builder, String name, Doc document, @Nullable PairTexts.Side side)
      throws IOException {
    builder.startObject(name).field("_index", document.index()).field("_id", document.id());
    if (side != null) {
      builder
          .field("text", side.beginning())
          .field("only_here", side.only())
          .field("only_here_total", side.total());
    }
    builder.endObject();
  }

  @Nullable private static Double shown(@Nullable Double value) {
    return value == null ? null : Math.round(value * SHOWN) / SHOWN;
  }
}
