// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.groups.dest.DestMetadataAction;
import io.neardup.groups.job.GroupsSettings;
import io.neardup.groups.job.OpenIndexes;
import io.neardup.groups.page.FingerprintPageAggregationBuilder;
import io.neardup.groups.page.InternalFingerprintPages;
import io.neardup.groups.pit.MomentQueryBuilder;
import io.neardup.groups.pit.ShardDocsQueryBuilder;
import io.neardup.groups.write.BoundIndexes;
import io.neardup.request.NearDupLimits;
import java.util.List;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Settings;
import org.opensearch.plugins.ActionPlugin.ActionHandler;
import org.opensearch.plugins.SearchPlugin.AggregationSpec;
import org.opensearch.plugins.SearchPlugin.QuerySpec;
import org.opensearch.rest.RestHandler;
import org.opensearch.threadpool.ExecutorBuilder;
import org.opensearch.threadpool.ThreadPool;

/** What this feature registers with the server. */
public final class Groups {
  private final OpenIndexes openIndexes = new OpenIndexes();
  private final BoundIndexes.Filter boundWrites = new BoundIndexes.Filter();

  public static List<Setting<?>> settings() {
    return GroupsSettings.settings();
  }

  /** The pool that joins run on. */
  public static ExecutorBuilder<?> threads(Settings settings) {
    return TransportGroupsAction.threads(settings);
  }

  /** What writes are bound to stands in the context of its threads. */
  public void use(ThreadPool threadPool) {
    boundWrites.use(threadPool.getThreadContext());
  }

  /** A component, which listens to indexes. */
  public OpenIndexes openIndexes() {
    return openIndexes;
  }

  public ActionFilter filter() {
    return boundWrites;
  }

  public List<QuerySpec<?>> queries() {
    return List.of(
        new QuerySpec<>(
            ShardDocsQueryBuilder.NAME, ShardDocsQueryBuilder::new, ShardDocsQueryBuilder.PARSER),
        new QuerySpec<>(
            MomentQueryBuilder.NAME,
            in -> new MomentQueryBuilder(in, openIndexes),
            MomentQueryBuilder.PARSER));
  }

  public static AggregationSpec aggregation() {
    return new AggregationSpec(
            FingerprintPageAggregationBuilder.NAME,
            FingerprintPageAggregationBuilder::new,
            FingerprintPageAggregationBuilder.PARSER)
        .addResultReader(InternalFingerprintPages::new);
  }

  public static List<ActionHandler<?, ?>> actions() {
    return List.of(
        new ActionHandler<>(TransportGroupsAction.INSTANCE, TransportGroupsAction.class),
        new ActionHandler<>(DestMetadataAction.INSTANCE, DestMetadataAction.Transport.class));
  }

  public static RestHandler handler(NearDupLimits limits, IndexNameExpressionResolver resolver) {
    return new RestGroupsAction(limits, resolver);
  }
}
