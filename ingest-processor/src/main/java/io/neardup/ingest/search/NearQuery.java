// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.search;

import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.ingest.domain.ClaimDoc;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.mapper.MinHashFieldType;
import io.neardup.query.NearDupQueryBuilder;
import io.neardup.query.PassageSubject;
import io.neardup.query.PassagesOptions;
import io.neardup.query.PassagesQueryBuilder;
import io.neardup.sequencer.Claim;
import io.neardup.sequencer.keys.Keys;
import io.neardup.sequencer.keys.Likeness;
import io.neardup.sequencer.keys.Stage;
import io.neardup.target.Nearness;
import io.neardup.target.Target;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.opensearch.ExceptionsHelper;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.IdsQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.indices.IndexClosedException;

/**
 * The query for everything near any of some documents, at any stage and within their scopes. One
 * clause per stage, however many documents.
 */
public final class NearQuery {
  /** The decision's field for the document's scope, in domains that have one. */
  public static final String SCOPE = "scope";

  /** Far fewer than the clauses of a query may be. */
  private static final int MOST_TEXTS = 200;

  private final DomainSearch search;
  private final DomainSpec spec;

  NearQuery(DomainSearch search) {
    this.search = search;
    this.spec = search.spec();
  }

  /** Returns null if none of the documents has anything to compare. */
  BoolQueryBuilder of(List<ClaimDoc> docs) {
    BoolQueryBuilder near = QueryBuilders.boolQuery();
    int exact = 0;
    for (int i = 0; i < spec.stages().size(); i++) {
      Stage stage = spec.stages().get(i);
      QueryBuilder clause =
          switch (stage.kind()) {
            case PASSAGES -> quoted(stage, docs, i);
            case EXACT -> equal(stage, docs, exact++);
            case SIMHASH -> within(stage, docs, i);
            case MINHASH -> similar(stage.likeness(), docs, i);
          };
      if (clause != null) {
        near.should(clause);
      }
    }
    if (near.should().isEmpty()) {
      return null;
    }
    BoolQueryBuilder query = QueryBuilders.boolQuery().filter(near.minimumShouldMatch(1));
    addScopes(docs, exact, query);
    search.limit(query, docs);
    return query;
  }

  /**
   * Leaves out documents that differ from this one in nothing in which they must: those that have
   * its only value in each such field, and no other one. Of several values none is left out.
   */
  private void leaveOutTheSame(ClaimDoc doc, BoolQueryBuilder query) {
    BoolQueryBuilder same = QueryBuilders.boolQuery();
    int first = doc.terms().size() - spec.differs().size();
    for (int i = 0; i < spec.differs().size(); i++) {
      String field = spec.differs().get(i);
      Set<String> values = Set.copyOf(doc.terms().get(first + i));
      if (values.isEmpty()) {
        same.mustNot(QueryBuilders.existsQuery(field));
      }
      for (String value : values) {
        same.filter(QueryBuilders.termQuery(field, value))
            .mustNot(QueryBuilders.rangeQuery(field).lt(value))
            .mustNot(QueryBuilders.rangeQuery(field).gt(value));
      }
    }
    query.mustNot(same);
  }

  /**
   * The same, and all canonicals that the documents may replace. Returns null for nothing.
   *
   * @param few whether to leave out what differs too little, for which a document must be alone
   */
  BoolQueryBuilder orReplaced(List<ClaimDoc> docs, boolean few) {
    BoolQueryBuilder near = of(docs);
    if (near != null && few) {
      leaveOutTheSame(docs.get(0), near);
    }
    IdsQueryBuilder ids = QueryBuilders.idsQuery();
    docs.stream()
        .map(ClaimDoc::claim)
        .filter(Claim::ownId)
        .forEach(claim -> ids.addIds(claim.ref().id()));
    if (ids.ids().isEmpty()) {
      return near;
    }
    QueryBuilder replaced =
        QueryBuilders.boolQuery()
            .filter(ids)
            .filter(QueryBuilders.termQuery(spec.field("status"), "new"));
    BoolQueryBuilder both = QueryBuilders.boolQuery().should(replaced).minimumShouldMatch(1);
    return near == null ? both : both.should(near);
  }

  private static QueryBuilder equal(Stage stage, List<ClaimDoc> docs, int number) {
    Set<String> terms = new TreeSet<>();
    docs.forEach(doc -> terms.addAll(doc.terms().get(number)));
    return terms.isEmpty() ? null : QueryBuilders.termsQuery(stage.field(), terms);
  }

  /** Of the documents that have something to compare at a stage. */
  private static Stream<Keys> keys(List<ClaimDoc> docs, int stage) {
    return docs.stream().map(doc -> doc.claim().keys()).filter(keys -> keys.has(stage));
  }

  private static QueryBuilder within(Stage stage, List<ClaimDoc> docs, int number) {
    long[] fingerprints = keys(docs, number).mapToLong(keys -> keys.value(number)).toArray();
    return fingerprints.length == 0
        ? null
        : new NearDupQueryBuilder(
                stage.field(), FingerprintSet.of(fingerprints), stage.maxDistance())
            .ignoreUnmapped(true);
  }

  private static QueryBuilder similar(Likeness likeness, List<ClaimDoc> docs, int number) {
    List<MinHashSignature> signatures =
        keys(docs, number).map(keys -> keys.signature(number)).distinct().toList();
    return signatures.isEmpty()
        ? null
        : new NearDupQueryBuilder(
                likeness.field(),
                new Target.Signatures(signatures),
                new Nearness(null, likeness.similarity(), likeness.recall(), likeness.numbers()))
            .ignoreUnmapped(true);
  }

  /** What the texts stand in. Each is a clause, of which a search has not too many. */
  private static QueryBuilder quoted(Stage stage, List<ClaimDoc> docs, int number) {
    BoolQueryBuilder any = QueryBuilders.boolQuery();
    PassagesOptions options = PassagesOptions.covering(stage.containment().coverage());
    keys(docs, number)
        .map(keys -> PassageSubject.of(keys.passages(number)))
        .distinct()
        .forEach(text -> any.should(new PassagesQueryBuilder(stage.field(), text, options, true)));
    return any.should().isEmpty() ? null : any;
  }

  /** Whether one search should not look for so many documents. */
  boolean isTooLarge(int docs) {
    return spec.stages().stream()
        .anyMatch(
            stage ->
                switch (stage.kind()) {
                  case PASSAGES -> docs > MOST_TEXTS;
                  case MINHASH -> docs > MinHashFieldType.MAX_SIGNATURES;
                  case EXACT, SIMHASH -> false;
                });
  }

  /** Whether a search failed because of what it looked for: it should look for less. */
  static boolean isRefused(Exception e) {
    return ExceptionsHelper.status(e) == RestStatus.BAD_REQUEST
        && ExceptionsHelper.unwrap(e, IndexClosedException.class) == null;
  }

  /** Wider than the scopes of the documents: what is found is compared anyway. */
  private void addScopes(List<ClaimDoc> docs, int exact, BoolQueryBuilder query) {
    for (int i = 0; i < spec.scope().size(); i++) {
      String field = spec.scope().get(i);
      Set<String> terms = new TreeSet<>();
      boolean without = false;
      for (ClaimDoc doc : docs) {
        List<String> of = doc.terms().get(exact + i);
        terms.addAll(of);
        without |= of.isEmpty();
      }
      BoolQueryBuilder either = QueryBuilders.boolQuery().minimumShouldMatch(1);
      if (terms.isEmpty() == false) {
        either.should(QueryBuilders.termsQuery(field, terms));
      }
      if (without) {
        either.should(QueryBuilders.boolQuery().mustNot(QueryBuilders.existsQuery(field)));
      }
      query.filter(either);
    }
  }

  /** A scope in the form written in a decision. */
  public static String scope(Keys keys) {
    return HexFormat.of().toHexDigits(keys.scope());
  }
}
