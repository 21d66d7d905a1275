// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.Listeners;
import io.neardup.request.RequestTask;
import io.neardup.resolve.ResolveFingerprintsRequest;
import io.neardup.target.MappedFields;
import io.neardup.target.Nearness;
import io.neardup.target.TargetKind;
import io.neardup.verdicts.TransportVerdictsAction;
import io.neardup.verdicts.Verdicts;
import io.neardup.verdicts.VerdictsRequest;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.lucene.search.TotalHits;
import org.opensearch.cluster.ClusterState;
import org.opensearch.common.Nullable;
import org.opensearch.core.action.ActionListener;
import org.opensearch.search.SearchHits;
import org.opensearch.transport.client.Client;
import org.opensearch.transport.client.ParentTaskAssigningClient;

/**
 * The way of one request, from top to bottom: its questions are resolved to what is searched for;
 * what is near is found, without its documents; where texts verify it, these are compared; and of
 * the hits that are left, the documents are read, and answered.
 */
final class NearDupSearch {
  /** A request, and what is made of its documents. */
  private static final int TIMES_REQUEST = 2;

  /** The searches for a question. */
  private static final long BYTES_PER_QUESTION = 4096;

  private final TransportNearDupAction node;
  private final Client client;
  private final NearDupRequest request;
  private final RequestTask task;
  private final MemoryAccount memory;
  private final long start = System.nanoTime();

  private List<Question> questions;
  private NearDupResult[] results;

  /** What counts more than what is near. */
  private Verdicts verdicts = Verdicts.NONE;

  /**
   * @param memory charged with all that is held for the request
   */
  NearDupSearch(
      TransportNearDupAction node, NearDupRequest request, RequestTask task, MemoryAccount memory) {
    this.node = node;
    this.client =
        new ParentTaskAssigningClient(node.client, node.texts.clusterService().localNode(), task);
    this.request = request;
    this.task = task;
    this.memory = memory;
  }

  /** Answers all questions; reads the list of verdicts first, as the user, if there is one. */
  void run(ActionListener<NearDupResponse> listener) {
    int asked = request.questions().size();
    node.limits.checkHashes("[near_dup]", asked);
    node.limits.checkResults(asked, request.examined());
    memory.take(TIMES_REQUEST * request.bytes() + BYTES_PER_QUESTION * asked);
    if (request.verdicts() == null) {
      resolve(listener);
      return;
    }
    client.execute(
        TransportVerdictsAction.INSTANCE,
        new VerdictsRequest(request.verdicts()),
        Listeners.then(
            listener,
            (said, next) -> {
              verdicts = said;
              resolve(next);
            }));
  }

  private void resolve(ActionListener<NearDupResponse> listener) {
    client.execute(
        ResolveFingerprintsRequest.ACTION,
        request.resolve(),
        Listeners.then(
            listener,
            (resolved, next) -> {
              questions = Question.resolved(request, resolved);
              results = questions.stream().map(Question::unasked).toArray(NearDupResult[]::new);
              memory.take(Arrays.stream(results).mapToLong(NearDupResult::bytes).sum());
              find(
                  request.distances().iterator(),
                  IntStream.range(0, results.length)
                      .filter(i -> questions.get(i).isAsked())
                      .toArray(),
                  next);
            }));
  }

  /**
   * Asks open questions at the next distance, and those again that have found fewer than k:
   * anything not found yet is farther away than every hit, in any shard. So the nearest are exact
   * under any filter.
   */
  private void find(
      Iterator<Nearness> distances, int[] open, ActionListener<NearDupResponse> listener)
      throws Exception {
    if (open.length == 0) {
      confirm(listener);
      return;
    }
    Nearness nearness = distances.next();
    List<Question> asked = Arrays.stream(open).mapToObj(questions::get).toList();
    ActionListener<List<NearDupResult>> found =
        Listeners.then(
            listener,
            (all, next) -> {
              for (int i = 0; i < open.length; i++) {
                results[open[i]] = nearest(all.get(i));
              }
              find(
                  distances,
                  Arrays.stream(open).filter(i -> distances.hasNext() && isShort(i)).toArray(),
                  next);
            });
    long sortBytes =
        request.sorts().isEmpty()
            ? 0
            : SortValues.most(node.texts.clusterService().state(), node.texts.resolver(), request);
    new NearSearches(client, request, verdicts, node.limits, sortBytes, memory)
        .find(nearness, asked, found);
  }

  private boolean isShort(int question) {
    return results[question].failure() == null && results[question].matches() < request.k();
  }

  /** Reduces the matches within a distance to the k nearest. */
  private NearDupResult nearest(NearDupResult result) {
    if (request.k() == null || result.matches() <= request.k()) {
      return result;
    }
    SearchHits all = result.search().getHits();
    TotalHits total = new TotalHits(request.k(), TotalHits.Relation.EQUAL_TO);
    return result.with(new SearchHits(all.getHits(), total, all.getMaxScore()), List.of());
  }

  private void confirm(ActionListener<NearDupResponse> listener) throws Exception {
    if (request.texts() == null || questions.stream().noneMatch(Question::isAsked)) {
      read(listener);
      return;
    }
    new TextVerifier(node, client, request, task, memory)
        .verify(questions, results, reader(), Listeners.then(listener, (done, next) -> read(next)));
  }

  private void read(ActionListener<NearDupResponse> listener) {
    reader().show(questions, results, Listeners.then(listener, (done, next) -> answer(next)));
  }

  private void answer(ActionListener<NearDupResponse> listener) {
    List<NearDupResult> all = List.of(results);
    long took = System.nanoTime() - start;
    node.counters.countRequest(
        all.size(),
        all.stream().filter(result -> result.failure() != null).count(),
        all.stream().mapToLong(NearDupResult::matches).sum(),
        took);
    if (request.single() && all.get(0).failure() != null) {
      listener.onFailure(all.get(0).failure());
      return;
    }
    listener.onResponse(
        new NearDupResponse(TimeUnit.NANOSECONDS.toMillis(took), promisedRecall(), all, memory));
  }

  /**
   * The least recall of lookups by similarity in the indexes: what was asked for, unless a field
   * has too few bands for so low a similarity. Null if lookups find all, because no question was
   * about signatures, or if it cannot be told, because other clusters are searched.
   */
  @Nullable private Double promisedRecall() {
    if (Arrays.stream(results).noneMatch(NearDupResult::isBySimilarity) || request.isRemote()) {
      return null;
    }
    ClusterState state = node.texts.clusterService().state();
    MappedFields mapped = new MappedFields(state);
    OptionalDouble least =
        Stream.of(node.texts.resolver().concreteIndexNames(state, request))
            .filter(index -> TargetKind.MINHASH.type().equals(mapped.type(index, request.field())))
            .mapToDouble(
                index -> request.nearness().recallIn(mapped.parameters(index, request.field())))
            .min();
    return least.isPresent() ? least.getAsDouble() : null;
  }

  private HitReader reader() {
    return new HitReader(
        client, node.texts.clusterService().state().metadata(), request, task, memory);
  }
}
