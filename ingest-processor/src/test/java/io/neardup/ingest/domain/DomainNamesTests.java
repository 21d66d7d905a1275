// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.ingest.config.ConfigReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.Version;
import org.opensearch.cluster.ClusterName;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.AliasMetadata;
import org.opensearch.cluster.metadata.DataStream;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.common.Nullable;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.test.OpenSearchTestCase;

/** Names of the same indexes are one domain. */
public class DomainNamesTests extends OpenSearchTestCase {
  private final Metadata.Builder metadata = Metadata.builder();

  private static IndexMetadata.Builder index(String name) {
    return IndexMetadata.builder(name)
        .settings(settings(Version.CURRENT))
        .numberOfShards(1)
        .numberOfReplicas(0);
  }

  private static AliasMetadata alias(String name, @Nullable Boolean write) {
    return AliasMetadata.builder(name).writeIndex(write).build();
  }

  private DomainSpec spec(String written, Map<String, Object> more) {
    Map<String, Object> config = new HashMap<>(more);
    config.put("field", "print");
    ClusterState state = ClusterState.builder(ClusterName.DEFAULT).metadata(metadata).build();
    Domains domains =
        new Domains(
            new IndexNameExpressionResolver(new ThreadContext(Settings.EMPTY)),
            new IndexFields(null, null, MemoryAccount::unbounded));
    return domains.spec(
        NearDupOptions.read(new ConfigReader("near_dup", null, config)),
        domains.written(written, state),
        state);
  }

  private void assertWritten(String domain, String... targets) {
    for (String target : targets) {
      DomainSpec spec = spec(target, Map.of());
      assertEquals(target, domain, spec.key());
      assertEquals(target, List.of(domain), spec.indices());
    }
  }

  private void assertIndices(List<String> canonical, String... indices) {
    DomainSpec spec = spec("news", Map.of("indices", List.of(indices)));
    assertEquals(canonical, spec.indices());
    assertEquals(String.join(",", canonical), spec.key());
  }

  public void testNamesThatStandForThemselves() {
    metadata.put(index("news"));
    assertWritten("news", "news");
    assertWritten("fresh", "fresh");
  }

  public void testDates() {
    String today = spec("<news-{now/d}>", Map.of()).key();
    assertTrue(today, today.matches("news-\\d{4}\\.\\d{2}\\.\\d{2}"));
    assertEquals(today, spec(today, Map.of()).key());
    assertEquals(
        List.of(today), spec("x", Map.of("indices", List.of("<news-{now/d}>", today))).indices());
  }

  public void testAnAliasOfOneIndex() {
    metadata.put(index("news-1").putAlias(alias("news", null)).putAlias(alias("stories", false)));
    assertWritten("news-1", "news", "stories", "news-1");
    assertIndices(List.of("news-1"), "stories", "news-1", "news");
  }

  public void testARolloverAlias() {
    metadata.put(index("news-1").putAlias(alias("news", false)));
    metadata.put(index("news-2").putAlias(alias("news", true)).putAlias(alias("newest", null)));
    assertWritten("news", "news", "news-1", "news-2", "newest");
    // [indices] are kept as written.
    assertIndices(List.of("news"), "news");
    assertIndices(List.of("news-2"), "newest");
    assertIndices(List.of("news-1", "news-2"), "news-2", "news-1");
  }

  /** Before the first rollover, too. */
  public void testARolloverAliasOfOneIndex() {
    metadata.put(index("news-1").putAlias(alias("news", true)));
    assertWritten("news", "news", "news-1");
    assertIndices(List.of("news"), "news");
  }

  /** Neither of two is better. */
  public void testTwoRolloverAliases() {
    metadata.put(index("news-1").putAlias(alias("a", true)).putAlias(alias("b", true)));
    assertWritten("news-1", "news-1");
    assertWritten("a", "a");
    assertWritten("b", "b");
  }

  public void testAnAliasThatCannotBeWrittenTo() {
    metadata.put(index("news-1").putAlias(alias("all", null)));
    metadata.put(index("news-2").putAlias(alias("all", null)));
    assertWritten("all", "all");
    assertWritten("news-1", "news-1");
    assertIndices(List.of("all"), "all");
  }

  public void testADataStream() {
    IndexMetadata backing = index(DataStream.getDefaultBackingIndexName("log", 1)).build();
    metadata.put(backing, false);
    metadata.put(
        new DataStream(
            "log", new DataStream.TimestampField("@timestamp"), List.of(backing.getIndex())));
    assertWritten("log", "log", backing.getIndex().getName());
  }

  public void testAListIsASet() {
    assertIndices(List.of("a", "b"), "b", "a", "b", "a");
    assertIndices(List.of("news-*"), "news-2", "news-*", "news-2026-*", "news-*", "news-**");
    assertIndices(List.of("*-news", "a", "news-*"), "news-*", "a", "*-news", "news-news");
    assertIndices(List.of("*"), "_all", "a", "*");
  }

  public void testNamedDomains() {
    assertEquals(
        "the same as without a name",
        "news",
        spec("news", Map.of("domain", "news", "indices", "news")).key());
    DomainSpec named = spec("news", Map.of("domain", "news", "indices", List.of("b", "news")));
    assertEquals(List.of("b", "news"), named.indices());
    assertNotEquals("not the one of the index [news]", "news", named.key());
    assertEquals(named, spec("b", Map.of("domain", "news", "indices", List.of("news", "b", "b"))));
    assertNotEquals(
        named.key(), spec("b", Map.of("domain", "other", "indices", List.of("news", "b"))).key());
  }
}
