// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import io.neardup.action.agreement.AgreementPutFilter;
import io.neardup.action.endpoints.Endpoints;
import io.neardup.action.resolve.DocProcessors;
import io.neardup.action.stats.NearDupCounters;
import io.neardup.analyzer.NearDupAnalyzerProvider;
import io.neardup.collapse.ChargedFetch;
import io.neardup.collapse.RequestBreaker;
import io.neardup.collapse.SearchCollapse;
import io.neardup.groups.Groups;
import io.neardup.ingest.claim.NearDupIngestCounters;
import io.neardup.ingest.claim.NearDupIngestSettings;
import io.neardup.ingest.claim.WindowMemory;
import io.neardup.ingest.domain.NearDupOptions;
import io.neardup.ingest.features.IngestLimits;
import io.neardup.ingest.features.SketchNode;
import io.neardup.ingest.idf.IdfDictionaries;
import io.neardup.ingest.minhash.MinHashCounters;
import io.neardup.ingest.minhash.MinHashProcessor;
import io.neardup.ingest.neardup.NearDupBulkFilter;
import io.neardup.ingest.neardup.NearDupIngest;
import io.neardup.ingest.neardup.NearDupProcessor;
import io.neardup.ingest.neardup.NearDupService;
import io.neardup.ingest.neardup.ShardBulkFilter;
import io.neardup.ingest.neardup.SimulationFilter;
import io.neardup.ingest.pipeline.NearDupPutFilter;
import io.neardup.ingest.simhash.SimHashCounters;
import io.neardup.ingest.simhash.SimHashProcessor;
import io.neardup.lost.DocFreqsAggregationBuilder;
import io.neardup.lost.InternalDocFreqs;
import io.neardup.mapper.DecisionFieldMapper;
import io.neardup.mapper.MinHashFieldMapper;
import io.neardup.mapper.PassagesFieldMapper;
import io.neardup.mapper.SimHashFieldMapper;
import io.neardup.query.DigestsQueryBuilder;
import io.neardup.query.LookupProfile;
import io.neardup.query.NearDupQueryBuilder;
import io.neardup.query.PassagesQueryBuilder;
import io.neardup.request.NearDupLimits;
import io.neardup.request.SearchMemory;
import io.neardup.verdicts.VerdictCache;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.lucene.analysis.Analyzer;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.node.DiscoveryNodes;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.lifecycle.LifecycleComponent;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.IndexScopedSettings;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.settings.SettingsFilter;
import org.opensearch.common.unit.MemorySizeValue;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.env.Environment;
import org.opensearch.env.NodeEnvironment;
import org.opensearch.index.IndexModule;
import org.opensearch.index.analysis.AnalyzerProvider;
import org.opensearch.index.mapper.Mapper;
import org.opensearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.opensearch.indices.breaker.BreakerSettings;
import org.opensearch.ingest.Processor;
import org.opensearch.plugins.ActionPlugin;
import org.opensearch.plugins.AnalysisPlugin;
import org.opensearch.plugins.CircuitBreakerPlugin;
import org.opensearch.plugins.IngestPlugin;
import org.opensearch.plugins.MapperPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.plugins.SearchPipelinePlugin;
import org.opensearch.plugins.SearchPlugin;
import org.opensearch.repositories.RepositoriesService;
import org.opensearch.rest.RestController;
import org.opensearch.rest.RestHandler;
import org.opensearch.script.ScriptService;
import org.opensearch.search.fetch.FetchSubPhase;
import org.opensearch.search.pipeline.SearchRequestProcessor;
import org.opensearch.search.pipeline.SearchResponseProcessor;
import org.opensearch.threadpool.ExecutorBuilder;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;
import org.opensearch.watcher.ResourceWatcherService;

/** Near-duplicate detection: registers the field type, query, ingest processors and endpoints. */
public final class NearDupPlugin extends Plugin
    implements ActionPlugin,
        AnalysisPlugin,
        CircuitBreakerPlugin,
        IngestPlugin,
        MapperPlugin,
        SearchPipelinePlugin,
        SearchPlugin {
  private static final String BREAKER = "near_dup";
  private static final String BREAKER_LIMIT = "breaker." + BREAKER + ".limit";

  /** Enough for twenty dictionaries of a million terms in a heap of 4 GB. */
  private static final String DEFAULT_BREAKER_LIMIT = "10%";

  private final Path idfFolder;
  private final NearDupLimits limits;
  private final IngestLimits ingestLimits;
  private final DocProcessors docProcessors;
  private final SimHashCounters counters = new SimHashCounters();
  private final MinHashCounters minHashCounters = new MinHashCounters();
  private IdfDictionaries dictionaries;
  private WindowMemory windowMemory;
  private VerdictCache verdicts;
  private ActionFilter agreementFilter;
  private ActionFilter nearDupFilter;
  private ActionFilter simulationFilter;
  private ActionFilter bulkFilter;
  private ActionFilter shardBulkFilter;
  private SearchCollapse collapse;
  private final NearDupIngest ingest = new NearDupIngest();
  private final NearDupIngestSettings nearDupSettings;
  private final NearDupIngestCounters nearDupCounters = new NearDupIngestCounters();
  private final Groups groups = new Groups();

  /** Called by the server. */
  public NearDupPlugin(Settings settings, Path configFolder) {
    idfFolder = configFolder.resolve("near-dup").resolve("idf");
    limits = new NearDupLimits(settings);
    ingestLimits = new IngestLimits(settings);
    docProcessors = new DocProcessors(settings);
    nearDupSettings = new NearDupIngestSettings(settings);
  }

  @Override
  public List<Setting<?>> getSettings() {
    List<Setting<?>> settings = new ArrayList<>(NearDupLimits.settings());
    settings.addAll(Groups.settings());
    settings.addAll(IngestLimits.settings());
    settings.addAll(NearDupIngestSettings.settings());
    settings.add(DocProcessors.SETTING);
    return settings;
  }

  @Override
  public BreakerSettings getCircuitBreaker(Settings settings) {
    long limit =
        MemorySizeValue.parseBytesSizeValueOrHeapRatio(DEFAULT_BREAKER_LIMIT, BREAKER_LIMIT)
            .getBytes();
    return BreakerSettings.updateFromSettings(new BreakerSettings(BREAKER, limit, 1.0), settings);
  }

  /** Called before anything uses dictionaries or claims. */
  @Override
  public void setCircuitBreaker(CircuitBreaker breaker) {
    dictionaries = new IdfDictionaries(idfFolder, breaker, BREAKER_LIMIT);
    windowMemory = new WindowMemory(breaker, nearDupSettings);
    verdicts = new VerdictCache(breaker);
    ingestLimits.charge(breaker, BREAKER_LIMIT);
  }

  @Override
  public Collection<Object> createComponents(
      Client client,
      ClusterService clusterService,
      ThreadPool threadPool,
      ResourceWatcherService resourceWatcherService,
      ScriptService scriptService,
      NamedXContentRegistry xContentRegistry,
      Environment environment,
      NodeEnvironment nodeEnvironment,
      NamedWriteableRegistry namedWriteableRegistry,
      IndexNameExpressionResolver indexNameExpressionResolver,
      Supplier<RepositoriesService> repositoriesServiceSupplier) {
    ClusterSettings clusterSettings = clusterService.getClusterSettings();
    limits.listen(clusterSettings);
    ingestLimits.listen(clusterSettings);
    docProcessors.listen(clusterSettings);
    agreementFilter = new AgreementPutFilter(clusterService, threadPool, client);
    nearDupFilter = new NearDupPutFilter(clusterService, threadPool);
    simulationFilter = new SimulationFilter(threadPool.getThreadContext());
    bulkFilter = new NearDupBulkFilter(ingest, clusterService, threadPool);
    shardBulkFilter = new ShardBulkFilter(ingest, threadPool.getThreadContext());
    nearDupSettings.listen(clusterSettings);
    groups.use(threadPool);
    collapse =
        new SearchCollapse(
            client, clusterService, indexNameExpressionResolver, namedWriteableRegistry);
    return List.of(
        limits,
        groups.openIndexes(),
        ingestLimits,
        docProcessors,
        dictionaries,
        counters,
        minHashCounters,
        new NearDupCounters(),
        ingest,
        nearDupSettings,
        nearDupCounters,
        windowMemory,
        verdicts,
        collapse);
  }

  @Override
  public Collection<Class<? extends LifecycleComponent>> getGuiceServiceClasses() {
    return List.of(NearDupService.class, RequestBreaker.class);
  }

  @Override
  public List<ActionFilter> getActionFilters() {
    return List.of(
        agreementFilter,
        nearDupFilter,
        simulationFilter,
        bulkFilter,
        shardBulkFilter,
        collapse.filter(),
        groups.filter());
  }

  @Override
  public void onIndexModule(IndexModule module) {
    module.addIndexEventListener(groups.openIndexes());
    module.addSearchOperationListener(new SearchMemory());
    module.addSearchOperationListener(new ChargedFetch.Phase());
  }

  @Override
  public Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> getAnalyzers() {
    return Map.of(
        NearDupAnalyzerProvider.NAME,
        NearDupAnalyzerProvider::new,
        NearDupAnalyzerProvider.HTML_NAME,
        NearDupAnalyzerProvider::new);
  }

  @Override
  public Map<String, Mapper.TypeParser> getMappers() {
    return Map.of(
        DecisionFieldMapper.CONTENT_TYPE, DecisionFieldMapper.PARSER,
        SimHashFieldMapper.CONTENT_TYPE, SimHashFieldMapper.parser(limits),
        MinHashFieldMapper.CONTENT_TYPE, MinHashFieldMapper.parser(limits),
        PassagesFieldMapper.CONTENT_TYPE, PassagesFieldMapper.parser(limits));
  }

  @Override
  public Optional<ProfileMetricsProvider> getQueryProfileMetricsProvider() {
    return Optional.of(new LookupProfile());
  }

  @Override
  public List<QuerySpec<?>> getQueries() {
    List<QuerySpec<?>> queries =
        new ArrayList<>(
            List.of(
                new QuerySpec<>(
                    NearDupQueryBuilder.NAME,
                    NearDupQueryBuilder::new,
                    parser -> NearDupQueryBuilder.fromXContent(parser, limits)),
                new QuerySpec<>(
                    PassagesQueryBuilder.NAME,
                    PassagesQueryBuilder::new,
                    PassagesQueryBuilder::fromXContent),
                new QuerySpec<>(
                    DigestsQueryBuilder.NAME,
                    DigestsQueryBuilder::new,
                    DigestsQueryBuilder.PARSER)));
    queries.addAll(groups.queries());
    return queries;
  }

  @Override
  public List<SortSpec<?>> getSorts() {
    return Endpoints.sorts();
  }

  @Override
  public List<SearchExtSpec<?>> getSearchExts() {
    List<SearchExtSpec<?>> exts = new ArrayList<>(SearchCollapse.exts());
    exts.addAll(Endpoints.exts());
    return exts;
  }

  @Override
  public List<FetchSubPhase> getFetchSubPhases(FetchPhaseConstructionContext context) {
    List<FetchSubPhase> phases = new ArrayList<>(Endpoints.fetchPhases());
    phases.add(new ChargedFetch.Phase());
    return phases;
  }

  @Override
  public Map<String, org.opensearch.search.pipeline.Processor.Factory<SearchRequestProcessor>>
      getRequestProcessors(SearchPipelinePlugin.Parameters parameters) {
    return collapse.requestProcessors();
  }

  @Override
  public Map<String, org.opensearch.search.pipeline.Processor.Factory<SearchResponseProcessor>>
      getResponseProcessors(SearchPipelinePlugin.Parameters parameters) {
    return collapse.responseProcessors();
  }

  @Override
  public List<AggregationSpec> getAggregations() {
    List<AggregationSpec> aggregations = new ArrayList<>(Endpoints.aggregations());
    aggregations.add(Groups.aggregation());
    aggregations.add(
        new AggregationSpec(
                DocFreqsAggregationBuilder.NAME,
                DocFreqsAggregationBuilder::new,
                DocFreqsAggregationBuilder.PARSER)
            .addResultReader(InternalDocFreqs::new));
    return aggregations;
  }

  @Override
  public Map<String, Processor.Factory> getProcessors(Processor.Parameters parameters) {
    MinHashProcessor.Factory signers =
        new MinHashProcessor.Factory(
            new SketchNode(
                parameters.analysisRegistry, dictionaries, ingestLimits, minHashCounters));
    return Map.of(
        SimHashProcessor.TYPE,
        new SimHashProcessor.Factory(
            new SketchNode(parameters.analysisRegistry, dictionaries, ingestLimits, counters)),
        MinHashProcessor.TYPE,
        signers,
        NearDupOptions.TYPE,
        new NearDupProcessor.Factory(ingest, parameters, nearDupCounters, signers));
  }

  @Override
  public List<NamedWriteableRegistry.Entry> getNamedWriteables() {
    return List.of(SearchCollapse.summary());
  }

  @Override
  public List<ExecutorBuilder<?>> getExecutorBuilders(Settings settings) {
    return List.of(Groups.threads(settings));
  }

  @Override
  public List<ActionHandler<?, ?>> getActions() {
    List<ActionHandler<?, ?>> actions = new ArrayList<>(Endpoints.actions());
    actions.addAll(Groups.actions());
    return actions;
  }

  @Override
  public List<RestHandler> getRestHandlers(
      Settings settings,
      RestController restController,
      ClusterSettings clusterSettings,
      IndexScopedSettings indexScopedSettings,
      SettingsFilter settingsFilter,
      IndexNameExpressionResolver indexNameExpressionResolver,
      Supplier<DiscoveryNodes> nodesInCluster) {
    List<RestHandler> handlers = new ArrayList<>(Endpoints.handlers(limits));
    handlers.add(Groups.handler(limits, indexNameExpressionResolver));
    return handlers;
  }
}
