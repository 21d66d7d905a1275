// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.resolve;

import io.neardup.action.ManySearches;
import io.neardup.request.IndexLimits;
import io.neardup.request.Listeners;
import io.neardup.target.MappedFields;
import io.neardup.target.Target;
import io.neardup.target.TargetKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.action.search.MultiSearchResponse;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.Nullable;
import org.opensearch.common.document.DocumentField;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.pipeline.SearchPipelineService;
import org.opensearch.transport.client.Client;
import org.opensearch.transport.client.ParentTaskAssigningClient;

/**
 * Finds the indexed fingerprints of documents by searching for their ids, with the user's
 * permissions; sees only documents that searches see.
 */
final class DocValueLookups {
  /** Documents per search. */
  private static final int BATCH = 100;

  /** Custom routing allows an id in every shard, but it is rarely in more than one. */
  private static final int HITS_PER_ID = 10;

  private final String field;
  private final Targets targets;
  private final MappedFields mapped;
  private final Client client;
  private final UserContext user;
  private final TaskId parent;

  DocValueLookups(
      String field,
      Targets targets,
      MappedFields mapped,
      Client client,
      UserContext user,
      TaskId parent) {
    this.field = field;
    this.targets = targets;
    this.mapped = mapped;
    this.client = client;
    this.user = user;
    this.parent = parent;
  }

  /** Where to search for documents. */
  private record Place(String index, @Nullable String routing) {}

  /** Answers all lookups, each on its own. */
  void find(List<IdLookup> lookups) {
    if (lookups.isEmpty()) {
      return;
    }
    List<List<IdLookup>> batches = batches(lookups);
    user.<List<MultiSearchResponse.Item>>send(
        Listeners.each(
            lookups.stream().map(IdLookup::listener).toList(), found -> answer(batches, found)),
        listener ->
            ManySearches.run(
                new ParentTaskAssigningClient(client, parent),
                batches.stream().map(this::search).toList(),
                listener));
  }

  private List<List<IdLookup>> batches(List<IdLookup> lookups) {
    Map<Place, List<IdLookup>> open = new HashMap<>();
    List<List<IdLookup>> batches = new ArrayList<>();
    for (IdLookup lookup : lookups) {
      Place place = new Place(lookup.index(), lookup.routing());
      List<IdLookup> batch = open.get(place);
      if (batch == null || batch.size() >= window(place.index) / HITS_PER_ID) {
        batch = new ArrayList<>();
        open.put(place, batch);
        batches.add(batch);
      }
      batch.add(lookup);
    }
    return batches;
  }

  /** How many hits a search may have. */
  private int window(String index) {
    return IndexLimits.least(
        IndexSettings.MAX_RESULT_WINDOW_SETTING,
        mapped.state(),
        List.of(index),
        HITS_PER_ID * BATCH);
  }

  private SearchRequest search(List<IdLookup> batch) {
    IdLookup any = batch.get(0);
    String[] ids = batch.stream().map(IdLookup::id).distinct().toArray(String[]::new);
    return new SearchRequest(any.index())
        .routing(any.routing())
        .pipeline(SearchPipelineService.NOOP_PIPELINE_ID)
        .allowPartialSearchResults(false)
        .source(
            new SearchSourceBuilder()
                .query(QueryBuilders.idsQuery().addIds(ids))
                .size(Math.min(HITS_PER_ID * ids.length, window(any.index())))
                .trackTotalHits(false)
                .sort("_doc")
                .fetchSource(false)
                .docValueField(field));
  }

  private void answer(List<List<IdLookup>> batches, List<MultiSearchResponse.Item> found) {
    for (int i = 0; i < found.size(); i++) {
      Exception failure = found.get(i).getFailure();
      SearchResponse response = found.get(i).getResponse();
      for (IdLookup lookup : batches.get(i)) {
        if (failure != null) {
          lookup.listener().onFailure(failure);
        } else {
          ActionListener.completeWith(lookup.listener(), () -> target(lookup, response));
        }
      }
    }
  }

  /** Null if the document has none. */
  @Nullable private Target target(IdLookup lookup, SearchResponse found) {
    for (SearchHit hit : found.getHits()) {
      if (hit.getId().equals(lookup.id())
          && targets.isIn(
              hit.getShard().getShardId(), lookup.index(), lookup.id(), lookup.routing())) {
        return target(lookup, mapped.kind(hit.getIndex(), field), hit.field(field));
      }
    }
    throw IdSources.noSuchDocument(lookup.id(), lookup.index());
  }

  @Nullable private Target target(IdLookup lookup, TargetKind kind, @Nullable DocumentField values) {
    if (values == null || values.getValues().isEmpty()) {
      return null;
    }
    if (values.getValues().size() > 1) {
      throw IdSources.several(lookup, values.getValues().size(), field, kind);
    }
    return kind.parse(values.getValue());
  }
}
