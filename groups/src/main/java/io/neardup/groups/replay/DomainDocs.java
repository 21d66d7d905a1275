// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.fingerprint.memory.IntPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.minhash.OtherNumbers;
import io.neardup.groups.pit.Columns.Part;
import io.neardup.groups.pit.PointInTime;
import io.neardup.groups.pit.RankedDocs;
import io.neardup.groups.request.Job;
import io.neardup.ingest.neardup.StoredDecider;
import io.neardup.ingest.neardup.StoredDecision;
import io.neardup.lost.IndexDocFreqs;
import io.neardup.sequencer.GreedyReplay;
import io.neardup.sequencer.GreedyReplay.Match;
import io.neardup.sequencer.keys.Keys;
import io.neardup.sequencer.keys.Stage;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.opensearch.core.index.shard.ShardId;

/**
 * The documents of a job in the order in which {@code near_dup} is to decide them, and whose
 * duplicates they are by its stages: read one after the other, each compared with the canonicals
 * before it, exactly as the home of the domain does. For domains that more decides about than the
 * distance of one fingerprint.
 */
public final class DomainDocs implements RankedDocs, Rows {
  /** Of a document while the order is found, roughly, and of each value that orders it. */
  private static final int BYTES = 250;

  private static final int BYTES_PER_KEY = 50;

  private final PointInTimeDocs<DomainDocs> docs;
  private final StoredDecider decider;
  private final Job job;
  private final MemoryAccount memory;
  private final int batch;
  private final OrderedDocs order;
  private final GreedyReplay replay;
  private final ReplayedTexts texts;
  private final PointInTime.Extent extent;
  private List<OrderedDocs.Place> places = List.of();
  private int given;
  private long compared;
  private long comparedGiven;
  private Assignments assignments;

  /** At which stage each duplicate matches. */
  private IntPages stages;

  /** The codes of the numbers by which each duplicate differs from its canonical. */
  private IntPages numbers;

  /**
   * Takes what the documents need, before anything is written.
   *
   * @param extent what there is
   * @param batch documents to read at a time
   * @param freqs of the words of texts
   */
  public DomainDocs(
      Job job,
      PointInTime pointInTime,
      StoredDecider decider,
      PointInTime.Extent extent,
      MemoryAccount memory,
      int batch,
      IndexDocFreqs freqs) {
    this.docs = new PointInTimeDocs<>(pointInTime, this);
    this.decider = decider;
    this.job = job;
    this.memory = memory;
    this.batch = batch;
    this.order = new OrderedDocs(job, pointInTime, decider, extent.kinds(), memory, batch);
    this.replay = decider.replay();
    this.texts = new ReplayedTexts(docs, decider, job.task(), freqs);
    this.extent = extent;
    memory.take(extent.all() * (BYTES + BYTES_PER_KEY * job.request().keep().size()));
  }

  /**
   * Reads and compares them.
   *
   * @param against whether some are canonical already
   */
  public DomainDocs run(boolean against) {
    List<OrderedDocs.Place> first = against ? order.read(Part.GIVEN) : List.of();
    given = first.size();
    places = Stream.concat(first.stream(), order.read(Part.GROUPED).stream()).toList();
    assignments = new Assignments(size(), memory, job.task()::checkCancelled);
    stages = new IntPages(size(), memory);
    numbers = new IntPages(size(), memory);
    for (int from = 0; from < given; from += batch) {
      compare(from, Math.min(given, from + batch), decider.keyFields());
    }
    int few = decider.batch(batch);
    for (int from = given; from < size(); from += few) {
      compare(from, Math.min(size(), from + few), decider.fields());
    }
    if (compared + comparedGiven < extent.documents()) {
      throw new IllegalArgumentException(
          "[field] must be in the [_source] of each document that is tagged, since the ingest"
              + " processor reads it there, got ["
              + (extent.documents() - compared - comparedGiven)
              + "] documents without it; use [report], or write what is compared into the"
              + " documents");
    }
    return this;
  }

  private void compare(int from, int to, String... fields) {
    job.task().replaying(size(), from);
    Map<Integer, Doc> read = docs.read(IntStream.range(from, to).toArray(), fields).get();
    for (int row = from; row < to; row++) {
      Keys keys = read.get(row).read(decider, isGiven(row) ? Part.GIVEN : Part.GROUPED).keys();
      Match match =
          isGiven(row) || keys.any() == false ? null : texts.first(read.get(row), keys, replay);
      if (keys.any()) {
        compared += isGiven(row) ? 0 : 1;
        comparedGiven += isGiven(row) ? 1 : 0;
      }
      if (match == null) {
        memory.take(keys.any() ? GreedyReplay.bytes(keys) : 0);
        replay.add(row, keys);
        assignments.assign(row, row, 0);
      } else {
        assignments.assign(row, match.canonical(), distance(match));
        stages.set(row, match.stage());
        numbers.set(row, match.closeness().numbers().code());
      }
    }
  }

  /** Of signatures less than 0. */
  private int distance(Match match) {
    Stage stage = decider.stages().get(match.stage());
    int distance = match.closeness().distance();
    if (stage.likeness() == null) {
      return distance;
    }
    double jaccard = match.closeness().jaccard().jaccard();
    return stage.kind() == Stage.Kind.MINHASH
        ? -1 - SignatureJoin.distanceOf(jaccard)
        : SignatureJoin.distanceOf(jaccard, distance);
  }

  @Override
  public boolean isMatchOf(int row, StoredDecision decision) {
    Stage stage = decider.stages().get(stages.get(row));
    int distance = assignments.distance(row);
    return stage.field().equals(decision.matchedBy())
        && (stage.likeness() == null
            || decision.of() == null
            || (SignatureJoin.distanceOf(decision.jaccard())
                    == (distance < 0 ? -1 - distance : SignatureJoin.ofSignatures(distance))
                && (decision.numbers() == null
                    || decision.numbers().equals(otherNumbers(row).ofDuplicate()))));
  }

  /** What was found. */
  public Assignments assignments() {
    return assignments;
  }

  /** What there is, by what any stage compares. */
  public PointInTime.Extent extent() {
    return new PointInTime.Extent(
        compared + comparedGiven,
        comparedGiven,
        size() - given - compared,
        extent.all(),
        extent.kinds(),
        extent.window());
  }

  @Override
  public int size() {
    return places.size();
  }

  @Override
  public int given() {
    return given;
  }

  @Override
  public boolean isGiven(int row) {
    return row < given;
  }

  /** The order tells them all apart. */
  @Override
  public boolean areTied(int row, int other) {
    return row == other;
  }

  @Override
  public OtherNumbers otherNumbers(int row, int canonical) {
    return otherNumbers(row);
  }

  private OtherNumbers otherNumbers(int row) {
    return OtherNumbers.of(numbers.get(row));
  }

  @Override
  public int doc(int row) {
    return places.get(row).doc();
  }

  @Override
  public ShardId shard(int row) {
    return places.get(row).shard();
  }

  @Override
  public int row(int rank) {
    return rank;
  }

  @Override
  public int leader(int row) {
    return assignments.leader(row);
  }

  @Override
  public int distance(int row) {
    int distance = assignments.distance(row);
    return distance < 0 ? -1 : SignatureJoin.ofPrints(distance);
  }

  /** What has nothing to compare is new. */
  @Override
  public boolean areCompared() {
    return false;
  }

  @Override
  public Supplier<Map<Integer, Doc>> read(int[] rows, String... fields) {
    return docs.read(rows, fields);
  }
}
