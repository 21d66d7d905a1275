// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.apply;

import static io.neardup.groups.apply.RecordReader.GROUP;
import static io.neardup.groups.apply.RecordReader.STATUS;
import static io.neardup.groups.apply.RecordReader.VERDICT;
import static org.opensearch.index.query.QueryBuilders.boolQuery;
import static org.opensearch.index.query.QueryBuilders.existsQuery;
import static org.opensearch.index.query.QueryBuilders.termQuery;
import static org.opensearch.index.query.QueryBuilders.termsQuery;

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
import io.neardup.sequencer.DocRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.search.SearchHit;

/**
 * Deletes what the records of a run tell to be duplicates. Nothing is compared again: of groups
 * that are half gone another member could become canonical, and a person may have looked at the
 * records, and changed them.
 *
 * <p>Whatever they say, a group is not left without a document: a duplicate goes only if its group
 * has a canonical, and what any record calls canonical does not go.
 */
public final class Deletion {
  private static final QueryBuilder DUPLICATES = termQuery(STATUS, RecordReader.DUPLICATE);
  private static final QueryBuilder CANONICALS = termQuery(STATUS, RecordReader.NEW);

  /** Those that a person may have written something into. */
  private static final QueryBuilder EDITED =
      boolQuery()
          .should(existsQuery(VERDICT))
          .should(
              boolQuery().mustNot(termsQuery(STATUS, RecordReader.DUPLICATE, RecordReader.NEW)));

  private final DestIndex dest;
  private final DestRecords records;
  private final RecordReader reader;
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
    this.reader = new RecordReader(dest.name(), sources);
    this.deleter =
        new Deleter(
            node,
            task,
            new BoundIndexes(sources),
            request.requestsPerSecond(),
            request.isRepeated());
  }

  /** Returns what became of the duplicates. */
  public Tally run() {
    records.each(EDITED, true, (pinned, edited) -> edited.forEach(reader::requireMeaning));
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
    Map<String, DocumentId> canonicals = canonicals(pinned, duplicates);
    Set<DocRef> staying = staying(pinned, duplicates);
    List<Duplicate> going = new ArrayList<>();
    long kept = 0;
    long unled = 0;
    for (SearchHit hit : duplicates) {
      DocumentId document = reader.document(hit);
      DocumentId canonical = canonicals.get(reader.group(hit));
      if (staying.contains(document.ref())) {
        kept++;
      } else if (canonical == null) {
        unled++;
      } else {
        going.add(new Duplicate(document, canonical));
      }
    }
    deleter.leave(kept, unled);
    int batch = deleter.batch(duplicates.size());
    for (int from = 0; from < going.size(); from += batch) {
      dest.requireOwned();
      deleter.delete(going.subList(from, Math.min(going.size(), from + batch)));
    }
  }

  /** The first canonical of each of their groups. */
  private Map<String, DocumentId> canonicals(Pinned pinned, List<SearchHit> duplicates) {
    List<String> groups = duplicates.stream().map(reader::group).distinct().toList();
    Map<String, DocumentId> canonicals = new HashMap<>();
    pinned.each(
        boolQuery().filter(CANONICALS).filter(termsQuery(GROUP, groups)),
        true,
        hits ->
            hits.forEach(hit -> canonicals.putIfAbsent(reader.group(hit), reader.document(hit))));
    return canonicals;
  }

  /** Those that some record, of whatever group, says to stay. */
  private Set<DocRef> staying(Pinned pinned, List<SearchHit> duplicates) {
    List<String> ids =
        duplicates.stream().map(hit -> reader.document(hit).id()).distinct().toList();
    Set<DocRef> staying = new HashSet<>();
    pinned.each(
        boolQuery()
            .filter(termsQuery("id", ids))
            .filter(boolQuery().should(CANONICALS).should(existsQuery(VERDICT))),
        true,
        hits -> hits.forEach(hit -> staying.add(reader.document(hit).ref())));
    return staying;
  }
}
