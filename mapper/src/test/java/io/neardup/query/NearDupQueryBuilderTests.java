// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.lucene.hamming.HammingDistanceQuery;
import io.neardup.request.WireVersion;
import io.neardup.resolve.FingerprintSource;
import io.neardup.resolve.FingerprintSourceTests;
import io.neardup.resolve.ResolveFingerprintsRequest;
import io.neardup.resolve.ResolveFingerprintsResponse;
import io.neardup.target.Nearness;
import io.neardup.target.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionType;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.common.compress.CompressedXContent;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.index.mapper.MapperService;
import org.opensearch.index.query.BaseQueryRewriteContext;
import org.opensearch.index.query.MatchNoneQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryCoordinatorContext;
import org.opensearch.index.query.QueryRewriteContext;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.query.QueryShardException;
import org.opensearch.plugins.Plugin;
import org.opensearch.test.AbstractQueryTestCase;
import org.opensearch.test.client.NoOpClient;

public class NearDupQueryBuilderTests extends AbstractQueryTestCase<NearDupQueryBuilder> {
  private static final String FIELD = "content_simhash";
  private static final String ALIAS = "simhash_alias";

  /** The fingerprint that every id and document resolves to. */
  private static final long RESOLVED = 0x9f3a5c3b12ff00aaL;

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    List<Class<? extends Plugin>> plugins = new ArrayList<>(super.getPlugins());
    plugins.add(NearDupTestPlugin.class);
    return plugins;
  }

  @Override
  protected void initializeAdditionalMappings(MapperService mapperService) throws IOException {
    String mapping =
        """
        {"properties": {
          "content_simhash": {"type": "simhash"},
          "simhash_alias": {"type": "alias", "path": "content_simhash"}}}""";
    mapperService.merge(
        "_doc", new CompressedXContent(mapping), MapperService.MergeReason.MAPPING_UPDATE);
  }

  @Override
  protected NearDupQueryBuilder doCreateTestQueryBuilder() {
    String field = randomFrom(FIELD, ALIAS);
    int maxDistance = between(0, Fingerprint.BITS);
    NearDupQueryBuilder query =
        randomBoolean()
            ? new NearDupQueryBuilder(field, randomFingerprints(), maxDistance)
            : new NearDupQueryBuilder(field, FingerprintSourceTests.randomSource(), maxDistance);
    return query.ignoreUnmapped(randomBoolean());
  }

  private static FingerprintSet randomFingerprints() {
    return FingerprintSet.of(random().longs(randomFrom(0, 1, 1, 1, 5, 20)).toArray());
  }

  @Override
  public NearDupQueryBuilder mutateInstance(NearDupQueryBuilder query) throws IOException {
    if (randomBoolean()) {
      return changeNameOrBoost(query);
    }
    String field = query.fieldName();
    int maxDistance = query.nearness().maxDistance();
    boolean ignoreUnmapped = query.ignoreUnmapped();
    FingerprintSet fingerprints = fingerprints(query);
    FingerprintSource source = query.source();
    switch (between(0, 3)) {
      case 0 -> field += "x";
      case 1 -> maxDistance = maxDistance == 0 ? 1 : maxDistance - 1;
      case 2 -> ignoreUnmapped = ignoreUnmapped == false;
      default -> {
        fingerprints = fingerprints == null ? FingerprintSet.of(7) : null;
        source = fingerprints == null ? FingerprintSourceTests.randomSource() : null;
      }
    }
    NearDupQueryBuilder mutated =
        source == null
            ? new NearDupQueryBuilder(field, fingerprints, maxDistance)
            : new NearDupQueryBuilder(field, source, maxDistance);
    return mutated.ignoreUnmapped(ignoreUnmapped).boost(query.boost()).queryName(query.queryName());
  }

  /** The coordinating node resolves ids and documents; this test has none. */
  @Override
  protected QueryBuilder rewriteAndFetch(QueryBuilder query, QueryRewriteContext context) {
    try (NoOpClient client = new Resolver()) {
      QueryRewriteContext coordinating =
          new QueryCoordinatorContext(
              new BaseQueryRewriteContext(
                  xContentRegistry(), namedWriteableRegistry(), client, () -> 0L),
              new SearchRequest("news"));
      return super.rewriteAndFetch(super.rewriteAndFetch(query, coordinating), context);
    }
  }

  /** A client that resolves every id and document to the same fingerprint. */
  private static final class Resolver extends NoOpClient {
    Resolver() {
      super("resolver");
    }

    @Override
    @SuppressWarnings("unchecked") // The action says which response it has.
    protected <Q extends ActionRequest, R extends ActionResponse> void doExecute(
        ActionType<R> action, Q request, ActionListener<R> listener) {
      assertSame(ResolveFingerprintsRequest.ACTION, action);
      listener.onResponse(
          (R)
              new ResolveFingerprintsResponse(
                  List.of(ResolveFingerprintsResponse.Item.of(Target.of(RESOLVED)))));
    }
  }

  @Override
  protected void doAssertLuceneQuery(
      NearDupQueryBuilder builder, Query query, QueryShardContext context) {
    FingerprintSet fingerprints =
        builder.source() == null ? fingerprints(builder) : FingerprintSet.of(RESOLVED);
    if (fingerprints.size() == 0) {
      assertTrue(query.toString(), query instanceof MatchNoDocsQuery);
    } else {
      assertEquals(
          HammingDistanceQuery.of(FIELD, fingerprints, builder.nearness().maxDistance()), query);
    }
  }

  @Override
  protected Set<String> getObjectsHoldingArbitraryContent() {
    return Set.of("doc");
  }

  @Override
  protected Map<String, NearDupQueryBuilder> getAlternateVersions() {
    FingerprintSet one = FingerprintSet.of(RESOLVED);
    return Map.of(
        "{\"near_dup\": {\"f\": \"9F3a5c3b12ff00aa\"}}",
        new NearDupQueryBuilder("f", one, 3),
        "{\"near_dup\": {\"f\": \"9f3a5c3b12ff00aa~12\"}}",
        new NearDupQueryBuilder("f", one, 12),
        "{\"near_dup\": {\"f\": 18446744073709551615}}",
        new NearDupQueryBuilder("f", FingerprintSet.of(-1L), 3),
        "{\"near_dup\": {\"f\": {\"hashes\": \"9f3a5c3b12ff00aa\", \"max_distance\": \"5\"}}}",
        new NearDupQueryBuilder("f", one, 5),
        "{\"near_dup\": {\"f\": {\"id\": 42, \"routing\": 7}}}",
        new NearDupQueryBuilder(
            "f", new FingerprintSource.OfId("42", null, "7"), Nearness.DEFAULT));
  }

  /** Most queries need no rewrite; those with an id or document do, and say so. */
  @Override
  public void testMustRewrite() throws IOException {
    NearDupQueryBuilder query =
        new NearDupQueryBuilder(FIELD, FingerprintSourceTests.randomSource(), 3);
    QueryShardException e =
        expectThrows(QueryShardException.class, () -> query.toQuery(createShardContext()));
    assertEquals(FingerprintResolution.onlyInSearches(query.source()), e.getMessage());
  }

  public void testWithoutFingerprintsNothingMatches() throws IOException {
    NearDupQueryBuilder query =
        new NearDupQueryBuilder("unmapped", FingerprintSet.of(), 3).queryName("q").boost(2);
    QueryBuilder rewritten = rewriteAndFetch(query, createShardContext());
    assertEquals(new MatchNoneQueryBuilder().queryName("q").boost(2), rewritten);
  }

  public void testRewriteKeepsEverythingElse() {
    NearDupQueryBuilder query =
        new NearDupQueryBuilder(ALIAS, FingerprintSourceTests.randomSource(), 17)
            .ignoreUnmapped(true)
            .queryName("q")
            .boost(2);
    NearDupQueryBuilder expected =
        new NearDupQueryBuilder(ALIAS, FingerprintSet.of(RESOLVED), 17)
            .ignoreUnmapped(true)
            .queryName("q")
            .boost(2);
    assertEquals(expected, rewriteAndFetch(query, createShardContext()));
  }

  public void testUnmappedField() throws IOException {
    QueryShardContext context = createShardContext();
    context.setAllowUnmappedFields(true);
    NearDupQueryBuilder query = new NearDupQueryBuilder("nowhere", FingerprintSet.of(1), 3);
    QueryShardException e = expectThrows(QueryShardException.class, () -> query.toQuery(context));
    assertEquals(
        "[near_dup] field [nowhere] is not mapped: map it as [simhash], or set [ignore_unmapped]"
            + " to leave out indexes without it",
        e.getMessage());
    Query nothing = query.ignoreUnmapped(true).toQuery(context);
    assertTrue(nothing.toString(), nothing instanceof MatchNoDocsQuery);
  }

  public void testFieldOfAnotherType() {
    QueryShardContext context = createShardContext();
    for (String field :
        List.of(KEYWORD_FIELD_NAME, TEXT_FIELD_NAME, INT_FIELD_NAME, FIELD + ".s0")) {
      NearDupQueryBuilder query =
          new NearDupQueryBuilder(field, FingerprintSet.of(1), 3).ignoreUnmapped(true);
      Exception e = expectThrows(QueryShardException.class, () -> query.toQuery(context));
      assertEquals(
          "[near_dup] field ["
              + field
              + "] is of type ["
              + context.fieldMapper(field).typeName()
              + "], not [simhash] or [minhash]; use a field of type [simhash]",
          e.getMessage());
    }
  }

  public void testBoundsHoldForJavaCallersToo() {
    for (int bad : new int[] {-1, 65, Integer.MAX_VALUE}) {
      Exception e =
          expectThrows(
              IllegalArgumentException.class,
              () -> new NearDupQueryBuilder(FIELD, FingerprintSet.of(1), bad));
      assertEquals(
          "[max_distance] must be an integer from 0 (the same fingerprint) to 64 (any"
              + " fingerprint), got ["
              + bad
              + "]",
          e.getMessage());
    }
    Exception e =
        expectThrows(
            IllegalArgumentException.class,
            () -> new NearDupQueryBuilder(" ", FingerprintSet.of(1), 3));
    assertEquals("[near_dup] requires the name of a field, got [ ]", e.getMessage());
  }

  /** The bounds also hold for messages from a broken or hostile node. */
  public void testBoundsHoldForTheWireToo() throws IOException {
    try (BytesStreamOutput out = new BytesStreamOutput()) {
      out.writeFloat(1);
      out.writeOptionalString(null);
      WireVersion.write(out, WireVersion.V_0_1_0);
      out.writeString(FIELD);
      out.writeOptionalVInt(65);
      out.writeOptionalDouble(null);
      out.writeOptionalDouble(null);
      out.writeBoolean(false);
      Exception e =
          expectThrows(
              IllegalArgumentException.class,
              () -> new NearDupQueryBuilder(out.bytes().streamInput()));
      assertTrue(e.getMessage(), e.getMessage().endsWith("got [65]"));
    }
  }

  public void testOneAndSeveralHashesAreWrittenAsUsersWould() throws IOException {
    checkGeneratedJson(
        """
        {"near_dup": {"f": {"hash": "00000000000000ff", "max_distance": 3,
        "ignore_unmapped": false, "boost": 1.0}}}""",
        new NearDupQueryBuilder("f", FingerprintSet.of(255), 3));
    checkGeneratedJson(
        """
        {"near_dup": {"f": {"hashes": ["0000000000000000", "00000000000000ff"],
        "max_distance": 0, "ignore_unmapped": true, "boost": 1.0, "_name": "q"}}}""",
        new NearDupQueryBuilder("f", FingerprintSet.of(255, 0), 0)
            .ignoreUnmapped(true)
            .queryName("q"));
  }

  public void testVisitorSeesTheQuery() {
    List<QueryBuilder> visited = new ArrayList<>();
    NearDupQueryBuilder query = new NearDupQueryBuilder(FIELD, FingerprintSet.of(1), 3);
    query.visit(createTestVisitor(visited));
    assertEquals(List.of(query), visited);
  }

  private static FingerprintSet fingerprints(NearDupQueryBuilder query) {
    return query.target() == null ? null : ((Target.Fingerprints) query.target()).set();
  }
}
