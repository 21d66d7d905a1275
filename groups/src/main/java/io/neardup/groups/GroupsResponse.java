// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.groups.job.Tally;
import io.neardup.groups.replay.PointInTimeDocs.Named;
import io.neardup.request.LocalAction;
import java.io.IOException;
import java.util.List;
import org.opensearch.common.Nullable;
import org.opensearch.core.xcontent.ToXContent;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/** What a job found, and wrote. */
public final class GroupsResponse extends LocalAction.Response implements ToXContentObject {
  /**
   * The figures.
   *
   * @param documents that have a fingerprint and match the query; -1 if they were not read again
   * @param against documents that were canonical already; -1 if none were asked for
   * @param uncompared documents that match the query and have none; -1 if they were not read again
   * @param distinct different fingerprints; -1 if they were not read again
   * @param groups of two documents or more
   * @param duplicates documents of groups other than their canonicals
   * @param recall what part of the pairs that are just similar enough were compared; null if all
   * @param orphaned of the groups that were looked at, those without a canonical; -1 if it was not
   *     asked for these
   * @param removable duplicates that were left to be deleted; -1 if it was not asked for these
   */
  record Figures(
      long documents,
      long against,
      long uncompared,
      long distinct,
      long groups,
      long duplicates,
      @Nullable Double recall,
      long orphaned,
      long removable) {
    /** Those that the records of an earlier attempt tell. */
    static Figures ofRecords(long groups, long duplicates) {
      return new Figures(-1, -1, -1, -1, groups, duplicates, null, -1, -1);
    }

    /** Of groups with duplicates. */
    static Figures ofRepair(long groups, long orphaned, long removable) {
      return new Figures(-1, -1, -1, -1, groups, -1, null, orphaned, removable);
    }
  }

  /** A group by its canonical document. */
  record LargeGroup(Named canonical, int size) implements ToXContentObject {
    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      builder
          .startObject()
          .startObject("of")
          .field("index", canonical.id().index())
          .field("id", canonical.id().id())
          .endObject()
          .field("size", size);
      canonical.copies().toXContent(builder, params);
      return builder.endObject();
    }
  }

  /** The answer where there is no index to read. */
  static final GroupsResponse NOTHING =
      new GroupsResponse(0, new Figures(0, -1, 0, 0, 0, 0, null, -1, -1), List.of(), null, 0, null);

  private final long tookMillis;
  private final Figures figures;
  private final List<LargeGroup> largest;

  /** Null if nothing was to be written. */
  private final String dest;

  private final long written;

  /** Null if no document was to be changed. */
  private final Tally tally;

  GroupsResponse(
      long tookMillis,
      Figures figures,
      List<LargeGroup> largest,
      @Nullable String dest,
      long written,
      @Nullable Tally tally) {
    this.tookMillis = tookMillis;
    this.figures = figures;
    this.largest = List.copyOf(largest);
    this.dest = dest;
    this.written = written;
    this.tally = tally;
  }

  /** The same, with what became of the documents when a later job had looked at them again. */
  GroupsResponse settledBy(GroupsResponse later) {
    // Records tell what the first job found, and a query by decisions may find less by now.
    boolean ofAll = dest == null && later.figures.documents == figures.documents;
    return new GroupsResponse(
        tookMillis + later.tookMillis,
        ofAll ? later.figures : figures,
        ofAll ? later.largest : largest,
        dest,
        written,
        tally.settledBy(later.tally));
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject().field("took", tookMillis);
    known(builder, "documents", figures.documents);
    known(builder, "against", figures.against);
    known(builder, "not_compared", figures.uncompared);
    known(builder, "distinct", figures.distinct);
    builder.field("groups", figures.groups);
    known(builder, "duplicates", figures.duplicates);
    known(builder, "without_canonical", figures.orphaned);
    if (figures.recall != null) {
      builder.field("recall", figures.recall);
    }
    if (figures.documents >= 0) {
      largest(builder);
    }
    if (dest != null) {
      builder.field("dest", dest).field("written", written);
    }
    if (tally != null) {
      tally.toXContent(builder, params);
    }
    known(builder, "removable", figures.removable);
    return builder.endObject();
  }

  private static void known(XContentBuilder builder, String name, long figure) throws IOException {
    if (figure >= 0) {
      builder.field(name, figure);
    }
  }

  private void largest(XContentBuilder builder) throws IOException {
    builder.startArray("largest");
    for (LargeGroup group : largest) {
      group.toXContent(builder, ToXContent.EMPTY_PARAMS);
    }
    builder.endArray();
  }
}
