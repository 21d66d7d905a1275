// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import io.neardup.fingerprint.FingerprintSet;
import io.neardup.fingerprint.MemoryAccount;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.QueryTimeout;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Bits;

/**
 * Matches the k documents nearest to any of the query's fingerprints, like {@code
 * KnnByteVectorQuery} for vectors, but exact. Of documents tied for the last place, those with the
 * lowest numbers are taken.
 *
 * <pre class="prettyprint">
 * Query q = new NearestFingerprintsQuery("content_simhash", set, 10, 64, filter);
 * </pre>
 *
 * <p>Rewriting it runs a {@link HammingDistanceQuery} at growing distances until one finds k;
 * everything it did not find is farther away. Near neighbors cost a few lookups, and all documents
 * are read only if there are none. So the cost lies in rewriting, and the documents are found
 * before other clauses apply: to restrict them, use the filter.
 *
 * <p>See {@code docs/design/lookup.md}.
 */
public final class NearestFingerprintsQuery extends Query {
  /** Where one kind of lookup ends and the next, more expensive one begins; then two scans. */
  private static final int[] STEPS = {3, 7, 11, 20};

  /** Documents between two checks of the clock. */
  private static final int WINDOW = 1 << 16;

  private final HashSegmentLayout layout;
  private final String field;
  private final FingerprintSet fingerprints;
  private final int k;
  private final int maxDistance;
  private final Query filter;
  private final MemoryAccount memory;

  /** Not part of the query's identity: the documents that a search may see. */
  private volatile Supplier<Query> visible = () -> null;

  /** The same without accounting for memory. */
  public NearestFingerprintsQuery(
      String field, FingerprintSet fingerprints, int k, int maxDistance, Query filter) {
    this(
        HashSegmentLayout.FOUR,
        field,
        fingerprints,
        k,
        maxDistance,
        filter,
        MemoryAccount.unbounded());
  }

  /**
   * @param layout that the field was indexed with
   * @param k number of documents to find, at least 1
   * @param maxDistance greatest distance, 0 to 64
   * @param filter what they must match, or null
   * @param memory charged for what searches hold; the caller closes it when they have ended
   */
  public NearestFingerprintsQuery(
      HashSegmentLayout layout,
      String field,
      FingerprintSet fingerprints,
      int k,
      int maxDistance,
      Query filter,
      MemoryAccount memory) {
    if (k < 1) {
      throw new IllegalArgumentException("[k] must be at least 1, got [" + k + "]");
    }
    this.layout = Objects.requireNonNull(layout);
    this.field = Objects.requireNonNull(field);
    this.fingerprints = Objects.requireNonNull(fingerprints);
    this.k = k;
    this.maxDistance = maxDistance;
    this.filter = filter;
    this.memory = memory;
  }

  /**
   * Restricts the search to these documents, from the next rewrite on.
   *
   * @param documents called when the query is rewritten; null for all documents
   */
  public void among(Supplier<Query> documents) {
    visible = documents;
  }

  /** Whether it may have to compare all fingerprints, if too few are near. */
  public boolean scansAtLast() {
    return FingerprintField.newDistanceQuery(
            layout, field, fingerprints, maxDistance, MemoryAccount.unbounded())
        .scansAlways();
  }

  /** The distances to try, ascending; the last is the greatest allowed. */
  public static int[] distances(int maxDistance) {
    return IntStream.concat(
            IntStream.of(STEPS).filter(step -> step < maxDistance), IntStream.of(maxDistance))
        .toArray();
  }

  @Override
  public Query rewrite(IndexSearcher searcher) throws IOException {
    for (int distance : distances(maxDistance)) {
      try (MemoryAccount working = memory.part()) {
        SmallestLongs found = search(searcher, near(distance, working), working);
        if (found.total() >= k || distance == maxDistance) {
          return found.total() == 0
              ? new MatchNoDocsQuery("nothing within " + maxDistance + " of " + fingerprints)
              : NearestDocumentsQuery.of(
                  searcher.getIndexReader(), near(distance, memory), found.sorted());
        }
      }
    }
    throw new AssertionError("the last distance is the greatest");
  }

  private Query near(int distance, MemoryAccount account) {
    return FingerprintField.newDistanceQuery(layout, field, fingerprints, distance, account);
  }

  private SmallestLongs search(IndexSearcher searcher, Query near, MemoryAccount working)
      throws IOException {
    Weight weight =
        searcher.createWeight(searcher.rewrite(restricted(near)), ScoreMode.COMPLETE, 1);
    List<Callable<SmallestLongs>> leaves = new ArrayList<>();
    for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
      leaves.add(() -> search(leaf, weight, searcher.getTimeout(), working::take));
    }
    SmallestLongs nearest = SmallestLongs.of(k, working::take);
    searcher.getTaskExecutor().invokeAll(leaves).forEach(nearest::addAll);
    return nearest;
  }

  private Query restricted(Query near) {
    Query seen = visible.get();
    if (filter == null && seen == null) {
      return near;
    }
    BooleanQuery.Builder restricted = new BooleanQuery.Builder().add(near, Occur.MUST);
    if (filter != null) {
      restricted.add(filter, Occur.FILTER);
    }
    if (seen != null) {
      restricted.add(seen, Occur.FILTER);
    }
    return restricted.build();
  }

  private SmallestLongs search(
      LeafReaderContext leaf, Weight weight, QueryTimeout timeout, LongConsumer growth)
      throws IOException {
    SmallestLongs nearest = SmallestLongs.of(k, growth);
    BulkScorer scorer = weight.bulkScorer(leaf);
    if (scorer == null) {
      return nearest;
    }
    DistanceCollector collector = new DistanceCollector(nearest, leaf.docBase);
    CancellationCheck cancellation = CancellationCheck.of(leaf.reader(), layout, field);
    Bits live = leaf.reader().getLiveDocs();
    int maxDoc = leaf.reader().maxDoc();
    for (int doc = 0; doc < maxDoc; ) {
      if (timeout != null && timeout.shouldExit()) {
        throw new CancellationException("the search for the nearest of " + field + " was ended");
      }
      int end = maxDoc - doc < WINDOW ? DocIdSetIterator.NO_MORE_DOCS : doc + WINDOW;
      doc = scorer.score(collector, live, doc, end);
      // The filter may leave next to nothing to compare, which else would look at the clock.
      cancellation.worked(WINDOW);
    }
    return nearest;
  }

  /** Terms do not determine the matches, so the percolator has to try the query. */
  @Override
  public void visit(QueryVisitor visitor) {
    if (visitor.acceptField(field)) {
      visitor.visitLeaf(this);
    }
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other) && equalTo((NearestFingerprintsQuery) other);
  }

  private boolean equalTo(NearestFingerprintsQuery that) {
    return layout == that.layout
        && field.equals(that.field)
        && fingerprints.equals(that.fingerprints)
        && k == that.k
        && maxDistance == that.maxDistance
        && Objects.equals(filter, that.filter);
  }

  @Override
  public int hashCode() {
    return Objects.hash(classHash(), layout, field, fingerprints, k, maxDistance, filter);
  }

  @Override
  public String toString(String defaultField) {
    String nearest = "the " + k + " nearest of " + field + ":" + fingerprints + "~" + maxDistance;
    return filter == null ? nearest : nearest + " with " + filter.toString(defaultField);
  }
}
