// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import static io.neardup.lucene.search.SearchCounts.Count.CANDIDATES;
import static io.neardup.lucene.search.SearchCounts.Count.REJECTED_IN_POSTINGS;

import io.neardup.lucene.field.FingerprintValues;
import io.neardup.lucene.field.HashSegmentLayout;
import io.neardup.lucene.search.CancellationCheck;
import io.neardup.lucene.search.ExitableReaders;
import io.neardup.lucene.search.LeafMemory;
import io.neardup.lucene.search.SearchCounts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.search.DocAndFloatFeatureBuffer;
import org.apache.lucene.search.DocIdSetIterator;

/**
 * The lookup of a query in one leaf: finds the postings to read, and reads them. Large lookups read
 * the segments in parallel.
 *
 * <p>See {@code docs/design/lookup.md}.
 */
final class LeafLookup {
  private final LeafReader reader;
  private final Probes probes;
  private final boolean single;
  private final SearchCounts statistics;

  /** At most one per segment, in the order of segments; the others need not be read. */
  private final List<HashSegmentMatches> segments;

  private final LeafMemory memory;

  private LeafLookup(
      LeafReader reader,
      Probes probes,
      boolean single,
      List<HashSegmentMatches> segments,
      LeafMemory memory) {
    this.reader = reader;
    this.probes = probes;
    this.single = single;
    this.statistics = probes.query().statistics();
    this.memory = memory;
    this.segments = segments;
  }

  /**
   * Looks the terms up; null if too few of the segment fields exist.
   *
   * @param single whether no document has more than one fingerprint
   * @param memory charged for what is held until the lookup ends, and for what it finds
   */
  static LeafLookup of(LeafReader reader, Probes probes, boolean single, LeafMemory memory)
      throws IOException {
    HammingDistanceQuery query = probes.query();
    int[] zero = new int[query.layout().segments()];
    HashSegmentMatches[] centers = find(reader, probes, zero, 0, memory);
    double[] postings = new double[centers.length];
    for (int s = 0; s < centers.length; s++) {
      postings[s] = centers[s] == null ? Double.POSITIVE_INFINITY : centers[s].cost();
    }
    int[] radii = Radii.best(query.layout(), query.maxDistance(), postings);
    boolean complete = true;
    for (int s = 0; s < centers.length; s++) {
      complete &= radii[s] < 0 || centers[s] != null;
      if (radii[s] != 0 && centers[s] != null) {
        centers[s].release();
      }
    }
    if (complete == false) {
      return null;
    }
    HashSegmentMatches[] wide = find(reader, probes, radii, 1, memory);
    List<HashSegmentMatches> segments = new ArrayList<>(centers.length);
    for (int s = 0; s < centers.length; s++) {
      if (radii[s] >= 0) {
        segments.add(radii[s] == 0 ? centers[s] : wide[s]);
      }
    }
    return new LeafLookup(reader, probes, single, segments, memory);
  }

  /**
   * Finds the terms of each segment whose radius is at least {@code least}; null for other
   * segments, and for missing ones.
   */
  private static HashSegmentMatches[] find(
      LeafReader reader, Probes probes, int[] radii, int least, LeafMemory memory)
      throws IOException {
    List<Callable<HashSegmentMatches>> tasks = new ArrayList<>(radii.length);
    double nanos = 0;
    for (int s = 0; s < radii.length; s++) {
      int segment = s;
      if (radii[s] >= least) {
        tasks.add(() -> find(reader, probes, segment, radii[segment], memory));
        nanos += probes.query().costs().terms().seek() * (double) probes.size(s, radii[s]);
      }
    }
    HashSegmentMatches[] bySegment = new HashSegmentMatches[radii.length];
    Iterator<HashSegmentMatches> found = probes.tasks().run(tasks, nanos).iterator();
    for (int s = 0; s < radii.length; s++) {
      bySegment[s] = radii[s] >= least ? found.next() : null;
    }
    return bySegment;
  }

  private static HashSegmentMatches find(
      LeafReader reader, Probes probes, int segment, int within, LeafMemory memory)
      throws IOException {
    HammingDistanceQuery query = probes.query();
    return HashSegmentMatches.of(
        ExitableReaders.withoutClock(reader),
        query.field(),
        query.layout(),
        segment,
        within,
        probes.values(segment, within),
        CancellationCheck.of(reader, query.layout(), query.field()),
        memory);
  }

  Probes probes() {
    return probes;
  }

  SearchCounts statistics() {
    return statistics;
  }

  int maxDoc() {
    return reader.maxDoc();
  }

  FingerprintValues values() throws IOException {
    return FingerprintValues.of(reader, probes.query().field());
  }

  /** Number of postings to read. */
  long postings() {
    long postings = 0;
    for (HashSegmentMatches matches : segments) {
      postings += matches.cost();
    }
    return postings;
  }

  /** The segments looked up, in order. */
  List<HashSegmentMatches> segments() {
    return segments;
  }

  /** The memory of this leaf. */
  LeafMemory memory() {
    return memory;
  }

  /** Releases what is needed to read the postings. */
  void release() {
    segments.forEach(HashSegmentMatches::release);
  }

  /** Whether no document has more than one fingerprint. */
  boolean isSingle() {
    return single;
  }

  /** Number of lists to read. */
  int lists() {
    int lists = 0;
    for (HashSegmentMatches matches : segments) {
      lists += matches.size();
    }
    return lists;
  }

  /**
   * Whether this segment is the first that finds a fingerprint, so that a pair found by several is
   * reported once.
   */
  boolean firstFinds(long value, long fingerprint, int segment) {
    HashSegmentLayout layout = probes.layout();
    for (HashSegmentMatches matches : segments) {
      int s = matches.segment();
      int difference = layout.value(value, s) ^ layout.value(fingerprint, s);
      if (Integer.bitCount(difference) <= matches.radius()) {
        return s == segment;
      }
    }
    return false;
  }

  /**
   * Finds all pairs of a document and a fingerprint of the query that are near.
   *
   * @param firstDoc documents before it are skipped
   * @param sink called by one thread at a time
   */
  void run(int firstDoc, MatchConsumer sink) throws IOException {
    try {
      double nanos = probes.query().costs().read(this);
      if (probes.tasks().split(nanos)) {
        List<Callable<Void>> tasks = new ArrayList<>(segments.size());
        for (HashSegmentMatches matches : segments) {
          tasks.add(
              () -> {
                run(List.of(matches), firstDoc, sink);
                return null;
              });
        }
        probes.tasks().run(tasks, nanos);
      } else {
        run(segments, firstDoc, sink);
      }
    } finally {
      release();
    }
  }

  private void run(List<HashSegmentMatches> some, int firstDoc, MatchConsumer sink)
      throws IOException {
    try (CandidateVerifier survivors = new CandidateVerifier(this, sink)) {
      run(some, firstDoc, survivors);
    }
  }

  private void run(List<HashSegmentMatches> some, int firstDoc, CandidateVerifier survivors)
      throws IOException {
    CancellationCheck cancellation =
        CancellationCheck.of(reader, probes.query().layout(), probes.query().field());
    DocAndFloatFeatureBuffer block = new DocAndFloatFeatureBuffer();
    RestBitsFilter near = new RestBitsFilter(probes.layout());
    HashSegmentMatches.Reading reading = new HashSegmentMatches.Reading();
    for (HashSegmentMatches matches : some) {
      // Frequencies of several fingerprints in one document would have been added up.
      boolean restsKnown = single && matches.carriesBits();
      reading.start(matches);
      for (int i = 0; i < matches.size(); i++) {
        probes.near(matches.segment(), matches.value(i), matches.radius(), near);
        PostingsEnum postings = reading.postings(i);
        postings.advance(firstDoc);
        read(postings, block, near, restsKnown, survivors, cancellation);
      }
    }
    survivors.prove();
  }

  private void read(
      PostingsEnum postings,
      DocAndFloatFeatureBuffer block,
      RestBitsFilter near,
      boolean restsKnown,
      CandidateVerifier survivors,
      CancellationCheck cancellation)
      throws IOException {
    for (postings.nextPostings(DocIdSetIterator.NO_MORE_DOCS, block);
        block.size > 0;
        postings.nextPostings(DocIdSetIterator.NO_MORE_DOCS, block)) {
      long compared = (long) block.size * near.size();
      statistics.add(CANDIDATES, compared);
      statistics.add(REJECTED_IN_POSTINGS, compared);
      cancellation.worked(compared);
      near.compare(block, restsKnown, survivors);
    }
  }
}
