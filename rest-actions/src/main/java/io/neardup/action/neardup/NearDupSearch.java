// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.action.resolve.DocumentTexts;
import io.neardup.action.stats.NearDupCounters;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.Listeners;
import io.neardup.request.NearDupLimits;
import io.neardup.request.RequestTask;
import io.neardup.resolve.ResolveFingerprintsAction;
import io.neardup.resolve.ResolveFingerprintsResponse;
import io.neardup.resolve.ResolveFingerprintsResponse.Item;
import io.neardup.target.Nearness;
import io.neardup.target.TargetKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.lucene.search.TotalHits;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.core.action.ActionListener;
import org.opensearch.search.SearchHits;
import org.opensearch.transport.client.Client;
import org.opensearch.transport.client.ParentTaskAssigningClient;
import org.opensearch.transport.client.node.NodeClient;

/**
 * The way of one request, from top to bottom: its questions are resolved to what is searched for;
 * what is near is found, without its documents; where texts verify it, these are compared; and of
 * the hits that are left, the documents are read, and answered.
 */
final class NearDupSearch {
  /** From this many questions on, one shared search is faster than separate ones. */
  private static final int MIN_SHARED = 5;

  /** Where one kind of lookup ends and the next, more expensive one begins; then two scans. */
  private static final int[] STEPS = {3, 7, 11, 20};

  /** A request, and what is made of its documents. */
  private static final int TIMES_REQUEST = 2;

  /** The searches for a question. */
  private static final long BYTES_PER_QUESTION = 4096;

  private final Node node;
  private final Client client;
  private final NearDupRequest request;
  private final RequestTask task;
  private final MemoryAccount memory;
  private final long start = System.nanoTime();

  private List<Question> questions;
  private NearDupResult[] results;

  /**
   * What is needed of a node.
   *
   * @param texts reads them
   * @param executor analyzes them
   */
  record Node(
      NodeClient client,
      DocumentTexts.Node texts,
      Executor executor,
      NearDupLimits limits,
      NearDupCounters counters) {
    ClusterService clusterService() {
      return texts.clusterService();
    }
  }

  /**
   * @param memory charged with all that is held for the request
   */
  NearDupSearch(Node node, NearDupRequest request, RequestTask task, MemoryAccount memory) {
    this.node = node;
    this.client =
        new ParentTaskAssigningClient(node.client(), node.clusterService().localNode(), task);
    this.request = request;
    this.task = task;
    this.memory = memory;
  }

  /** Answers all questions. */
  void run(ActionListener<NearDupResponse> listener) {
    int asked = request.questions().size();
    node.limits().checkHashes("[near_dup]", asked);
    node.limits().checkResults(asked, request.examined());
    memory.take(TIMES_REQUEST * HitBytes.of(request) + BYTES_PER_QUESTION * asked);
    client.execute(
        ResolveFingerprintsAction.INSTANCE,
        request.resolve(),
        Listeners.then(
            listener,
            (resolved, next) -> {
              questions = resolve(resolved);
              results = questions.stream().map(Question::unasked).toArray(NearDupResult[]::new);
              find(
                  distances(),
                  IntStream.range(0, asked).filter(i -> questions.get(i).isAsked()).toArray(),
                  next);
            }));
  }

  private List<Question> resolve(ResolveFingerprintsResponse resolved) {
    int sources = (int) request.questions().stream().filter(q -> q.source() != null).count();
    Iterator<Item> targets = resolved.of(0, sources).iterator();
    SignatureVerification verify = request.signatures();
    Iterator<Item> signatures = (verify == null ? targets : resolved.of(1, sources).iterator());
    List<Question> all = new ArrayList<>();
    for (Question question : request.questions()) {
      Question told = question.source() == null ? question : question.resolved(targets.next());
      if (question.source() != null && verify != null) {
        told = told.verifiedBy(signatures.next(), verify.field());
      }
      all.add(request.k() == null ? told : told.ofNearest(request.field()));
    }
    return all;
  }

  /** One, or for the nearest several that grow. */
  private Iterator<Nearness> distances() {
    if (request.k() == null) {
      return List.of(request.nearness()).iterator();
    }
    int farthest = request.nearness().distance(request.field(), true);
    return IntStream.concat(
            IntStream.of(STEPS).filter(step -> step < farthest), IntStream.of(farthest))
        .mapToObj(Nearness::within)
        .iterator();
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
    if (areShareable(asked)) {
      new SharedSearch(client, request, memory).find(nearness, asked, found);
    } else {
      new SeparateSearches(client, request, memory).find(nearness, asked, found);
    }
  }

  private boolean isShort(int question) {
    return results[question].failure() == null && results[question].matches() < request.k();
  }

  /** An aggregation attributes hits by Hamming distance alone. */
  private boolean areShareable(List<Question> asked) {
    return asked.size() >= MIN_SHARED
        && request.isPlain()
        && request.verification() == null
        && asked.stream().allMatch(question -> question.target().kind() == TargetKind.SIMHASH);
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
    new TextVerifier(
            client,
            DocumentTexts.of(node.texts(), request.resolve(), request.pipeline()),
            node.executor(),
            request,
            task,
            memory)
        .verify(questions, results, reader(), Listeners.then(listener, (done, next) -> read(next)));
  }

  private void read(ActionListener<NearDupResponse> listener) {
    HitContents contents = new HitContents(request);
    for (int i = 0; i < results.length && request.showsContents(); i++) {
      if (results[i].hits().length > 0) {
        contents.add(questions.get(i), results[i]);
      }
    }
    HitReader reader = reader();
    contents.read(
        reader,
        Listeners.then(
            listener,
            (done, next) -> {
              for (int i = 0; i < results.length; i++) {
                results[i] = reader.told(questions.get(i), results[i]);
              }
              answer(next);
            }));
  }

  private void answer(ActionListener<NearDupResponse> listener) {
    List<NearDupResult> all = List.of(results);
    long took = System.nanoTime() - start;
    node.counters()
        .countRequest(
            all.size(),
            all.stream().filter(result -> result.failure() != null).count(),
            all.stream().mapToLong(NearDupResult::matches).sum(),
            took);
    if (request.single() && all.get(0).failure() != null) {
      listener.onFailure(all.get(0).failure());
      return;
    }
    listener.onResponse(
        new NearDupResponse(
            TimeUnit.NANOSECONDS.toMillis(took),
            PromisedRecall.of(request, all, node.texts()),
            all,
            memory));
  }

  private HitReader reader() {
    return new HitReader(client, node.clusterService().state().metadata(), request, task, memory);
  }
}
