// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.apply;

import io.neardup.groups.apply.Deleter.Duplicate;
import io.neardup.groups.dest.DestIndex;
import io.neardup.groups.dest.DestRecords;
import io.neardup.groups.dest.DestRecords.Pinned;
import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.job.JobNode;
import io.neardup.groups.job.Tally;
import io.neardup.groups.pit.DocumentId;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.groups.write.BoundIndexes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;

/**
 * Deletes what the records of a run tell to be duplicates. A run that was cut short goes on in the
 * same way: nothing is compared again, since of groups that are half gone another member could
 * become canonical.
 */
public final class Deletion {
  private static final QueryBuilder DUPLICATES = QueryBuilders.termQuery("status", "duplicate");
  private static final QueryBuilder CANONICALS = QueryBuilders.termQuery("status", "new");

  private final DestIndex dest;
  private final DestRecords records;
  private final Map<String, String> sources;
  private final Deleter deleter;

  /**
   * @param dest that is this run's, with all its records
   * @param sources the indexes that were grouped, and that the user may write to, with their UUIDs
   */
  public Deletion(
      JobNode node,
      GroupsRequest request,
      GroupsTask task,
      TaskId parent,
      DestIndex dest,
      Map<String, String> sources) {
    this.dest = dest;
    this.records = new DestRecords(node, dest, task, parent);
    this.sources = sources;
    this.deleter =
        new Deleter(
            node,
            task,
            new BoundIndexes(sources),
            request.requestsPerSecond(),
            request.isResumed());
  }

  /** Returns what became of the duplicates. */
  public Tally run() {
    records.each(DUPLICATES, true, this::delete);
    return deleter.tally();
  }

  /** How many groups the records tell of. */
  public long groups() {
    return records.count(CANONICALS);
  }

  /** How many duplicates the records tell of. */
  public long duplicates() {
    return records.count(DUPLICATES);
  }

  private void delete(Pinned pinned, List<SearchHit> duplicates) {
    int batch = deleter.batch(duplicates.size());
    for (int from = 0; from < duplicates.size(); from += batch) {
      dest.requireOwned();
      deleteSome(
          pinned,
          duplicates.subList(from, Math.min(duplicates.size(), from + batch)).stream()
              .map(SearchHit::getSourceAsMap)
              .toList());
    }
  }

  private void deleteSome(Pinned pinned, List<Map<String, Object>> duplicates) {
    List<String> groups =
        duplicates.stream().map(record -> text(record, "group")).distinct().toList();
    QueryBuilder query =
        QueryBuilders.boolQuery()
            .filter(CANONICALS)
            .filter(QueryBuilders.termsQuery("group", groups));
    Map<String, DocumentId> canonicals = new HashMap<>();
    for (SearchHit hit : pinned.find(query, groups.size())) {
      canonicals.put(text(hit.getSourceAsMap(), "group"), id(hit.getSourceAsMap()));
    }
    List<Duplicate> known = new ArrayList<>();
    for (Map<String, Object> record : duplicates) {
      DocumentId canonical = canonicals.get(text(record, "group"));
      if (canonical != null) {
        known.add(new Duplicate(id(record), canonical));
      }
    }
    deleter.leave(duplicates.size() - known.size());
    deleter.delete(known);
  }

  /** Records are what anybody may have written who may write to the index. */
  private DocumentId id(Map<String, Object> record) {
    String index = text(record, "index");
    String uuid = sources.get(index);
    if (uuid == null) {
      throw new IllegalArgumentException(
          "[dest] must have records of the indexes that were grouped, which are "
              + sources.keySet()
              + ", got one of ["
              + index
              + "] in ["
              + dest.name()
              + "]: nothing more is deleted; group again, with another [dest]");
    }
    return new DocumentId(
        index,
        uuid,
        text(record, "id"),
        record.get("routing") == null ? null : text(record, "routing"),
        number(record, "seq_no"),
        number(record, "primary_term"));
  }

  private String text(Map<String, Object> record, String field) {
    if (record.get(field) instanceof String text) {
      return text;
    }
    throw damaged(record, field);
  }

  private long number(Map<String, Object> record, String field) {
    if (record.get(field) instanceof Number number) {
      return number.longValue();
    }
    throw damaged(record, field);
  }

  private IllegalArgumentException damaged(Map<String, Object> record, String field) {
    return new IllegalArgumentException(
        "[dest] must have records as they were written, got one in ["
            + dest.name()
            + "] with ["
            + field
            + "] as ["
            + record.get(field)
            + "]: nothing more is deleted; group again, with another [dest]");
  }
}
