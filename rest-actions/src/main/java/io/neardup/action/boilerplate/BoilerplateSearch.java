// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.boilerplate;

import io.neardup.action.idf.TermPageAggregationBuilder;
import io.neardup.action.idf.TermPages;
import io.neardup.action.neardup.LimitedFetch;
import io.neardup.action.passages.InternalPassageFacts;
import io.neardup.action.passages.PassageFactsAggregationBuilder;
import io.neardup.action.survey.SurveyTask;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.query.PassageSubject;
import io.neardup.request.HitBytes;
import io.neardup.request.Listeners;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Executor;
import org.apache.lucene.util.BytesRef;
import org.opensearch.action.ActionRunnable;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.lucene.search.function.CombineFunction;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.mapper.SeqNoFieldMapper;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.index.query.functionscore.RandomScoreFunctionBuilder;
import org.opensearch.search.aggregations.AggregationBuilders;
import org.opensearch.search.aggregations.bucket.filter.Filter;
import org.opensearch.search.aggregations.metrics.Cardinality;
import org.opensearch.search.aggregations.metrics.ValueCount;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.collapse.CollapseBuilder;
import org.opensearch.search.pipeline.SearchPipelineService;
import org.opensearch.transport.client.Client;

/**
 * Answers one request: reads how many documents have each hash of the field, and for those in the
 * most of them the texts of a few documents, which tell the passage around the hash.
 */
final class BoilerplateSearch {
  /** Documents whose texts tell a passage. */
  private static final int READ = 8;

  private static final long READ_BYTES = 1 << 22;

  /** Hashes whose documents are read for one passage that is asked for. */
  private static final int EXAMINED = 10;

  private static final int PAGE_BYTES = 1 << 16;

  /** One of so many, in percent, is boilerplate if nothing is said. */
  private static final int PERCENT = 100;

  private static final int FEW_DOCUMENTS = 10;
  private static final int FEW_VALUES = 3;
  private static final int PRECISION = 40_000;
  private static final String VALUES = "values";
  private static final String HAVING = "having";
  private static final int PROGRESS = 1 << 16;

  private final Client client;
  private final Executor executor;
  private final BoilerplateRequest request;
  private final BoilerplateRequest.Options options;
  private final SurveyTask task;
  private final MemoryAccount memory;
  private final long started = System.nanoTime();
  private final Candidates candidates = new Candidates();
  private final List<FoundPassage> kept = new ArrayList<>();
  private long documents;
  private Long values;
  private long minCount;

  /** Documents that are told of a hash if it is in enough. */
  private long leastTold;

  private int examined;

  /** Null if there is no index. */
  private PassageReader reader;

  BoilerplateSearch(
      Client client,
      Executor executor,
      BoilerplateRequest request,
      SurveyTask task,
      MemoryAccount memory) {
    this.client = client;
    this.executor = executor;
    this.request = request;
    this.options = request.options();
    this.task = task;
    this.memory = memory;
  }

  void run(ActionListener<BoilerplateResponse> listener) {
    client.search(
        search(counting()),
        Listeners.then(
            listener,
            (found, next) -> {
              count(found);
              ActionListener<Void> done = ActionListener.map(next, nothing -> response());
              if (reader == null || documents == 0) {
                done.onResponse(null);
              } else {
                hashes(
                    Math.max(1, found.getTotalShards()),
                    Listeners.then(done, (read, last) -> passages(last)));
              }
            }));
  }

  private SearchRequest search(SearchSourceBuilder source) {
    task.checkCancelled();
    return new SearchRequest(request.search())
        .source(source)
        .requestCache(false)
        .pipeline(SearchPipelineService.NOOP_PIPELINE_ID);
  }

  private SearchSourceBuilder counting() {
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(QueryBuilders.existsQuery(options.field()))
            .size(0)
            .trackTotalHits(true)
            .aggregation(
                new PassageFactsAggregationBuilder(
                    options.field(), PassageSubject.ofTexts(List.of("x")), Integer.MAX_VALUE));
    if (options.by() != null) {
      source.aggregation(
          AggregationBuilders.filter(HAVING, QueryBuilders.existsQuery(options.by()))
              .subAggregation(AggregationBuilders.count(VALUES).field(options.by())));
    }
    return by(source);
  }

  private SearchSourceBuilder by(SearchSourceBuilder source) {
    return options.by() == null
        ? source
        : source.aggregation(
            AggregationBuilders.cardinality(VALUES)
                .field(options.by())
                .precisionThreshold(PRECISION));
  }

  private void count(SearchResponse found) {
    if (found.getAggregations() == null) {
      return;
    }
    documents = found.getHits().getTotalHits().value();
    requireOneValue(found);
    values = values(found);
    long all = values == null ? documents : values;
    minCount =
        options.minCount() == null
            ? Math.max(values == null ? FEW_DOCUMENTS : FEW_VALUES, all / PERCENT)
            : options.minCount();
    InternalPassageFacts facts = found.getAggregations().get(PassageFactsAggregationBuilder.NAME);
    facts.requireField(options.field());
    reader = new PassageReader(facts.length(), facts.analyzer(), options.minWords());
  }

  /** Core reads one document for each value, and fails where one has several. */
  private void requireOneValue(SearchResponse found) {
    if (options.by() == null) {
      return;
    }
    Filter having = found.getAggregations().get(HAVING);
    if (having.getAggregations().<ValueCount>get(VALUES).getValue() > having.getDocCount()) {
      throw new IllegalArgumentException(
          "[by] must be a field of one value, but a document has several in ["
              + options.by()
              + "]; name another field, or leave it out");
    }
  }

  private Long values(SearchResponse found) {
    return options.by() == null
        ? null
        : found.getAggregations().<Cardinality>get(VALUES).getValue();
  }

  /** Reads the hashes that can be in enough documents. */
  private void hashes(int shards, ActionListener<Void> listener) {
    memory.take(Candidates.BYTES + (long) PAGE_BYTES * shards);
    // What is in enough documents of all shards is in as many of one of them, at least.
    long least = Math.ceilDiv(minCount, shards);
    // Each of the other shards may have one less than that, which it does not tell.
    leastTold = minCount - (shards - 1) * (least - 1);
    new TermPages(
            client,
            page ->
                search(new SearchSourceBuilder().size(0).trackTotalHits(false).aggregation(page)),
            TermPageAggregationBuilder.ofPassages(options.field(), least, PAGE_BYTES),
            this::add)
        .read(listener);
  }

  private void add(BytesRef hash, long docFreq) {
    int reached = Byte.toUnsignedInt(hash.bytes[hash.offset]) << Byte.SIZE;
    task.reached("hashes", PROGRESS, reached);
    if (docFreq >= leastTold) {
      candidates.add(hash, docFreq);
    }
  }

  /** Reads a few documents of one hash after the other. */
  private void passages(ActionListener<Void> listener) {
    candidates.sort();
    Listeners.repeat(
        listener,
        more -> {
          Long hash = candidates.next();
          int wanted = options.size() + options.except().size();
          // Those of passages that are too short are read as well, however many there are.
          boolean enough =
              examined >= EXAMINED * wanted || (options.by() == null && kept.size() >= wanted);
          if (hash == null || enough) {
            more.onResponse(false);
            return;
          }
          examined++;
          task.reached("passages", candidates.all(), candidates.taken());
          client.search(
              search(reading(hash)),
              Listeners.then(
                  more,
                  (found, next) ->
                      executor.execute(ActionRunnable.supply(next, () -> look(hash, found)))));
        });
  }

  private static String hex(long hash) {
    return HexFormat.of().toHexDigits(hash, Candidates.DIGITS);
  }

  /** Any documents, but the same ones as long as nothing is written. */
  private SearchSourceBuilder reading(long hash) {
    QueryBuilder having = QueryBuilders.termQuery(options.field(), hex(hash));
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(
                QueryBuilders.functionScoreQuery(
                        having,
                        new RandomScoreFunctionBuilder().seed(0).setField(SeqNoFieldMapper.NAME))
                    .boostMode(CombineFunction.REPLACE))
            .size(READ)
            .trackTotalHits(true)
            .fetchSource(false)
            .fetchField(options.field())
            .ext(List.of(new LimitedFetch(READ_BYTES)));
    if (options.by() != null) {
      source.collapse(new CollapseBuilder(options.by()));
    }
    return by(source);
  }

  /** Always goes on. */
  private boolean look(long hash, SearchResponse found) {
    task.checkCancelled();
    long having = found.getHits().getTotalHits().value();
    Long different = values(found);
    if ((different == null ? having : different) < minCount) {
      return true;
    }
    try (MemoryAccount here = memory.part()) {
      here.take(HitBytes.of(found.getHits().getHits()));
      PassageReader.Read read =
          reader.read(hash, found.getHits().getHits(), options.field(), here, task::checkCancelled);
      if (read != null) {
        candidates.remove(read.hashes());
        FoundPassage passage =
            new FoundPassage(
                hex(hash),
                having,
                different,
                read.words(),
                read.hit().getIndex(),
                read.hit().getId(),
                read.text(),
                read.terms());
        memory.take(passage.bytes());
        kept.add(passage);
      }
    }
    return true;
  }

  private BoilerplateResponse response() {
    List<FoundPassage> shown =
        kept.stream()
            .filter(passage -> options.except().contains(passage.hash()) == false)
            .sorted(FoundPassage.ORDER)
            .limit(options.size())
            .toList();
    return new BoilerplateResponse(
        (System.nanoTime() - started) / 1_000_000,
        new BoilerplateResponse.Counts(documents, values, minCount, candidates.isComplete()),
        shown);
  }
}
