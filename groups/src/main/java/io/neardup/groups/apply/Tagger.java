// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.apply;

import io.neardup.groups.job.Tally;
import io.neardup.groups.job.Throttle;
import io.neardup.groups.pit.Columns.Part;
import io.neardup.groups.pit.RankedDocs;
import io.neardup.groups.pit.RankedDocs.Doc;
import io.neardup.groups.request.Job;
import io.neardup.groups.write.BoundIndexes;
import io.neardup.groups.write.BulkWriter;
import io.neardup.ingest.neardup.StoredDecider;
import io.neardup.ingest.neardup.StoredDecision;
import io.neardup.ingest.search.KeysReader;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.keys.Keys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.opensearch.common.Nullable;

/**
 * Writes the decision of the ingest processor into each document of a job, in the order of their
 * ranks, batch by batch. A document that has the decision already is not written.
 */
public final class Tagger {
  private final StoredDecider decider;

  /** Null unless groups have lost their canonical. */
  private final Set<Group> led;

  /** What is decided without the home: what is canonical already, and all if they are anew. */
  private final Rulings rulings;

  private final boolean anew;

  private final Job job;
  private final Throttle throttle;
  private final BulkWriter<Tag> writer;
  private final int batch;
  private Tally tally = Tally.none(Tally.Kind.TAGGED);
  private long demoted;

  /**
   * @param led gets the groups that have a canonical again, of documents whose groups have none;
   *     otherwise null
   * @param bound the indexes that were grouped
   * @param batch documents at a time
   */
  public Tagger(
      Job job, StoredDecider decider, @Nullable Set<Group> led, BoundIndexes bound, int batch) {
    this.job = job;
    this.decider = decider;
    this.led = led;
    this.rulings = new Rulings(decider);
    this.anew = job.request().decidesAnew();
    this.throttle = job.throttle();
    this.writer = new BulkWriter<>(job, bound);
    this.batch = throttle.batch(decider.batch(batch));
  }

  /** Tags all these documents. The next ones are read while the last ones are written. */
  public void run(RankedDocs docs) {
    int[] rows = rows(docs, 0);
    Supplier<Map<Integer, Doc>> reading =
        rows.length == 0 ? null : docs.read(rows, decider.fields());
    for (int from = 0; rows.length > 0; ) {
      Map<Integer, Doc> found = new HashMap<>(reading.get());
      found.putAll(leaders(docs, rows, found));
      int[] these = rows;
      from += these.length;
      rows = rows(docs, from);
      reading = rows.length == 0 ? null : docs.read(rows, decider.fields());
      tag(docs, these, found);
    }
  }

  private int[] rows(RankedDocs docs, int from) {
    return IntStream.range(from, Math.min(docs.size(), from + batch)).map(docs::row).toArray();
  }

  /** What became of all documents so far. */
  public Tally tally() {
    return tally;
  }

  /** How many canonicals have become duplicates. */
  public long demoted() {
    return demoted;
  }

  /** A decision is compared with that of the canonical; what has none needs no canonical. */
  private Map<Integer, Doc> leaders(RankedDocs docs, int[] rows, Map<Integer, Doc> found) {
    int[] leaders =
        IntStream.of(rows)
            .filter(row -> anew || decider.stored(found.get(row).source()).isDecided())
            .map(docs::leader)
            .filter(leader -> found.containsKey(leader) == false)
            .distinct()
            .toArray();
    return leaders.length == 0 ? Map.of() : docs.read(leaders, decider.keyFields()).get();
  }

  private void tag(RankedDocs docs, int[] rows, Map<Integer, Doc> found) {
    long unchanged = 0;
    long changed = 0;
    List<Tag> tags = new ArrayList<>();
    for (int row : rows) {
      Doc doc = found.get(row);
      KeysReader.Read read = read(docs, doc);
      Tag tag =
          read == null
              ? null
              : anew || docs.isGiven(row)
                  ? rulings.of(docs, row, found, read)
                  : Tag.decided(decider, led, doc, read);
      if (tag == null) {
        changed++;
      } else if (anew
          ? rulings.isSaid(docs, row, tag, found) == false
          : isTagged(docs, row, found, read.keys()) == false) {
        tags.add(tag);
      } else if (docs.isGiven(row) == false) {
        unchanged++;
      }
    }
    TagBatch some = new TagBatch(job, decider, writer, tags);
    Tally written = some.run();
    demoted += some.demoted();
    tally =
        tally.plus(written.done(), written.unchanged() + unchanged, written.changed() + changed);
    job.task().applying(tally);
    throttle.wrote(tags.size());
  }

  /** Null if it cannot be compared any more, but others may lead its group. */
  private @Nullable KeysReader.Read read(RankedDocs docs, Doc doc) {
    KeysReader.Read read;
    try {
      read = doc.read(decider, Part.GROUPED);
    } catch (IllegalArgumentException e) {
      if (led != null) {
        return null;
      }
      throw e;
    }
    if (docs.areCompared() && read.keys().any() == false) {
      throw new IllegalArgumentException(
          "[field] must be in the [_source] of each document that is tagged, since the ingest"
              + " processor reads it there, got the document ["
              + doc.id().id()
              + "] of ["
              + doc.id().index()
              + "] without it; use [report], or write the fingerprints into the documents");
    }
    return read;
  }

  private boolean isTagged(RankedDocs docs, int row, Map<Integer, Doc> found, Keys keys) {
    StoredDecision stored = decider.stored(found.get(row).source());
    if (stored.isDecided() == false || decider.isOfScope(stored, keys) == false) {
      return false;
    }
    Doc leader = found.get(docs.leader(row));
    return docs.leader(row) == row
        ? stored.isNew() || docs.isGiven(row)
        : docs.isMatchOf(row, stored)
            && stored.isDuplicateOf(
                decider.stored(leader.source()),
                leader.id().index(),
                leader.id().id(),
                docs.distance(row));
  }
}
