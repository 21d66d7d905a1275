// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.lucene.search.join.ScoreMode;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.index.query.InnerHitBuilder;
import org.opensearch.index.query.NestedQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchModule;
import org.opensearch.search.aggregations.AggregationBuilders;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.collapse.CollapseBuilder;
import org.opensearch.search.fetch.subphase.highlight.HighlightBuilder;
import org.opensearch.test.OpenSearchTestCase;

/** What the two searches of a collapsed one ask for. */
public class SourcesTests extends OpenSearchTestCase {
  private final NamedWriteableRegistry registry =
      new NamedWriteableRegistry(new SearchModule(Settings.EMPTY, List.of()).getNamedWriteables());

  /** A server that knows more needs a decision: does it find hits, or show them? */
  public void testEveryPartOfASourceIsKnown() {
    String searched =
        "queryBuilder postQueryBuilder sorts trackScores trackTotalHitsUpTo searchAfterBuilder"
            + " sliceBuilder minScore timeout terminateAfter aggregations suggestBuilder"
            + " rescoreBuilders indexBoosts stats extBuilders profile collapse pointInTimeBuilder"
            + " searchPipelineSource searchPipeline verbosePipeline";
    String shown =
        "explain version seqNoAndPrimaryTerm includeNamedQueriesScore storedFieldsContext"
            + " docValueFields scriptFields fetchSourceContext fetchFields highlightBuilder";
    String ours = "from size";
    String whole = "derivedFieldsObject derivedFields";
    assertEquals(
        new TreeSet<>(List.of(String.join(" ", searched, shown, ours, whole).split(" "))),
        Arrays.stream(SearchSourceBuilder.class.getDeclaredFields())
            .filter(field -> Modifier.isStatic(field.getModifiers()) == false)
            .map(Field::getName)
            .filter(name -> name.contains("$") == false)
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  private static SearchSourceBuilder source(QueryBuilder query) {
    return new SearchSourceBuilder()
        .query(query)
        .collapse(new CollapseBuilder("tenant").setInnerHits(new InnerHitBuilder("all")))
        .aggregation(AggregationBuilders.max("n").field("n"))
        .docValueField("n")
        .fetchField("*")
        .fetchSource(true)
        .explain(true)
        .highlighter(new HighlightBuilder().field("note"));
  }

  public void testExaminedHitsBringValuesOnly() {
    NestedQueryBuilder nested =
        QueryBuilders.nestedQuery("parts", QueryBuilders.matchAllQuery(), ScoreMode.None)
            .innerHit(new InnerHitBuilder("parts"));
    SearchSourceBuilder caller = source(QueryBuilders.boolQuery().must(nested));
    SearchSourceBuilder examined =
        ExaminedSource.of(caller, source -> source.docValueField("print", "hex"), registry);
    assertNull("not even an empty list, which would read sources", examined.fetchFields());
    assertNull(examined.highlighter());
    assertEquals(false, examined.explain());
    assertEquals(false, examined.fetchSource().fetchSource());
    assertEquals(1, examined.docValueFields().size());
    assertEquals("print", examined.docValueFields().get(0).field);
    assertTrue(examined.collapse().getInnerHits().isEmpty());
    assertEquals(1, examined.aggregations().getAggregatorFactories().size());
    assertEquals("the caller's own stay", 3, nested.innerHit().getSize());
    assertEquals(source(QueryBuilders.boolQuery().must(nested)).toString(), caller.toString());
  }

  public void testWhatCannotBeSplit() {
    assertTrue(PageSource.canBeMade(source(null)));
    assertFalse(
        PageSource.canBeMade(source(null).derivedField("twice", "long", mockScript("emit(2)"))));
  }

  public void testWhichProcessorsSeeHits() {
    List<Object> oversample = List.of(Map.of("near_dup_oversample", Map.of()));
    List<Object> collapse =
        List.of(Map.of("near_dup_collapse", Map.of()), Map.of("rename_field", Map.of()));
    PipelineProcessors before =
        PipelineProcessors.of(
            Map.of("request_processors", oversample, "response_processors", collapse));
    assertTrue("those behind see what is shown", before.areOursInnermost());
    assertFalse(before.areOursAlone());
    PipelineProcessors behind =
        PipelineProcessors.of(
            Map.of(
                "request_processors",
                oversample,
                "response_processors",
                List.of(collapse.get(1), collapse.get(0))));
    assertFalse(behind.areOursInnermost());
    assertTrue(PipelineProcessors.NONE.areOursAlone());
  }
}
