// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.endpoints;

import io.neardup.action.agreement.TransportAgreementAction;
import io.neardup.action.boilerplate.BoilerplateAction;
import io.neardup.action.boilerplate.TransportBoilerplateAction;
import io.neardup.action.idf.IdfAction;
import io.neardup.action.idf.TermPage;
import io.neardup.action.idf.TermPageAggregationBuilder;
import io.neardup.action.idf.TransportIdfAction;
import io.neardup.action.minhash.MinHashAction;
import io.neardup.action.minhash.TransportMinHashAction;
import io.neardup.action.neardup.DistanceSortBuilder;
import io.neardup.action.neardup.LimitedFetch;
import io.neardup.action.neardup.NearDupAction;
import io.neardup.action.neardup.TransportNearDupAction;
import io.neardup.action.neardup.hits.InternalNearDupHits;
import io.neardup.action.neardup.hits.NearDupHitsAggregationBuilder;
import io.neardup.action.passages.InternalPassageFacts;
import io.neardup.action.passages.PassageFactsAggregationBuilder;
import io.neardup.action.passages.PassagesAction;
import io.neardup.action.passages.TransportPassagesAction;
import io.neardup.action.resolve.MaskedSource;
import io.neardup.action.resolve.MaskedSourcePhase;
import io.neardup.action.resolve.TransportResolveFingerprintsAction;
import io.neardup.action.segments.HashSegmentsAction;
import io.neardup.action.segments.TransportHashSegmentsAction;
import io.neardup.action.simhash.SimHashAction;
import io.neardup.action.simhash.TransportSimHashAction;
import io.neardup.action.stats.RestNearDupStatsAction;
import io.neardup.action.stats.TransportNearDupStatsAction;
import io.neardup.action.survey.SurveyAction;
import io.neardup.action.survey.TransportSurveyAction;
import io.neardup.action.texts.TransportDictionaryAction;
import io.neardup.action.verdicts.RestVerdictsAction;
import io.neardup.action.verdicts.TransportWriteVerdictsAction;
import io.neardup.request.NearDupLimits;
import io.neardup.resolve.ResolveFingerprintsRequest;
import io.neardup.verdicts.TransportVerdictsAction;
import java.util.List;
import org.opensearch.plugins.ActionPlugin.ActionHandler;
import org.opensearch.plugins.SearchPlugin.AggregationSpec;
import org.opensearch.plugins.SearchPlugin.SearchExtSpec;
import org.opensearch.plugins.SearchPlugin.SortSpec;
import org.opensearch.rest.RestHandler;
import org.opensearch.search.fetch.FetchSubPhase;

/** What the endpoints of this module register with the server. */
public final class Endpoints {
  private Endpoints() {}

  public static List<RestHandler> handlers(NearDupLimits limits) {
    return List.of(
        SimHashAction.handler(limits),
        MinHashAction.handler(limits),
        IdfAction.handler(limits),
        NearDupAction.handler(limits),
        SurveyAction.handler(limits),
        PassagesAction.handler(limits),
        new RestVerdictsAction(limits),
        BoilerplateAction.handler(limits),
        HashSegmentsAction.handler(),
        new RestNearDupStatsAction());
  }

  public static List<ActionHandler<?, ?>> actions() {
    return List.of(
        new ActionHandler<>(
            ResolveFingerprintsRequest.ACTION, TransportResolveFingerprintsAction.class),
        new ActionHandler<>(TransportVerdictsAction.INSTANCE, TransportVerdictsAction.class),
        new ActionHandler<>(
            TransportWriteVerdictsAction.INSTANCE, TransportWriteVerdictsAction.class),
        new ActionHandler<>(IdfAction.INSTANCE, TransportIdfAction.class),
        new ActionHandler<>(TransportAgreementAction.INSTANCE, TransportAgreementAction.class),
        new ActionHandler<>(TransportDictionaryAction.INSTANCE, TransportDictionaryAction.class),
        new ActionHandler<>(SimHashAction.INSTANCE, TransportSimHashAction.class),
        new ActionHandler<>(MinHashAction.INSTANCE, TransportMinHashAction.class),
        new ActionHandler<>(NearDupAction.INSTANCE, TransportNearDupAction.class),
        new ActionHandler<>(SurveyAction.INSTANCE, TransportSurveyAction.class),
        new ActionHandler<>(BoilerplateAction.INSTANCE, TransportBoilerplateAction.class),
        new ActionHandler<>(PassagesAction.INSTANCE, TransportPassagesAction.class),
        new ActionHandler<>(HashSegmentsAction.INSTANCE, TransportHashSegmentsAction.class),
        new ActionHandler<>(
            TransportNearDupStatsAction.INSTANCE, TransportNearDupStatsAction.class));
  }

  /** The aggregations that endpoints search with. */
  public static List<AggregationSpec> aggregations() {
    return List.of(
        new AggregationSpec(
                NearDupHitsAggregationBuilder.NAME,
                NearDupHitsAggregationBuilder::new,
                NearDupHitsAggregationBuilder.PARSER)
            .addResultReader(InternalNearDupHits::new),
        new AggregationSpec(
                PassageFactsAggregationBuilder.NAME,
                PassageFactsAggregationBuilder::new,
                PassageFactsAggregationBuilder.PARSER)
            .addResultReader(InternalPassageFacts::new),
        new AggregationSpec(
                TermPageAggregationBuilder.NAME,
                TermPageAggregationBuilder::new,
                TermPageAggregationBuilder.PARSER)
            .addResultReader(TermPage::new));
  }

  public static List<SortSpec<?>> sorts() {
    return List.of(
        new SortSpec<>(
            DistanceSortBuilder.NAME, DistanceSortBuilder::new, DistanceSortBuilder.PARSER));
  }

  /** The sections of requests that endpoints search with. */
  public static List<SearchExtSpec<?>> exts() {
    return List.of(MaskedSource.spec(), LimitedFetch.spec());
  }

  public static List<FetchSubPhase> fetchPhases() {
    return List.of(new LimitedFetch.Phase(), new MaskedSourcePhase());
  }
}
