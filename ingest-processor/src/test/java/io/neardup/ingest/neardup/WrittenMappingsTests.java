// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.startsWith;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Domains;
import io.neardup.ingest.domain.IndexFields;
import io.neardup.ingest.domain.NearDupOptions;
import io.neardup.request.Listeners;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.After;
import org.junit.Before;
import org.opensearch.Version;
import org.opensearch.action.support.PlainActionFuture;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.AliasMetadata;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.index.Index;
import org.opensearch.test.ClusterServiceUtils;
import org.opensearch.test.OpenSearchTestCase;
import org.opensearch.threadpool.TestThreadPool;
import org.opensearch.threadpool.ThreadPool;

/** Mappings from a cluster state, without a node. */
public class WrittenMappingsTests extends OpenSearchTestCase {
  private static final String DECISION =
      "'near_dup':{'properties':{'group':{'type':'keyword'},'status':{'type':'keyword'},"
          + "'seq':{'type':'long'},'checked':{'type':'keyword'}}}";
  private static final String RIGHT =
      "{'dynamic':'strict','properties':{'print':{'type':'simhash'}," + DECISION + "}}";

  private static final String EMPTY = "{'dynamic':'strict'}";

  private final Domains domains =
      new Domains(
          new IndexNameExpressionResolver(new ThreadContext(Settings.EMPTY)),
          new IndexFields(null, () -> this.clusterService.state(), MemoryAccount::unbounded));
  private ThreadPool threadPool;
  private ClusterService clusterService;
  private WriteTargets targets;
  private WrittenMappings mappings;
  private NearDupOptions options;

  @Before
  public void start() {
    threadPool = new TestThreadPool("targets");
    clusterService = ClusterServiceUtils.createClusterService(threadPool);
    targets = new WriteTargets(null, clusterService, domains, null);
    mappings = new WrittenMappings(null, clusterService, domains, () -> TimeValue.ZERO);
    options = options(Map.of());
  }

  @After
  public void stop() {
    clusterService.close();
    assertTrue(terminate(threadPool));
  }

  private static NearDupOptions options(Map<String, Object> more) {
    Map<String, Object> config = new HashMap<>(more);
    config.put("field", "print");
    return NearDupOptions.read(new ConfigReader("near_dup", null, config));
  }

  private IndexMetadata.Builder index(String name, String mapping, long version)
      throws IOException {
    IndexMetadata.Builder index =
        IndexMetadata.builder(name)
            .settings(settings(Version.CURRENT).put(IndexMetadata.SETTING_INDEX_UUID, name))
            .numberOfShards(1)
            .numberOfReplicas(0)
            .mappingVersion(version);
    return mapping == null ? index : index.putMapping(mapping.replace('\'', '"'));
  }

  private void state(IndexMetadata.Builder... indexes) {
    Metadata.Builder metadata = Metadata.builder();
    List.of(indexes).forEach(metadata::put);
    ClusterState state = ClusterState.builder(clusterService.state()).metadata(metadata).build();
    ClusterServiceUtils.setState(clusterService, state);
  }

  private void check(String written) {
    ClusterState state = clusterService.state();
    Index index = domains.writeIndex(written, state);
    targets.requireWithin(domains.spec(options, written, state), options, written, index);
    require(written, index);
  }

  private void require(String written, Index index) {
    PlainActionFuture<Void> required = new PlainActionFuture<>();
    DomainSpec spec = domains.spec(options, written, clusterService.state());
    Listeners.begin(required, next -> mappings.require(spec, Set.of(), index, next));
    required.actionGet();
  }

  private String refused(String written) {
    return expectThrows(IllegalArgumentException.class, () -> check(written)).getMessage();
  }

  public void testRightAndWrong() throws IOException {
    state(index("news", RIGHT, 1));
    check("news");
    state(index("news", RIGHT.replace("'long'", "'text'"), 2));
    assertThat(refused("news"), startsWith("field [near_dup.seq] of index [news] must be mapped"));
    state(index("news", EMPTY, 3));
    assertThat(
        refused("news"),
        startsWith("index [news] must map [near_dup, print] for near_dup, got no mapping;"));
    // What is marked would not be found.
    state(index("news", RIGHT.replace("checked", "distance").replace("strict", "false"), 4));
    assertThat(refused("news"), startsWith("index [news] must map [near_dup.checked] for near"));
  }

  /** A correct mapping is not checked again until it changes; a wrong one is. */
  public void testAMappingIsReadOnce() throws IOException {
    state(index("news", "{'dynamic':'strict','properties':{" + DECISION + "}}", 1));
    refused("news");
    state(index("news", RIGHT, 2));
    check("news");
    state(index("news", EMPTY, 2));
    check("news");
    state(index("news", EMPTY, 3));
    refused("news");
  }

  /** Dots in names need not make objects. */
  public void testNamesWithDots() throws IOException {
    state(
        index(
            "news",
            "{'disable_objects':true,'properties':{'print':{'type':'simhash'},"
                + "'near_dup.group':{'type':'keyword'},'near_dup.status':{'type':'keyword'},"
                + "'near_dup.seq':{'type':'long'}}}",
            1));
    check("news");
  }

  public void testWhatIsWrittenToMustBeAmongTheIndices() throws IOException {
    options = options(Map.of("indices", List.of("old", "all")));
    state(index("news", RIGHT, 1));
    assertEquals(
        "[indices] [all, old] of near_dup must include the index that is written to, got [news];"
            + " add it, or write elsewhere",
        refused("news"));
    state(
        index("news", RIGHT, 1).putAlias(AliasMetadata.builder("all")),
        index("olds", RIGHT, 1).putAlias(AliasMetadata.builder("all")));
    check("news");
    // It passed the check before.
    state(index("news", RIGHT, 1));
    refused("news");
  }

  private void reroute(String written) {
    require(written, domains.writeIndex(options.to(), clusterService.state()));
  }

  public void testTheTargetOfAReroute() throws IOException {
    options = options(Map.of("on_duplicate", "reroute", "to", "copies"));
    state(index("news", RIGHT, 1), index("copies", RIGHT, 1));
    reroute("news");
    state(
        index("news", RIGHT, 1),
        index("copies", "{'dynamic':'strict','properties':{" + DECISION + "}}", 3));
    IllegalArgumentException e =
        expectThrows(IllegalArgumentException.class, () -> reroute("news"));
    assertThat(
        e.getMessage(),
        containsString(
            "index [copies] must map [print] for near_dup, got no mapping; add it here, and to the"
                + " template of future indexes: PUT copies/_mapping {\"properties\":{"));
  }

  /** A target that is also searched must meet the same requirements as the original index. */
  public void testTheTargetOfARerouteInTheDomain() throws IOException {
    options =
        options(
            Map.of(
                "on_duplicate", "reroute", "to", "copies", "indices", List.of("news", "copies")));
    state(
        index("news", RIGHT, 1),
        index("copies", RIGHT.replaceFirst("\\{", "{'_source':{'enabled':false},"), 1));
    IllegalArgumentException e =
        expectThrows(IllegalArgumentException.class, () -> reroute("news"));
    assertThat(e.getMessage(), startsWith("[_source] of index [copies] must keep ["));
  }
}
