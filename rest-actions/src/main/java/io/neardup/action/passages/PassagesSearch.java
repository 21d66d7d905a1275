// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.passages;

import io.neardup.action.neardup.LimitedFetch;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.query.PassageSubject;
import io.neardup.query.PassageTexts;
import io.neardup.query.PassagesQueryBuilder;
import io.neardup.request.HitBytes;
import io.neardup.request.Listeners;
import io.neardup.request.RequestTask;
import io.neardup.resolve.FingerprintSource.OfId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.opensearch.action.ActionRunnable;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.document.DocumentField;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.mapper.RoutingFieldMapper;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.pipeline.SearchPipelineService;
import org.opensearch.transport.client.Client;

/**
 * Answers one request: searches page by page, in the order of what passages can cover at most, and
 * compares the texts of each page; until no document behind can come before those that are kept.
 */
final class PassagesSearch {
  /** Documents whose texts are compared, unless more are asked for. */
  private static final int EXAMINED = 1000;

  private static final int PAGE = 20;

  private static final int MAX_PAGE = 100;

  /** Of a shard's texts on a page. */
  private static final long PAGE_BYTES = 1 << 22;

  private final Client client;
  private final Executor executor;
  private final PassagesRequest request;
  private final RequestTask task;
  private final MemoryAccount memory;
  private int window;
  private final long started = System.nanoTime();

  private PassageSubject subject;

  /** The document that is asked about, which is no answer; null if it is none. */
  private SearchHit self;

  /** Null as long as no shard has answered. */
  private PassageQuestion question;

  private final List<PassageHit> kept = new ArrayList<>();
  private int from;
  private int asked;

  /** Of a page; fewer where its first hit did not fit. */
  private int most = MAX_PAGE;

  private boolean complete;

  /**
   * @param client whose requests are children of the task
   * @param executor compares texts
   * @param window how many hits a search may have, as far as is known before one is made
   */
  PassagesSearch(
      Client client,
      Executor executor,
      PassagesRequest request,
      RequestTask task,
      MemoryAccount memory,
      int window) {
    this.client = client;
    this.executor = executor;
    this.request = request;
    this.task = task;
    this.memory = memory;
    this.window = window;
    this.subject = request.subject();
  }

  void run(ActionListener<PassagesResponse> listener) {
    OfId id = subject.id();
    if (id == null) {
      pages(listener);
      return;
    }
    client.search(
        PassageTexts.search(id, request.indices(), request.indicesOptions(), request.field()),
        Listeners.then(
            listener,
            (found, next) -> {
              List<String> texts = PassageTexts.of(found, request.field());
              memory.take(2 * texts.stream().mapToLong(String::length).sum());
              subject = PassageSubject.ofTexts(texts);
              self = texts.isEmpty() ? null : found.getHits().getAt(0);
              pages(next);
            }));
  }

  private void pages(ActionListener<PassagesResponse> listener) {
    Listeners.repeat(
        ActionListener.map(listener, done -> response()),
        more ->
            client.search(
                page(),
                Listeners.then(
                    more,
                    (found, next) ->
                        executor.execute(ActionRunnable.supply(next, () -> look(found))))));
  }

  private int pageSize() {
    return Math.min(window - from, Math.min(most, Math.max(PAGE, request.size())));
  }

  private SearchRequest page() {
    BoolQueryBuilder query =
        QueryBuilders.boolQuery()
            .must(new PassagesQueryBuilder(request.field(), subject, request.options(), true));
    if (request.search().source().query() != null) {
      query.filter(request.search().source().query());
    }
    if (self != null) {
      query.mustNot(only(self));
    }
    asked = pageSize();
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(query)
            .from(from)
            .size(asked)
            .trackTotalHits(false)
            .fetchSource(false)
            .fetchField(request.field())
            .ext(List.of(new LimitedFetch(PAGE_BYTES)));
    if (question == null) {
      source.aggregation(
          new PassageFactsAggregationBuilder(
              request.field(), subject, request.options().maxDocCount()));
    }
    return new SearchRequest(request.indices())
        .indicesOptions(request.indicesOptions())
        .routing(request.search().routing())
        .preference(request.search().preference())
        .allowPartialSearchResults(false)
        .pipeline(SearchPipelineService.NOOP_PIPELINE_ID)
        .source(source);
  }

  /** With another routing, an index may have another document of the same id. */
  private static QueryBuilder only(SearchHit hit) {
    BoolQueryBuilder only =
        QueryBuilders.boolQuery()
            .filter(QueryBuilders.idsQuery().addIds(hit.getId()))
            .filter(QueryBuilders.termQuery("_index", PassageHit.index(hit)));
    DocumentField routing = hit.field(RoutingFieldMapper.NAME);
    return routing == null
        ? only.mustNot(QueryBuilders.existsQuery(RoutingFieldMapper.NAME))
        : only.filter(QueryBuilders.termQuery(RoutingFieldMapper.NAME, routing.getValue()));
  }

  /** Compares what was found; returns whether to go on. */
  private boolean look(SearchResponse found) {
    if (question == null && ask(found) == false) {
      complete = true;
      return false;
    }
    SearchHit[] hits = found.getHits().getHits();
    int read = 0;
    try (MemoryAccount page = memory.part()) {
      page.take(HitBytes.of(hits));
      while (read < hits.length && LimitedFetch.isLeftOut(hits[read]) == false) {
        compare(hits[read], page);
        read++;
      }
    }
    // Shards fetch in the order of their documents, and one at least: of one hit, all.
    most = read == 0 ? Math.max(1, asked / 2) : MAX_PAGE;
    boolean last = read == hits.length && hits.length < asked;
    from += read;
    complete = last || (read > 0 && isFull() && worst() >= hits[read - 1].getScore());
    return complete == false && from < Math.min(window, Math.max(EXAMINED, 2 * request.size()));
  }

  /** Whether there is a shard to ask; indexes without the field have no hits. */
  private boolean ask(SearchResponse found) {
    InternalPassageFacts facts =
        found.getAggregations() == null
            ? null
            : found.getAggregations().get(PassageFactsAggregationBuilder.NAME);
    if (facts == null) {
      return false;
    }
    facts.requireField(request.field());
    window = facts.window();
    List<String> texts = subject.texts(facts.paths());
    String field = facts.paths().size() == 1 ? facts.paths().iterator().next() : request.field();
    question =
        new PassageQuestion(request.options(), facts, texts, field, memory, task::checkCancelled);
    return true;
  }

  private void compare(SearchHit hit, MemoryAccount page) {
    task.checkCancelled();
    List<String> texts = PassageTexts.required(hit, request.field());
    PassageHit compared;
    try (MemoryAccount one = page.part()) {
      compared = question.compare(hit, texts, one, request.passages());
    }
    if (compared == null) {
      return;
    }
    memory.take(compared.bytes());
    kept.add(compared);
    kept.sort(PassageHit.ORDER);
    if (kept.size() > request.size()) {
      memory.giveBack(kept.remove(kept.size() - 1).bytes());
    }
  }

  private boolean isFull() {
    return kept.size() == request.size();
  }

  private float worst() {
    return (float) kept.get(kept.size() - 1).coverage();
  }

  private PassagesResponse response() {
    long took = (System.nanoTime() - started) / 1_000_000;
    List<Passage> boilerplate = question == null ? List.of() : question.boilerplate();
    return new PassagesResponse(
        took,
        question == null ? 0 : question.words(),
        complete,
        kept,
        boilerplate.size(),
        boilerplate.stream().limit(request.passages()).toList(),
        memory);
  }
}
