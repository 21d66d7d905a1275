// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;

import io.neardup.fingerprint.idf.IdfDictionary;
import io.neardup.fingerprint.idf.SmoothedIdf;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.lucene.util.BytesRef;
import org.junit.After;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionType;
import org.opensearch.action.search.CreatePitAction;
import org.opensearch.action.search.CreatePitRequest;
import org.opensearch.action.search.DeletePitAction;
import org.opensearch.action.search.DeletePitRequest;
import org.opensearch.action.search.SearchAction;
import org.opensearch.action.support.PlainActionFuture;
import org.opensearch.action.support.WriteRequest.RefreshPolicy;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.util.MockBigArrays;
import org.opensearch.common.util.MockPageCacheRecycler;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.indices.breaker.NoneCircuitBreakerService;
import org.opensearch.plugins.Plugin;
import org.opensearch.plugins.SearchPlugin;
import org.opensearch.search.SearchService;
import org.opensearch.test.OpenSearchSingleNodeTestCase;
import org.opensearch.transport.client.Client;
import org.opensearch.transport.client.FilterClient;

/** Dictionaries of shards, in pages of any size, against counting. */
public class IdfBuildTests extends OpenSearchSingleNodeTestCase {
  private static final String TEXT = "text";

  private final MockBigArrays bigArrays =
      new MockBigArrays(new MockPageCacheRecycler(Settings.EMPTY), new NoneCircuitBreakerService());
  private final SortedMap<BytesRef, Long> counts = new TreeMap<>();
  private int documents;
  private int pages;

  /** Only the aggregation. */
  public static final class TermPages extends Plugin implements SearchPlugin {
    @Override
    public List<AggregationSpec> getAggregations() {
      return List.of(
          new AggregationSpec(
                  TermPageAggregationBuilder.NAME,
                  TermPageAggregationBuilder::new,
                  TermPageAggregationBuilder.PARSER)
              .addResultReader(TermPage::new));
    }
  }

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return List.of(TermPages.class);
  }

  @After
  public void nothingIsLeftOpen() throws Exception {
    assertBusy(() -> assertEquals(0, getInstanceFromNode(SearchService.class).getActiveContexts()));
  }

  private void create(int shards) {
    createIndex("news", Settings.builder().put("index.number_of_shards", shards).build());
    client().admin().indices().preparePutMapping("news").setSource(TEXT, "type=text").get();
  }

  /** A Lucene segment of its own. */
  private void write(String text) {
    client()
        .prepareIndex("news")
        .setSource(TEXT, text)
        .setRefreshPolicy(RefreshPolicy.IMMEDIATE)
        .get();
  }

  private void count(String text) {
    write(text);
    documents++;
    for (String word : new HashSet<>(Arrays.asList(text.split(" ")))) {
      counts.merge(new BytesRef(word), 1L, Long::sum);
    }
  }

  private void fill() {
    for (int i = 0; i < 30; i++) {
      StringBuilder text = new StringBuilder("a");
      for (int t = between(1, 10); t > 0; t--) {
        text.append(' ').append(randomFrom("b", "é", "\uD835\uDD38", "я")).append(between(0, 20));
      }
      count(text.toString());
    }
  }

  private IdfResponse build(int minDocFreq, int maxTerms, int pageSize, Runnable betweenPages) {
    String[] indices = {"news"};
    CreatePitRequest pin = new CreatePitRequest(TimeValue.timeValueMinutes(1), false, indices);
    String pit = client().execute(CreatePitAction.INSTANCE, pin).actionGet().getId();
    Client client =
        new FilterClient(client()) {
          @Override
          protected <Q extends ActionRequest, R extends ActionResponse> void doExecute(
              ActionType<R> action, Q request, ActionListener<R> listener) {
            if (action.equals(SearchAction.INSTANCE) && pages++ > 0) {
              betweenPages.run();
            }
            super.doExecute(action, request, listener);
          }
        };
    IdfRequest request =
        new IdfRequest(indices, IdfRequest.DEFAULT_INDICES_OPTIONS, TEXT, minDocFreq, maxTerms);
    PlainActionFuture<IdfResponse> answer = new PlainActionFuture<>();
    try (TopTerms terms = new TopTerms(bigArrays, maxTerms)) {
      new IdfBuild(client, request, indices, pit, pageSize, terms).start(answer);
      return answer.actionGet();
    } finally {
      client().execute(DeletePitAction.INSTANCE, new DeletePitRequest(pit)).actionGet();
    }
  }

  private void assertCounted(IdfResponse response, int minDocFreq, int maxTerms)
      throws IOException {
    SortedMap<BytesRef, Long> expected = new TreeMap<>(counts);
    expected.values().removeIf(docFreq -> docFreq < minDocFreq);
    // A stable sort: of terms in as many documents the first ones are kept.
    Set<BytesRef> kept =
        expected.entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .limit(maxTerms)
            .map(Map.Entry::getKey)
            .collect(Collectors.toCollection(TreeSet::new));
    SmoothedIdf idf = new SmoothedIdf(documents);
    String lines =
        kept.stream()
            .map(term -> idf.line(term.utf8ToString(), expected.get(term)) + "\n")
            .collect(Collectors.joining());
    try (var content = response.lines()) {
      assertEquals(lines, content.utf8ToString());
      assertEquals(
          new IdfResponse.Summary(
              documents,
              kept.size(),
              expected.size() - kept.size(),
              0,
              IdfDictionary.read(content.streamInput()).digest()),
          response.summary());
    }
  }

  public void testSumsBeforeItLeavesOut() throws IOException {
    create(between(1, 4));
    fill();
    for (int pageSize : new int[] {1, 7, 100, 10_000}) {
      int minDocFreq = between(1, 5);
      int maxTerms = randomBoolean() ? 1000 : between(1, 10);
      assertCounted(build(minDocFreq, maxTerms, pageSize, () -> {}), minDocFreq, maxTerms);
    }
  }

  public void testPagesAreOfOnePointInTime() throws IOException {
    create(2);
    fill();
    IdfResponse response =
        build(
            1,
            1000,
            1,
            () -> {
              if (pages == 2) {
                write("0 a zero");
                client().admin().indices().prepareForceMerge("news").setMaxNumSegments(1).get();
              }
            });
    // The write lies between pages; how many there are depends on where the shards' terms end.
    assertThat(pages, greaterThan(2));
    assertCounted(response, 1, 1000);
  }

  public void testAFailureBetweenPages() {
    create(2);
    fill();
    RuntimeException e =
        expectThrows(
            RuntimeException.class,
            () ->
                build(
                    1,
                    1000,
                    1,
                    () -> {
                      throw new IllegalStateException("broken");
                    }));
    assertThat(e.getMessage(), containsString("broken"));
    assertEquals(2, pages);
  }

  public void testTermsThatNoLineHolds() {
    createIndex("news");
    client()
        .admin()
        .indices()
        .preparePutMapping("news")
        .setSource(TEXT, "type=text,analyzer=keyword")
        .get();
    for (String text : List.of("a", "b\nc", " d", "e f", "\uFEFFg")) {
      write(text);
    }
    IdfResponse response = build(1, 100, 100, () -> {});
    try (var content = response.lines()) {
      assertEquals("a 2.0986\ne f 2.0986\n", content.utf8ToString());
    }
    assertEquals(2, response.summary().terms());
    assertEquals(3, response.summary().unwritable());
  }

  public void testWire() throws IOException {
    TermPageAggregationBuilder builder =
        TermPageAggregationBuilder.ofText(TEXT, 7)
            .after(randomBoolean() ? null : new BytesRef("a"));
    Object read = copyWriteable(builder, writableRegistry(), TermPageAggregationBuilder::new);
    assertEquals(builder, read);
    assertEquals(builder.hashCode(), read.hashCode());
    Object other = TermPageAggregationBuilder.ofText(TEXT, 7).after(new BytesRef("b"));
    assertNotEquals(builder, other);
  }
}
