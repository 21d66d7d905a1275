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

import io.neardup.groups.dest.DestIndex;
import io.neardup.groups.dest.DestRecords;
import io.neardup.groups.dest.DestRecords.Pinned;
import io.neardup.groups.pit.DocumentId;
import io.neardup.groups.request.Job;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.cluster.routing.OperationRouting;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.search.SearchHit;

/**
 * What the records of a run say, which a person may have looked at, and changed.
 *
 * <p>Whatever they say, a group is not left without a document: a duplicate counts as one only if
 * its group has a canonical, and if no record calls it canonical, or says that it stays.
 */
public final class ReviewedRecords {
  private static final QueryBuilder DUPLICATES = termQuery(STATUS, RecordReader.DUPLICATE);
  private static final QueryBuilder CANONICALS = termQuery(STATUS, RecordReader.NEW);

  /** Those that a person may have written something into. */
  private static final QueryBuilder EDITED =
      boolQuery()
          .should(existsQuery(VERDICT))
          .should(
              boolQuery().mustNot(termsQuery(STATUS, RecordReader.DUPLICATE, RecordReader.NEW)));

  private final DestRecords records;
  private final RecordReader reader;
  private final Metadata metadata;

  private ReviewedRecords(DestRecords records, Map<String, String> sources) {
    this.records = records;
    this.reader = new RecordReader(records.dest().name(), sources);
    this.metadata = records.job().node().clusterService().state().metadata();
  }

  /**
   * Those of a run, which are refused before anything is done if they say what nobody can have
   * meant.
   *
   * @param sources the indexes that were grouped, with their UUIDs
   */
  static ReviewedRecords of(Job job, DestIndex dest, Map<String, String> sources) {
    ReviewedRecords reviewed = new ReviewedRecords(new DestRecords(job, dest), sources);
    reviewed.records.each(
        EDITED, true, (pinned, edited) -> edited.forEach(reviewed.reader::requireMeaning));
    return reviewed;
  }

  /** A canonical, and the name of its group. */
  record Canonical(DocumentId document, String group) {}

  /** A document, and the one that stays in its place. */
  record Duplicate(DocumentId document, Canonical of) {}

  /**
   * Some duplicates.
   *
   * @param kept how many more there are that stay
   * @param unled how many more there are without a canonical
   */
  record Duplicates(List<Duplicate> documents, long kept, long unled) {}

  /** How many groups the records tell of. */
  public static long groups(DestRecords records) {
    return records.count(CANONICALS);
  }

  /** How many duplicates the records tell of. */
  public static long duplicates(DestRecords records) {
    return records.count(DUPLICATES);
  }

  /** Passes all canonicals on, some at a time. */
  void eachCanonicals(Consumer<List<Canonical>> step) {
    records.each(
        CANONICALS,
        true,
        (pinned, hits) -> {
          hits.forEach(reader::requireGroup);
          step.accept(hits.stream().map(this::canonical).toList());
        });
  }

  /** Passes all duplicates on, some at a time. */
  void eachDuplicates(Consumer<Duplicates> step) {
    records.each(DUPLICATES, true, (pinned, hits) -> step.accept(duplicates(pinned, hits)));
  }

  private Canonical canonical(SearchHit hit) {
    return new Canonical(reader.document(hit), reader.group(hit));
  }

  private Duplicates duplicates(Pinned pinned, List<SearchHit> hits) {
    Set<Place> staying = staying(pinned, hits);
    Map<String, Canonical> canonicals = canonicals(pinned, hits);
    List<Duplicate> known = new ArrayList<>();
    long kept = 0;
    long unled = 0;
    for (SearchHit hit : hits) {
      DocumentId document = reader.document(hit);
      Canonical of = canonicals.get(reader.group(hit));
      if (staying.contains(place(document))) {
        kept++;
      } else if (of == null) {
        unled++;
      } else {
        known.add(new Duplicate(document, of));
      }
    }
    return new Duplicates(known, kept, unled);
  }

  /** The first canonical of each of their groups. */
  private Map<String, Canonical> canonicals(Pinned pinned, List<SearchHit> duplicates) {
    List<String> groups = duplicates.stream().map(reader::group).distinct().toList();
    Map<String, Canonical> canonicals = new HashMap<>();
    pinned.each(
        boolQuery().filter(CANONICALS).filter(termsQuery(GROUP, groups)),
        true,
        hits -> hits.forEach(hit -> canonicals.putIfAbsent(reader.group(hit), canonical(hit))));
    return canonicals;
  }

  /** Those that some record, of whatever group, says to stay. */
  private Set<Place> staying(Pinned pinned, List<SearchHit> duplicates) {
    List<String> ids =
        duplicates.stream().map(hit -> reader.document(hit).id()).distinct().toList();
    Set<Place> staying = new HashSet<>();
    pinned.each(
        boolQuery()
            .filter(termsQuery("id", ids))
            .filter(boolQuery().should(CANONICALS).should(existsQuery(VERDICT))),
        true,
        hits -> hits.forEach(hit -> staying.add(place(reader.document(hit)))));
    return staying;
  }

  /**
   * What is one document, by whatever routing a record tells of it.
   *
   * @param shard where it is
   */
  private record Place(String index, int shard, String id) {}

  private Place place(DocumentId document) {
    IndexMetadata index = metadata.index(document.index());
    int shard =
        index == null
            ? 0
            : OperationRouting.generateShardId(index, document.id(), document.routing());
    return new Place(document.index(), shard, document.id());
  }
}
