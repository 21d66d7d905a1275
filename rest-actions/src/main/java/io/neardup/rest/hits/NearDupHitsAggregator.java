// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.rest.hits;

import io.neardup.fingerprint.FingerprintSet;
import io.neardup.lucene.NearestDocuments;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.StoredFields;
import org.opensearch.index.fieldvisitor.FieldsVisitor;
import org.opensearch.search.SearchShardTarget;
import org.opensearch.search.aggregations.Aggregator;
import org.opensearch.search.aggregations.InternalAggregation;
import org.opensearch.search.aggregations.LeafBucketCollector;
import org.opensearch.search.aggregations.metrics.MetricsAggregator;
import org.opensearch.search.internal.SearchContext;

/**
 * Keeps the nearest documents of each fingerprint while the matches of a shard come along, then
 * reads the ids of those kept. What it takes is charged to the request breaker.
 */
final class NearDupHitsAggregator extends MetricsAggregator {
  /** What an id and its hit take, roughly. */
  private static final long BYTES_PER_HIT = 128;

  private static final int HITS_BETWEEN_CHECKS = 1024;

  private final NearDupHitsAggregationBuilder request;
  private final SelfTerms selves;
  private final NearestDocuments nearest;
  private final List<NearDupHits.Own> own = new ArrayList<>();
  private long uncharged;

  NearDupHitsAggregator(
      NearDupHitsAggregationBuilder request,
      String field,
      SelfTerms selves,
      SearchContext context,
      Aggregator parent,
      Map<String, Object> metadata)
      throws IOException {
    super(request.getName(), context, parent, metadata);
    this.request = request;
    this.selves = selves;
    // A shard holds at most one document of an id, so that one more makes up for it.
    int size = request.size() + (selves.isEmpty() ? 0 : 1);
    this.nearest =
        new NearestDocuments(
            field, request.fingerprints(), request.maxDistance(), size, this::charge);
  }

  /** The breaker is shared by all searches of the node, and not to be asked for every few bytes. */
  private void charge(long bytes) {
    uncharged += bytes;
    if (uncharged >= DEFAULT_WEIGHT) {
      addRequestCircuitBreakerBytes(uncharged);
      uncharged = 0;
    }
  }

  @Override
  protected LeafBucketCollector getLeafCollector(LeafReaderContext context, LeafBucketCollector sub)
      throws IOException {
    NearestDocuments.Leaf leaf = nearest.leaf(context);
    if (leaf == null) {
      return LeafBucketCollector.NO_OP_COLLECTOR;
    }
    Map<Integer, List<Integer>> subjects = selves.in(context.reader());
    return new LeafBucketCollector() {
      @Override
      public void collect(int doc, long bucket) throws IOException {
        leaf.collect(doc);
        if (subjects.isEmpty() == false) {
          for (int question : subjects.getOrDefault(doc, List.of())) {
            recognize(question, leaf);
          }
        }
      }
    };
  }

  private void recognize(int question, NearestDocuments.Leaf leaf) {
    int fingerprint = request.selves().get(question).fingerprint();
    if (leaf.isNear(fingerprint)) {
      charge(BYTES_PER_HIT);
      own.add(new NearDupHits.Own(question, fingerprint, shard().getFullyQualifiedIndexName()));
    }
  }

  private SearchShardTarget shard() {
    return context.shardTarget();
  }

  @Override
  public InternalAggregation buildAggregation(long owningBucketOrd) throws IOException {
    FingerprintSet fingerprints = request.fingerprints();
    int[] found =
        IntStream.range(0, fingerprints.size()).filter(i -> nearest.total(i) > 0).toArray();
    long[][] documents = Arrays.stream(found).mapToObj(nearest::nearest).toArray(long[][]::new);
    Map<Integer, String> ids = ids(documents);
    List<NearDupHits.Of> answers = new ArrayList<>(found.length);
    for (int i = 0; i < found.length; i++) {
      List<NearDupHit> hits =
          Arrays.stream(documents[i])
              .mapToObj(
                  document ->
                      new NearDupHit(
                          NearestDocuments.distance(document),
                          shard(),
                          NearestDocuments.doc(document),
                          ids.get(NearestDocuments.doc(document))))
              .toList();
      answers.add(new NearDupHits.Of(found[i], nearest.total(found[i]), hits));
    }
    return hits(new NearDupHits(request.size(), window(), answers, own));
  }

  /** The ids of documents, each read once, in the order in which they are stored. */
  private Map<Integer, String> ids(long[][] documents) throws IOException {
    int[] docs =
        Arrays.stream(documents)
            .flatMapToInt(of -> Arrays.stream(of).mapToInt(NearestDocuments::doc))
            .sorted()
            .distinct()
            .toArray();
    charge(BYTES_PER_HIT * Arrays.stream(documents).mapToInt(of -> of.length).sum());
    Map<Integer, String> ids = new HashMap<>();
    List<LeafReaderContext> leaves = context.searcher().getIndexReader().leaves();
    for (int from = 0, to; from < docs.length; from = to) {
      LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(docs[from], leaves));
      int end = leaf.docBase + leaf.reader().maxDoc();
      to = from;
      while (to < docs.length && docs[to] < end) {
        to++;
      }
      read(leaf, Arrays.copyOfRange(docs, from, to), ids);
    }
    return ids;
  }

  /** One reader for all: it keeps what it has unpacked until another block is asked for. */
  private void read(LeafReaderContext leaf, int[] docs, Map<Integer, String> ids)
      throws IOException {
    StoredFields stored = leaf.reader().storedFields();
    for (int doc : docs) {
      if (ids.size() % HITS_BETWEEN_CHECKS == 0) {
        checkCancelled();
      }
      FieldsVisitor visitor = new FieldsVisitor(false);
      stored.document(doc - leaf.docBase, visitor);
      ids.put(doc, visitor.id());
    }
  }

  private int window() {
    return context.getQueryShardContext().getIndexSettings().getMaxResultWindow();
  }

  @Override
  public InternalAggregation buildEmptyAggregation() {
    return hits(new NearDupHits(request.size(), window(), List.of(), List.of()));
  }

  private InternalNearDupHits hits(NearDupHits hits) {
    return new InternalNearDupHits(name, hits, metadata());
  }
}
