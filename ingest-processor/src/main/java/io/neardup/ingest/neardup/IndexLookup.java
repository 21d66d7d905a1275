// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.fingerprint.FingerprintSet;
import io.neardup.mapper.NearDupQueryBuilder;
import io.neardup.sequencer.Claim;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.Hit;
import io.neardup.sequencer.Keys;
import io.neardup.sequencer.Stage;
import io.neardup.sequencer.Version;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.action.get.MultiGetRequest;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.common.document.DocumentField;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.xcontent.support.XContentMapValues;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.fetch.subphase.FetchSourceContext;
import org.opensearch.transport.client.Client;

/**
 * What the index says about claims: which canonicals are near, and whether they are still there.
 */
final class IndexLookup {
  /** The default of {@code index.max_result_window}, which bounds one search. */
  private static final int MAX_HITS = 10_000;

  private static final String PRIMARY = "_primary";

  private final Client client;
  private final DomainSpec spec;
  private final DocumentKeys reader;
  private final String[] source;

  IndexLookup(Client client, DomainSpec spec) {
    this.client = client;
    this.spec = spec;
    this.reader = new DocumentKeys(spec);
    Set<String> fields = new TreeSet<>(reader.fields());
    fields.add(spec.field("seq"));
    fields.add(spec.field("group"));
    fields.add(spec.field("status"));
    this.source = fields.toArray(String[]::new);
  }

  /** Every canonical in these indexes that is near to one of the documents, or a failure. */
  void search(
      List<String> indices,
      List<ClaimDoc> docs,
      TimeValue timeout,
      ActionListener<List<Hit>> listener) {
    BoolQueryBuilder near = near(docs);
    if (indices.isEmpty() || near.should().isEmpty()) {
      listener.onResponse(List.of());
      return;
    }
    search(indices, docs, near, Math.min(MAX_HITS, 100 + docs.size()), timeout, listener);
  }

  private void search(
      List<String> indices,
      List<ClaimDoc> docs,
      BoolQueryBuilder near,
      int size,
      TimeValue timeout,
      ActionListener<List<Hit>> listener) {
    SearchSourceBuilder search =
        new SearchSourceBuilder()
            .query(
                QueryBuilders.boolQuery()
                    .filter(QueryBuilders.termQuery(spec.field("status"), "new"))
                    .filter(near))
            .size(size)
            .sort("_doc")
            .trackTotalHits(true)
            .fetchSource(source, null)
            .seqNoAndPrimaryTerm(true);
    SearchRequest request =
        new SearchRequest(indices.toArray(String[]::new))
            .indicesOptions(IndicesOptions.strictExpandOpen())
            .preference(PRIMARY)
            .allowPartialSearchResults(false)
            .requestCache(false)
            .source(search);
    request.setCancelAfterTimeInterval(timeout);
    client.search(
        request,
        ActionListener.wrap(
            response -> read(indices, docs, near, size, timeout, response, listener),
            listener::onFailure));
  }

  private void read(
      List<String> indices,
      List<ClaimDoc> docs,
      BoolQueryBuilder near,
      int size,
      TimeValue timeout,
      SearchResponse response,
      ActionListener<List<Hit>> listener) {
    if (response.isTimedOut() || response.getFailedShards() > 0) {
      listener.onFailure(new IllegalStateException("the search is incomplete: " + response));
    } else if (response.getHits().getTotalHits().value() <= size) {
      listener.onResponse(hits(response));
    } else if (size < MAX_HITS) {
      search(indices, docs, near, MAX_HITS, timeout, listener);
    } else {
      halves(indices, docs, timeout, listener);
    }
  }

  /** Too many matches for one search: nothing is cut off. */
  private void halves(
      List<String> indices,
      List<ClaimDoc> docs,
      TimeValue timeout,
      ActionListener<List<Hit>> listener) {
    if (docs.size() == 1) {
      listener.onFailure(
          new IllegalStateException(
              "more than " + MAX_HITS + " canonicals are near to a document"));
      return;
    }
    int middle = docs.size() / 2;
    search(
        indices,
        docs.subList(0, middle),
        timeout,
        ActionListener.wrap(
            first ->
                search(
                    indices,
                    docs.subList(middle, docs.size()),
                    timeout,
                    ActionListener.wrap(
                        second -> {
                          Map<DocRef, Hit> all = new LinkedHashMap<>();
                          first.forEach(hit -> all.put(hit.ref(), hit));
                          second.forEach(hit -> all.put(hit.ref(), hit));
                          listener.onResponse(List.copyOf(all.values()));
                        },
                        listener::onFailure)),
            listener::onFailure));
  }

  private BoolQueryBuilder near(List<ClaimDoc> docs) {
    BoolQueryBuilder near = QueryBuilders.boolQuery().minimumShouldMatch(1);
    int exact = 0;
    for (int i = 0; i < spec.stages().size(); i++) {
      Stage stage = spec.stages().get(i);
      if (stage.kind() == Stage.Kind.EXACT) {
        Set<String> keywords = new TreeSet<>();
        for (ClaimDoc doc : docs) {
          keywords.add(doc.keywords().get(exact));
        }
        keywords.remove("");
        if (keywords.isEmpty() == false) {
          near.should(QueryBuilders.termsQuery(stage.field(), keywords));
        }
        exact++;
      } else {
        int number = i;
        long[] fingerprints =
            docs.stream()
                .map(doc -> doc.claim().keys())
                .filter(keys -> keys.has(number))
                .mapToLong(keys -> keys.value(number))
                .toArray();
        if (fingerprints.length > 0) {
          near.should(
              new NearDupQueryBuilder(
                      stage.field(), FingerprintSet.of(fingerprints), stage.maxDistance())
                  .ignoreUnmapped(true));
        }
      }
    }
    return near;
  }

  private List<Hit> hits(SearchResponse response) {
    List<Hit> hits = new ArrayList<>();
    for (SearchHit found : response.getHits()) {
      DocumentField routing = found.field("_routing");
      DocRef ref =
          new DocRef(
              found.getIndex(),
              found.getId(),
              routing == null ? null : routing.<Object>getValue().toString());
      Hit hit = hit(ref, found.getSourceAsMap(), found.getSeqNo());
      if (hit != null) {
        hits.add(hit);
      }
    }
    return hits;
  }

  /** Null for a document that no decision of ours made canonical. */
  private Hit hit(DocRef ref, Map<String, Object> document, long seqNo) {
    Object decided = at(document, spec.targetField());
    if (decided instanceof Map<?, ?> decision && "new".equals(decision.get("status"))) {
      Group group = Group.parse(decision.get("group"));
      long seq = decision.get("seq") instanceof Number number ? number.longValue() : -1;
      try {
        Keys keys = reader.read(document, new ArrayList<>());
        return group == null ? null : new Hit(ref, seq, group, keys, seqNo);
      } catch (IllegalArgumentException e) {
        // Written past the pipeline: whatever it holds, it cannot be compared.
        return null;
      }
    }
    return null;
  }

  private static Object at(Map<String, Object> document, String path) {
    return XContentMapValues.extractValue(path, document);
  }

  /** Whether the index, asked for what is written rather than refreshed, has these canonicals. */
  void verify(Collection<Hit> hits, ActionListener<Map<Version, Boolean>> listener) {
    if (hits.isEmpty()) {
      listener.onResponse(Map.of());
      return;
    }
    List<Hit> asked = List.copyOf(hits);
    client.multiGet(
        get(asked.stream().map(Hit::ref).toList()),
        ActionListener.wrap(
            response -> {
              Map<Version, Boolean> verified = new HashMap<>();
              for (int i = 0; i < asked.size(); i++) {
                Hit hit = asked.get(i);
                Hit stored = stored(response.getResponses()[i], hit.ref());
                if (response.getResponses()[i].isFailed() == false) {
                  verified.put(
                      new Version(hit.ref(), hit.seq()),
                      stored != null
                          && stored.seq() == hit.seq()
                          && stored.keys().equals(hit.keys()));
                }
              }
              listener.onResponse(verified);
            },
            listener::onFailure));
  }

  /** Which of these versions the index has; those that cannot be asked for are left out. */
  void written(List<Version> versions, ActionListener<Map<Version, Boolean>> listener) {
    if (versions.isEmpty()) {
      listener.onResponse(Map.of());
      return;
    }
    client.multiGet(
        get(versions.stream().map(Version::ref).toList()),
        ActionListener.wrap(
            response -> {
              Map<Version, Boolean> written = new HashMap<>();
              for (int i = 0; i < versions.size(); i++) {
                MultiGetItemResponse item = response.getResponses()[i];
                if (item.isFailed() == false) {
                  written.put(versions.get(i), seq(item) == versions.get(i).seq());
                }
              }
              listener.onResponse(written);
            },
            listener::onFailure));
  }

  private long seq(MultiGetItemResponse item) {
    Object seq =
        item.getResponse().isExists()
            ? at(item.getResponse().getSourceAsMap(), spec.field("seq"))
            : null;
    return seq instanceof Number number ? number.longValue() : -1;
  }

  private Hit stored(MultiGetItemResponse item, DocRef ref) {
    return item.isFailed() || item.getResponse().isExists() == false
        ? null
        : hit(ref, item.getResponse().getSourceAsMap(), -1);
  }

  private MultiGetRequest get(List<DocRef> refs) {
    MultiGetRequest request = new MultiGetRequest().preference(PRIMARY).realtime(true);
    for (DocRef ref : refs) {
      request.add(
          new MultiGetRequest.Item(ref.index(), ref.id())
              .routing(ref.routing())
              .fetchSourceContext(new FetchSourceContext(true, source, new String[0])));
    }
    return request;
  }

  /** The claims of these. */
  static List<Claim> claims(List<ClaimDoc> docs) {
    return docs.stream().map(ClaimDoc::claim).toList();
  }
}
