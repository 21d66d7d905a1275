// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.survey;

import io.neardup.action.neardup.LimitedFetch;
import io.neardup.action.neardup.NearDupAction;
import io.neardup.action.neardup.NearDupRequest;
import io.neardup.action.neardup.NearDupResult;
import io.neardup.action.resolve.IndexPipelines;
import io.neardup.action.survey.SurveyTable.Doc;
import io.neardup.action.survey.SurveyTable.Pair;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.BatchSize;
import io.neardup.request.HitBytes;
import io.neardup.request.Listeners;
import io.neardup.request.NearDupLimits;
import io.neardup.resolve.FingerprintSource.OfId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.opensearch.ExceptionsHelper;
import org.opensearch.action.search.SearchAction;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.CheckedBiConsumer;
import org.opensearch.common.document.DocumentField;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.mapper.RoutingFieldMapper;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.aggregations.AggregationBuilders;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.pipeline.SearchPipelineService;
import org.opensearch.tasks.Task;
import org.opensearch.transport.client.Client;
import org.opensearch.transport.client.ParentTaskAssigningClient;

/**
 * One survey: batches of {@code _near_dup} tell what is near to the documents it is about, and of a
 * few pairs, the texts are read. Of a batch, nothing is kept but counts and those pairs.
 */
abstract class Survey {
  /** Documents that {@code _near_dup} is asked about at once, and the neighbors of each. */
  private static final int BATCH = 100;

  /** A source, what is made of it, and the text of that. */
  private static final int TIMES_SOURCE = 3;

  private static final String MASKED = "masked";

  final SurveyRequest.Options options;
  final SurveyedField field;
  final SurveyTask task;
  final MemoryAccount memory;
  final SurveyTable table;

  /** Neighbors that are looked at, of each document. */
  final int neighbors;

  final int batch;
  private final Client client;
  private final IndexPipelines pipelines;
  private final SurveyRequest request;
  private final long start = System.nanoTime();

  /** What a survey runs on: its node, and memory that is charged with what is held. */
  record On(Client client, ClusterService clusterService, NearDupLimits limits) {}

  Survey(On node, SurveyRequest request, SurveyedField field, Task task, MemoryAccount memory) {
    this.client = new ParentTaskAssigningClient(node.client, node.clusterService.localNode(), task);
    this.pipelines = new IndexPipelines(node.clusterService.state());
    this.request = request;
    this.options = request.options();
    this.field = field;
    this.task = (SurveyTask) task;
    this.memory = memory;
    this.table = new SurveyTable(new Levels(field.kind()), options.seed());
    this.neighbors = Math.min(BATCH, node.limits.maxResults());
    this.batch =
        Math.min(BATCH, Math.min(node.limits.maxHashes(), node.limits.maxResults() / neighbors));
  }

  /** Counts pairs. */
  abstract void gather(ActionListener<Void> listener) throws Exception;

  /** What was looked at, when that is done. */
  abstract SurveyResponse.Sample sample();

  final void run(ActionListener<SurveyResponse> listener) throws Exception {
    Map<Pair, PairTexts> texts = new HashMap<>();
    gather(
        Listeners.then(
            listener,
            (gathered, next) ->
                read(
                    texts,
                    ActionListener.map(
                        next,
                        done ->
                            new SurveyResponse(
                                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start),
                                field.name(),
                                sample(),
                                table,
                                texts)))));
  }

  /** A masked field exists in no document, as it seems, unless its values are read. */
  final SearchSourceBuilder refusingMasks() {
    return new SearchSourceBuilder()
        .aggregation(AggregationBuilders.count(MASKED).field(field.name()));
  }

  final void search(SearchSourceBuilder source, ActionListener<SearchResponse> listener) {
    task.checkCancelled();
    client.execute(SearchAction.INSTANCE, like(source), listener);
  }

  /** A default search pipeline of an index might change the hits. */
  private SearchRequest like(SearchSourceBuilder source) {
    return new SearchRequest(request.search())
        .source(source)
        .pipeline(SearchPipelineService.NOOP_PIPELINE_ID);
  }

  /**
   * Finds what is near to documents.
   *
   * @param source says how many neighbors, which ones, and what of them
   * @param listener gets a result for each
   */
  final void neighborsOf(
      List<OfId> documents,
      SearchSourceBuilder source,
      ActionListener<List<NearDupResult>> listener) {
    task.checkCancelled();
    client.execute(
        NearDupAction.INSTANCE,
        NearDupRequest.of(
            like(source.fetchSource(false)),
            field.name(),
            table.levels().nearness(options.recall(), options.numbers()),
            documents),
        Listeners.then(listener, (found, next) -> next.onResponse(found.value().results())));
  }

  /** What a question failed with fails the survey. */
  static RuntimeException failure(NearDupResult result) {
    return ExceptionsHelper.convertToRuntime(result.failure());
  }

  /** How to ask about a document that was found. */
  static OfId source(SearchHit hit) {
    DocumentField routing = hit.field(RoutingFieldMapper.NAME);
    return new OfId(
        hit.getId(), hit.getIndex(), routing == null ? null : routing.getValue().toString());
  }

  static Doc place(SearchHit hit) {
    return new Doc(hit.getIndex(), hit.getId());
  }

  /**
   * Takes a list in parts, one after the other.
   *
   * @param phase what this is, for those who look at the task
   */
  final <T> void inParts(
      String phase,
      List<T> all,
      int size,
      CheckedBiConsumer<List<T>, ActionListener<Void>, Exception> step,
      ActionListener<Void> listener) {
    int[] done = {0};
    Listeners.repeat(
        listener,
        more -> {
          task.reached(phase, all.size(), done[0]);
          List<T> some = all.subList(done[0], Math.min(all.size(), done[0] + size));
          done[0] += some.size();
          if (some.isEmpty()) {
            more.onResponse(false);
          } else {
            step.accept(some, ActionListener.map(more, taken -> true));
          }
        });
  }

  /** Reads the texts of the examples, of one pair after the other. */
  private void read(Map<Pair, PairTexts> texts, ActionListener<Void> listener) {
    inParts(
        "texts",
        options.fields().isEmpty() ? List.of() : table.examples(),
        1,
        (one, taken) ->
            search(
                reading(one.get(0)),
                ActionListener.map(
                    taken,
                    found -> {
                      texts.put(one.get(0), texts(one.get(0), found));
                      return null;
                    })),
        listener);
  }

  private SearchSourceBuilder reading(Pair pair) {
    BoolQueryBuilder either = QueryBuilders.boolQuery();
    Stream.of(pair.first(), pair.second())
        .map(
            doc ->
                QueryBuilders.boolQuery()
                    .filter(QueryBuilders.termQuery("_index", doc.index()))
                    .filter(QueryBuilders.idsQuery().addIds(doc.id())))
        .forEach(either::should);
    return new SearchSourceBuilder()
        .query(QueryBuilders.boolQuery().filter(either))
        .fetchSource(options.fields().toArray(String[]::new), null)
        .ext(List.of(new LimitedFetch(BatchSize.BYTES)));
  }

  private PairTexts texts(Pair pair, SearchResponse found) {
    try (MemoryAccount read = memory.part()) {
      read.take(TIMES_SOURCE * HitBytes.of(found.getHits().getHits()));
      Map<Doc, String> texts = new HashMap<>();
      for (SearchHit hit : found.getHits()) {
        texts.put(
            place(hit),
            PairTexts.text(
                hit.getSourceAsMap(),
                options.fields(),
                pipelines.leaveOutTags(hit.getIndex(), field.name())));
      }
      return PairTexts.of(texts.get(pair.first()), texts.get(pair.second()));
    }
  }
}
