// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.ingest.claim.message.CollectResponse;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Domains;
import io.neardup.ingest.domain.IndexFields;
import io.neardup.sequencer.Budget;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.InFlightClaim;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.opensearch.OpenSearchTimeoutException;
import org.opensearch.Version;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionType;
import org.opensearch.action.OriginalIndices;
import org.opensearch.action.admin.indices.stats.IndicesStatsAction;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.action.get.MultiGetRequest;
import org.opensearch.action.get.MultiGetResponse;
import org.opensearch.action.search.SearchAction;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.search.SearchResponseSections;
import org.opensearch.action.search.ShardSearchFailure;
import org.opensearch.action.support.replication.ClusterStateCreationUtils;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.cluster.node.DiscoveryNodes;
import org.opensearch.cluster.routing.ShardRoutingState;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.get.GetResult;
import org.opensearch.index.query.TermsQueryBuilder;
import org.opensearch.search.DocValueFormat;
import org.opensearch.search.SearchHit;
import org.opensearch.search.SearchHits;
import org.opensearch.search.SearchShardTarget;
import org.opensearch.search.aggregations.Aggregation;
import org.opensearch.search.aggregations.Aggregations;
import org.opensearch.search.aggregations.BucketOrder;
import org.opensearch.search.aggregations.bucket.filter.Filter;
import org.opensearch.search.aggregations.bucket.terms.TermsAggregator;
import org.opensearch.search.aggregations.bucket.terms.UnmappedTerms;
import org.opensearch.search.aggregations.metrics.InternalMax;
import org.opensearch.test.OpenSearchTestCase;
import org.opensearch.test.client.NoOpClient;
import org.opensearch.transport.client.Client;

/** A node whose clock the test controls, and other nodes and indexes with scripted responses. */
final class FakeHomeContext extends HomeContext {
  private final Client client;
  private final Domains domains =
      new Domains(
          new IndexNameExpressionResolver(new ThreadContext(Settings.EMPTY)),
          new IndexFields(null, () -> this.state, MemoryAccount::unbounded));
  private final TreeMap<Long, List<Runnable>> tasks = new TreeMap<>();

  ClusterState state = ClusterStateCreationUtils.state("news", true, ShardRoutingState.STARTED);
  long now = 1_000_000;
  long wall = 1_800_000_000_000L;
  long sinceNodeLeft = Long.MAX_VALUE / 2;
  boolean orphans;
  boolean refreshes = true;
  int refreshed;
  boolean searches = true;
  int searched;

  /** Whether requests for what shards show are not answered. */
  boolean hangs;

  /** Those that were not. */
  final List<ActionListener<?>> hanging = new ArrayList<>();

  long greatest = -1;
  long fence;
  int others;

  /** Run once, while a node's response with claims is in flight. */
  Runnable meanwhile = () -> {};

  /** Nodes that do not answer. */
  final Set<String> silent = new HashSet<>();

  /** Claims with a lost outcome. */
  final List<Long> lost = new ArrayList<>();

  /** The index of each number that a search finds. */
  final Map<Long, String> stored = new HashMap<>();

  final Map<String, List<InFlightClaim>> onTheirWay = new HashMap<>();
  final Set<Group> promoted = new HashSet<>();
  final List<String> asked = new ArrayList<>();

  /** Documents that were requested. */
  final List<String> got = new ArrayList<>();

  FakeHomeContext(String name) {
    super(
        null,
        null,
        null,
        null,
        null,
        new NearDupIngestSettings(
            Settings.builder()
                .put("plugins.near_dup.ingest.timeout", "10s")
                .put("plugins.near_dup.ingest.lost_after", "60s")
                .build()),
        new NearDupIngestCounters(),
        Budget.UNLIMITED,
        null);
    client =
        new NoOpClient(name) {
          @Override
          protected <Q extends ActionRequest, R extends ActionResponse> void doExecute(
              ActionType<R> action, Q request, ActionListener<R> listener) {
            if (SearchAction.NAME.equals(action.name())) {
              searched++;
              if (searches) {
                answer((SearchRequest) request, listener);
              }
            } else if (request instanceof MultiGetRequest get) {
              answer(get, listener);
            } else if (IndicesStatsAction.NAME.equals(action.name()) && hangs) {
              hanging.add(listener);
            } else {
              listener.onFailure(new IllegalStateException(action.name()));
            }
          }
        };
  }

  /** Answers that no document exists. */
  @SuppressWarnings("unchecked")
  private <R extends ActionResponse> void answer(
      MultiGetRequest request, ActionListener<R> listener) {
    request.getItems().forEach(item -> got.add(item.index() + "/" + item.id()));
    MultiGetItemResponse[] items =
        request.getItems().stream()
            .map(item -> new GetResult(item.index(), item.id(), -2, 0, -1, false, null, null, null))
            .map(none -> new MultiGetItemResponse(new GetResponse(none), null))
            .toArray(MultiGetItemResponse[]::new);
    listener.onResponse((R) new MultiGetResponse(items));
  }

  /** The stored numbers among those that a search looks for. */
  private SearchHits hits(SearchRequest request) {
    if (request.source().query() instanceof TermsQueryBuilder seqs) {
      SearchHit[] hits =
          seqs.values().stream()
              .filter(stored::containsKey)
              .map(seq -> hit((Long) seq))
              .toArray(SearchHit[]::new);
      return new SearchHits(hits, null, 1);
    }
    return SearchHits.empty();
  }

  private SearchHit hit(long seq) {
    SearchHit hit = new SearchHit(0, Long.toString(seq), Map.of(), Map.of());
    hit.sourceRef(new BytesArray("{\"near_dup\": {\"seq\": " + seq + "}}"));
    ShardId shard = new ShardId(stored.get(seq), "_na_", 0);
    hit.shard(new SearchShardTarget(node(), shard, null, OriginalIndices.NONE));
    return hit;
  }

  @SuppressWarnings("unchecked")
  private <R extends ActionResponse> void answer(
      SearchRequest request, ActionListener<R> listener) {
    Settings news = state.metadata().index("news").getSettings();
    if (request.source().size() > IndexSettings.MAX_RESULT_WINDOW_SETTING.get(news)) {
      listener.onFailure(new IllegalArgumentException("Result window is too large"));
      return;
    }
    double max = greatest < 0 ? Double.NEGATIVE_INFINITY : greatest;
    Aggregation groups =
        new UnmappedTerms(
            "groups",
            BucketOrder.count(false),
            new TermsAggregator.BucketCountThresholds(1, 0, 10, 10),
            Map.of());
    Aggregations aggregations =
        new Aggregations(
            List.of(
                new InternalMax("greatest", max, DocValueFormat.RAW, Map.of()),
                groups,
                new Members(new Aggregations(List.of(groups)))));
    listener.onResponse(
        (R)
            new SearchResponse(
                new SearchResponseSections(hits(request), aggregations, null, false, null, null, 1),
                null,
                1,
                1,
                0,
                1,
                ShardSearchFailure.EMPTY_ARRAY,
                SearchResponse.Clusters.EMPTY));
  }

  /** The groups of an aggregation, whose own class cannot be created here. */
  private record Members(Aggregations getAggregations) implements Filter {
    @Override
    public String getName() {
      return "members";
    }

    @Override
    public String getType() {
      return "filter";
    }

    @Override
    public long getDocCount() {
      return 0;
    }

    @Override
    public Map<String, Object> getMetadata() {
      return Map.of();
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) {
      throw new UnsupportedOperationException();
    }
  }

  /** Lets time pass, and runs what is due. */
  void pass(long millis) {
    long until = now + millis;
    while (tasks.isEmpty() == false && tasks.firstKey() <= until) {
      Map.Entry<Long, List<Runnable>> next = tasks.pollFirstEntry();
      now = Math.max(now, next.getKey());
      next.getValue().forEach(Runnable::run);
    }
    now = until;
  }

  private void at(long time, Runnable task) {
    tasks.computeIfAbsent(time, key -> new ArrayList<>()).add(task);
  }

  String node() {
    return state.nodes().getLocalNode().getEphemeralId();
  }

  /** A node joins; returns its ephemeral id. */
  String join(String id) {
    DiscoveryNode node =
        new DiscoveryNode(id, OpenSearchTestCase.buildNewFakeTransportAddress(), Version.CURRENT);
    state =
        ClusterState.builder(state).nodes(DiscoveryNodes.builder(state.nodes()).add(node)).build();
    return node.getEphemeralId();
  }

  void leave(String id) {
    state =
        ClusterState.builder(state).nodes(DiscoveryNodes.builder(state.nodes()).remove(id)).build();
    sinceNodeLeft = 0;
  }

  void close() {
    client.close();
  }

  @Override
  Client client() {
    return client;
  }

  @Override
  ClusterState state() {
    return state;
  }

  @Override
  Domains domains() {
    return domains;
  }

  @Override
  long millis() {
    return now;
  }

  @Override
  long wallMillis() {
    return wall;
  }

  @Override
  long random() {
    return 42;
  }

  @Override
  long sinceNodeLeft() {
    return sinceNodeLeft;
  }

  @Override
  void later(Runnable work) {
    at(now + 50, work);
  }

  @Override
  <T> ActionListener<T> within(long millis, ActionListener<T> listener) {
    ActionListener<T> once = ActionListener.notifyOnce(listener);
    at(now + millis, () -> once.onFailure(new OpenSearchTimeoutException("too long")));
    return once;
  }

  @Override
  void refresh(ShardId shard, ActionListener<Void> listener) {
    if (refreshes) {
      refreshed++;
      listener.onResponse(null);
    } else {
      listener.onFailure(new IllegalStateException("no refresh"));
    }
  }

  /** Has none to promote. */
  @Override
  GroupPromoter promoter() {
    return (spec, groups, after, listener) -> {
      promoted.addAll(groups);
      listener.onResponse(new GroupPromoter.Promoted(Set.of(), List.of(), null));
    };
  }

  @Override
  void requirePrimary(ShardId shard, ActionListener<Void> listener) {
    listener.onResponse(null);
  }

  @Override
  void orphans(ActionListener<Boolean> listener) {
    listener.onResponse(orphans);
  }

  @Override
  void collect(
      DomainSpec spec,
      long epoch,
      Set<String> except,
      BiConsumer<String, CollectResponse> each,
      Consumer<Boolean> all) {
    boolean complete = true;
    for (DiscoveryNode node : state.nodes()) {
      String name = node.getEphemeralId();
      if (silent.contains(name)) {
        complete = false;
      } else if (except.contains(name) == false) {
        asked.add(name);
        List<InFlightClaim> claims = onTheirWay.getOrDefault(name, List.of());
        Runnable once = meanwhile;
        meanwhile = () -> {};
        once.run();
        each.accept(name, new CollectResponse(Math.max(fence, epoch), claims, lost, others));
      }
    }
    all.accept(complete);
  }
}
