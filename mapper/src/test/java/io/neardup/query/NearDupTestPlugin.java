// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.mapper.MinHashFieldMapper;
import io.neardup.mapper.PassagesFieldMapper;
import io.neardup.mapper.SimHashFieldMapper;
import io.neardup.request.NearDupLimits;
import io.neardup.request.SearchMemory;
import io.neardup.resolve.FingerprintSource;
import io.neardup.resolve.ResolveFingerprintsRequest;
import io.neardup.resolve.ResolveFingerprintsResponse;
import io.neardup.resolve.ResolveFingerprintsResponse.Item;
import io.neardup.target.Target;
import io.neardup.target.TargetKind;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.opensearch.ResourceNotFoundException;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.get.GetRequest;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.TransportAction;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.env.Environment;
import org.opensearch.env.NodeEnvironment;
import org.opensearch.index.IndexModule;
import org.opensearch.index.mapper.Mapper;
import org.opensearch.plugins.ActionPlugin;
import org.opensearch.plugins.MapperPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.plugins.SearchPlugin;
import org.opensearch.repositories.RepositoriesService;
import org.opensearch.script.ScriptService;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.Client;
import org.opensearch.watcher.ResourceWatcherService;

/**
 * The field type and the query, with a minimal action that resolves ids and documents: an id has
 * the fingerprint of its source's field, a document that of its field {@code fingerprint}.
 */
public final class NearDupTestPlugin extends Plugin
    implements MapperPlugin, SearchPlugin, ActionPlugin {
  private final NearDupLimits limits;

  public NearDupTestPlugin(Settings settings) {
    this.limits = new NearDupLimits(settings);
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
    limits.listen(clusterService.getClusterSettings());
    return List.of();
  }

  @Override
  public List<Setting<?>> getSettings() {
    return NearDupLimits.settings();
  }

  @Override
  public Map<String, Mapper.TypeParser> getMappers() {
    return Map.of(
        SimHashFieldMapper.CONTENT_TYPE, SimHashFieldMapper.parser(limits),
        MinHashFieldMapper.CONTENT_TYPE, MinHashFieldMapper.parser(limits),
        PassagesFieldMapper.CONTENT_TYPE, PassagesFieldMapper.parser(limits));
  }

  @Override
  public Optional<ProfileMetricsProvider> getQueryProfileMetricsProvider() {
    return Optional.of(new LookupProfile());
  }

  @Override
  public void onIndexModule(IndexModule module) {
    module.addSearchOperationListener(new SearchMemory());
  }

  @Override
  public List<QuerySpec<?>> getQueries() {
    return List.of(
        new QuerySpec<>(
            NearDupQueryBuilder.NAME,
            NearDupQueryBuilder::new,
            parser -> NearDupQueryBuilder.fromXContent(parser, limits)),
        new QuerySpec<>(
            PassagesQueryBuilder.NAME,
            PassagesQueryBuilder::new,
            PassagesQueryBuilder::fromXContent));
  }

  @Override
  public List<ActionHandler<? extends ActionRequest, ? extends ActionResponse>> getActions() {
    return List.of(new ActionHandler<>(ResolveFingerprintsRequest.ACTION, Resolve.class));
  }

  /** Resolves one id or document. */
  public static final class Resolve
      extends TransportAction<ResolveFingerprintsRequest, ResolveFingerprintsResponse> {
    private final Client client;

    @Inject
    public Resolve(TransportService transport, ActionFilters filters, Client client) {
      super(ResolveFingerprintsRequest.NAME, filters, transport.getTaskManager());
      this.client = client;
    }

    @Override
    protected void doExecute(
        Task task,
        ResolveFingerprintsRequest request,
        ActionListener<ResolveFingerprintsResponse> listener) {
      switch (request.sources().get(0)) {
        case FingerprintSource.OfDoc byDoc ->
            listener.onResponse(
                answer(request, field -> Item.of(target(byDoc.doc().get("fingerprint")))));
        case FingerprintSource.OfId byId -> {
          String index = byId.index() == null ? request.indices()[0] : byId.index();
          client.get(
              new GetRequest(index, byId.id()).routing(byId.routing()),
              ActionListener.map(listener, found -> answer(request, byId, found)));
        }
      }
    }

    private static ResolveFingerprintsResponse answer(
        ResolveFingerprintsRequest request, FingerprintSource.OfId byId, GetResponse found) {
      return found.isExists()
          ? answer(request, field -> item(found.getSourceAsMap().get(field)))
          : new ResolveFingerprintsResponse(
              Collections.nCopies(
                  request.fields().size(),
                  Item.failed(
                      new ResourceNotFoundException("[id] [{}] does not exist", byId.id()))));
    }

    private static ResolveFingerprintsResponse answer(
        ResolveFingerprintsRequest request, Function<String, Item> values) {
      return new ResolveFingerprintsResponse(request.fields().stream().map(values).toList());
    }

    private static Item item(Object value) {
      return value == null ? Item.NONE : Item.of(target(value));
    }

    private static Target target(Object value) {
      TargetKind kind =
          value instanceof String text && text.length() > Fingerprint.HEX_DIGITS
              ? TargetKind.MINHASH
              : TargetKind.SIMHASH;
      return kind.parse(value);
    }
  }
}
