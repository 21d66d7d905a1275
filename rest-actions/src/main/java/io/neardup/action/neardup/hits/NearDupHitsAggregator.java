// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup.hits;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.lucene.nearest.NearestPerFingerprint;
import io.neardup.request.SearchMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.lucene.index.LeafReaderContext;
import org.opensearch.search.SearchShardTarget;
import org.opensearch.search.aggregations.Aggregator;
import org.opensearch.search.aggregations.InternalAggregation;
import org.opensearch.search.aggregations.LeafBucketCollector;
import org.opensearch.search.aggregations.metrics.MetricsAggregator;
import org.opensearch.search.internal.SearchContext;

/**
 * Keeps the nearest documents of each fingerprint while collecting the matches of a shard, then
 * reads the ids of those kept. Its memory is charged to the search.
 */
final class NearDupHitsAggregator extends MetricsAggregator {
  /** The approximate size of an id and its hit. */
  private static final long BYTES_PER_HIT = 128;

  private final NearDupHitsAggregationBuilder request;
  private final SelfTerms selves;
  private final NearestPerFingerprint nearest;
  private final List<NearDupHits.ExcludedSelf> own = new ArrayList<>();
  private final MemoryAccount memory;

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
    this.memory = SearchMemory.of(context);
    this.selves = selves;
    // A shard has at most one document per id, so one more suffices.
    int size = request.size() + (selves.isEmpty() ? 0 : 1);
    this.nearest =
        new NearestPerFingerprint(
            field, request.fingerprints(), request.maxDistance(), size, memory::take);
  }

  @Override
  protected LeafBucketCollector getLeafCollector(LeafReaderContext context, LeafBucketCollector sub)
      throws IOException {
    NearestPerFingerprint.Leaf leaf = nearest.leaf(context);
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

  private void recognize(int question, NearestPerFingerprint.Leaf leaf) {
    int fingerprint = request.selves().get(question).fingerprint();
    if (leaf.isNear(fingerprint)) {
      memory.take(BYTES_PER_HIT);
      own.add(
          new NearDupHits.ExcludedSelf(
              question, fingerprint, shard().getFullyQualifiedIndexName()));
    }
  }

  private SearchShardTarget shard() {
    return context.shardTarget();
  }

  @Override
  public InternalAggregation buildAggregation(long owningBucketOrd) throws IOException {
    int[] found =
        IntStream.range(0, request.fingerprints().size())
            .filter(i -> nearest.total(i) > 0)
            .toArray();
    long[][] documents = Arrays.stream(found).mapToObj(nearest::nearest).toArray(long[][]::new);
    memory.take(BYTES_PER_HIT * Arrays.stream(documents).mapToInt(of -> of.length).sum());
    int[] docs = docs(documents);
    String[] ids = new StoredIds(context.searcher(), this::checkCancelled).read(docs);
    List<NearDupHits.Of> answers = new ArrayList<>(found.length);
    for (int i = 0; i < found.length; i++) {
      List<NearDupHit> hits = new ArrayList<>(documents[i].length);
      for (long document : documents[i]) {
        int doc = NearestPerFingerprint.doc(document);
        String id = ids[Arrays.binarySearch(docs, doc)];
        hits.add(new NearDupHit(NearestPerFingerprint.distance(document), shard(), doc, id));
      }
      answers.add(new NearDupHits.Of(found[i], nearest.total(found[i]), hits));
    }
    return hits(new NearDupHits(request.size(), answers, own));
  }

  /** The distinct documents, ascending. */
  private static int[] docs(long[][] documents) {
    return Arrays.stream(documents)
        .flatMapToLong(Arrays::stream)
        .mapToInt(NearestPerFingerprint::doc)
        .sorted()
        .distinct()
        .toArray();
  }

  @Override
  public InternalAggregation buildEmptyAggregation() {
    return hits(new NearDupHits(request.size(), List.of(), List.of()));
  }

  private InternalNearDupHits hits(NearDupHits hits) {
    return new InternalNearDupHits(name, hits, metadata());
  }
}
