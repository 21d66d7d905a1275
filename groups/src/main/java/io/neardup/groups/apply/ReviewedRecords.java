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
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
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
 * its group has a canonical, and if no record calls it canonical, or says that it stays. Of several
 * records that call a document the same, one counts: its own, or else the one with the least id.
 */
public final class ReviewedRecords {
  private static final QueryBuilder DUPLICATES = termQuery(STATUS, RecordReader.DUPLICATE);
  private static final QueryBuilder CANONICALS = termQuery(STATUS, RecordReader.NEW);

  /** Those that a person may have written something into. One term each is always allowed. */
  private static final QueryBuilder EDITED =
      boolQuery()
          .should(existsQuery(VERDICT))
          .should(boolQuery().mustNot(DUPLICATES).mustNot(CANONICALS));

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
  record Canonical(DocumentId document, String group) {
    /** Of those of one group: that of the run leads it, or else the first one by its name. */
    static final Comparator<Canonical> ORDER =
        Comparator.comparing(Canonical::isOwn, Comparator.reverseOrder())
            .thenComparing(Canonical::document, DocumentId.ORDER);

    private boolean isOwn() {
      return group.equals(document.group());
    }
  }

  /** A document, and the one that stays in its place. */
  record Duplicate(DocumentId document, Canonical of) {}

  /**
   * Some duplicates.
   *
   * @param kept how many more there are that stay
   * @param leading how many more there are that some record calls canonical
   * @param unled how many more there are without a canonical
   */
  record Duplicates(List<Duplicate> documents, long kept, long leading, long unled) {}

  /** How many groups the records tell of. */
  public static long groups(DestRecords records) {
    return records.count(CANONICALS);
  }

  /** How many duplicates the records tell of. */
  public static long duplicates(DestRecords records) {
    return records.count(DUPLICATES);
  }

  /**
   * Which of the indexes that were grouped have duplicates, with their UUIDs; all if none has, so
   * that whoever may not delete is told so in any case.
   */
  public static Map<String, String> changed(DestRecords records, Map<String, String> sources) {
    Map<String, String> changed = records.indexes(DUPLICATES, sources);
    return changed.isEmpty() ? sources : changed;
  }

  /** Passes all canonicals on, some at a time, each with a group that it alone leads. */
  void eachCanonicals(Consumer<List<Canonical>> step) {
    records.each(
        CANONICALS,
        true,
        (pinned, hits) -> {
          hits.forEach(reader::requireGroup);
          Map<String, Canonical> leading = canonicals(pinned, hits);
          step.accept(
              once(pinned, hits, CANONICALS).stream()
                  .map(hit -> leading(canonical(hit), leading))
                  .toList());
        });
  }

  /** Whoever does not lead the group in its record leads one of its own. */
  private static Canonical leading(Canonical canonical, Map<String, Canonical> leading) {
    DocumentId document = canonical.document();
    return leading.get(canonical.group()).document().ref().equals(document.ref())
        ? canonical
        : new Canonical(document, document.group());
  }

  /** Passes all duplicates on, some at a time. */
  void eachDuplicates(Consumer<Duplicates> step) {
    records.each(DUPLICATES, true, (pinned, hits) -> step.accept(duplicates(pinned, hits)));
  }

  private Canonical canonical(SearchHit hit) {
    return new Canonical(reader.document(hit), reader.group(hit));
  }

  private Duplicates duplicates(Pinned pinned, List<SearchHit> found) {
    List<SearchHit> hits = once(pinned, found, DUPLICATES);
    Map<Place, Boolean> staying = staying(pinned, hits);
    Map<String, Canonical> canonicals = canonicals(pinned, hits);
    List<Duplicate> known = new ArrayList<>();
    long kept = 0;
    long leading = 0;
    long unled = 0;
    for (SearchHit hit : hits) {
      DocumentId document = reader.document(hit);
      Canonical of = canonicals.get(reader.group(hit));
      Boolean leads = staying.get(place(document));
      if (leads != null) {
        kept += leads ? 0 : 1;
        leading += leads ? 1 : 0;
      } else if (of == null) {
        unled++;
      } else {
        known.add(new Duplicate(document, of));
      }
    }
    return new Duplicates(known, kept, leading, unled);
  }

  /** Those that lead the groups of these. */
  private Map<String, Canonical> canonicals(Pinned pinned, List<SearchHit> members) {
    List<String> groups = members.stream().map(reader::group).distinct().toList();
    Map<String, Canonical> canonicals = new HashMap<>();
    pinned.each(
        boolQuery().filter(CANONICALS).filter(termsQuery(GROUP, groups)),
        true,
        hits ->
            hits.forEach(
                hit ->
                    canonicals.merge(
                        reader.group(hit), canonical(hit), BinaryOperator.minBy(Canonical.ORDER))));
    return canonicals;
  }

  /**
   * Those that some record, of whatever group, says to stay, and whether one calls it canonical.
   */
  private Map<Place, Boolean> staying(Pinned pinned, List<SearchHit> duplicates) {
    Map<Place, Boolean> staying = new HashMap<>();
    pinned.each(
        boolQuery()
            .filter(ofSameIds(duplicates))
            .filter(boolQuery().should(CANONICALS).should(existsQuery(VERDICT))),
        true,
        hits ->
            hits.forEach(
                hit ->
                    staying.merge(
                        place(reader.document(hit)),
                        RecordReader.NEW.equals(hit.getSourceAsMap().get(STATUS)),
                        Boolean::logicalOr)));
    return staying;
  }

  /** One record of each document: others than its own are what somebody has added. */
  private List<SearchHit> once(Pinned pinned, List<SearchHit> hits, QueryBuilder kind) {
    List<SearchHit> added = hits.stream().filter(hit -> rank(hit).isEmpty() == false).toList();
    if (added.isEmpty()) {
      return hits;
    }
    Map<Place, String> first = new HashMap<>();
    pinned.each(
        boolQuery().filter(kind).filter(ofSameIds(added)),
        true,
        same ->
            same.forEach(
                hit ->
                    first.merge(
                        place(reader.document(hit)),
                        rank(hit),
                        BinaryOperator.minBy(Comparator.naturalOrder()))));
    return hits.stream()
        .filter(hit -> rank(hit).equals(first.getOrDefault(place(reader.document(hit)), "")))
        .toList();
  }

  private String rank(SearchHit hit) {
    return hit.getId().equals(reader.document(hit).key()) ? "" : hit.getId();
  }

  private QueryBuilder ofSameIds(List<SearchHit> hits) {
    return termsQuery(
        "id", hits.stream().map(hit -> reader.document(hit).id()).distinct().toList());
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
