// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.action.neardup.HitReader.Place;
import io.neardup.fingerprint.Fingerprint;
import io.neardup.target.TargetKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.common.document.DocumentField;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.fetch.subphase.highlight.HighlightBuilder;

/**
 * What hits show of their documents: sources, fields and highlights, which all hits of a document
 * share. A document that is at another distance than when it was found has none.
 */
final class HitContents {
  private final NearDupRequest request;
  private final boolean showsFingerprint;
  private final Map<Place, List<Hit>> hits = new LinkedHashMap<>();
  private int shards = 1;

  /** A hit, and the question that has found it. */
  private record Hit(Question question, SearchHit hit) {}

  HitContents(NearDupRequest request) {
    this.request = request;
    this.showsFingerprint =
        request.docValueFields().stream().anyMatch(show -> show.field.equals(request.field()));
  }

  /** Adds the hits of a question. */
  void add(Question question, NearDupResult result) {
    shards = Math.max(shards, result.search().getTotalShards());
    for (SearchHit hit : result.search().getHits()) {
      hits.computeIfAbsent(Place.of(hit), place -> new ArrayList<>(1)).add(new Hit(question, hit));
    }
  }

  /** Reads what the hits show. */
  void read(HitReader reader, ActionListener<Void> listener) {
    reader.read(
        hits.keySet(),
        shards,
        wanted(),
        (documents, taken) -> {
          documents.forEach(this::show);
          taken.onResponse(null);
        },
        listener);
  }

  private SearchSourceBuilder wanted() {
    SearchSourceBuilder all = request.search().source();
    SearchSourceBuilder wanted =
        new SearchSourceBuilder()
            .fetchSource(all.fetchSource())
            .highlighter(highlighter(all.highlighter()));
    request.fetchFields().forEach(field -> wanted.fetchField(field.field, field.format));
    request.docValueFields().forEach(field -> wanted.docValueField(field.field, field.format));
    if (showsFingerprint == false) {
      wanted.docValueField(request.field());
    }
    return wanted;
  }

  /** It marks what the filter matches, and not the ids by which documents are read. */
  private HighlightBuilder highlighter(HighlightBuilder given) {
    if (given != null && given.highlightQuery() == null) {
      given.highlightQuery(
          request.filter() == null ? QueryBuilders.matchAllQuery() : request.filter());
    }
    return given;
  }

  private void show(Place place, SearchHit document) {
    DocumentField now = document.field(request.field());
    if (showsFingerprint == false) {
      document.removeDocumentField(request.field());
    }
    for (Hit of : hits.getOrDefault(place, List.of())) {
      if (of.question.target().kind() != TargetKind.SIMHASH || isStillNear(of, now)) {
        of.hit.sourceRef(document.getSourceRef());
        document.getDocumentFields().forEach(of.hit::setDocumentField);
        of.hit.highlightFields(document.getHighlightFields());
      }
    }
  }

  private static boolean isStillNear(Hit of, DocumentField now) {
    return now != null
        && now.getValues().stream()
            .mapToLong(Fingerprint::parseValue)
            .anyMatch(
                value ->
                    Fingerprint.distance(value, of.question.hash())
                        == HitNearness.distance(of.hit));
  }
}
