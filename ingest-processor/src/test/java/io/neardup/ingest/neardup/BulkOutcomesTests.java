// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Specs;
import io.neardup.sequencer.Decision;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.Outcome;
import io.neardup.sequencer.Outcome.Result;
import io.neardup.sequencer.keys.Closeness;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.DocWriteRequest.OpType;
import org.opensearch.action.DocWriteResponse;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkItemResponse.Failure;
import org.opensearch.action.delete.DeleteResponse;
import org.opensearch.action.index.IndexResponse;
import org.opensearch.action.update.UpdateResponse;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.test.OpenSearchTestCase;

/** Derives outcomes from the items of a response, with several of one _id, index or domain. */
public class BulkOutcomesTests extends OpenSearchTestCase {
  private final Set<String> domain = Set.of("news", "more");

  private static DomainSpec spec(String key) {
    return Specs.simHash(key, 3);
  }

  private static BulkClaims.Tracked claim(String key, String index, String id, long seq) {
    return claim(key, index, id, seq, true);
  }

  private static BulkClaims.Tracked claim(
      String key, String index, String id, long seq, boolean ownId) {
    return new BulkClaims.Tracked(
        spec(key),
        Specs.claim(new DocRef(index, id, null), ownId, 0),
        new Decision(seq, new Group(7, seq), null, Set.of(Decision.Trait.TRACKED)),
        false);
  }

  private static ShardId shard(String index) {
    return new ShardId(index, "uuid", 0);
  }

  private static BulkItemResponse written(String index, String id) {
    return new BulkItemResponse(
        0, OpType.INDEX, new IndexResponse(shard(index), id, 5, 1, 1, true));
  }

  private static BulkItemResponse updated(String id, DocWriteResponse.Result result) {
    return new BulkItemResponse(
        0, OpType.UPDATE, new UpdateResponse(shard("news"), id, 5, 1, 1, result));
  }

  private static BulkItemResponse dropped(String index, String id) {
    return new BulkItemResponse(
        0,
        OpType.INDEX,
        new UpdateResponse(
            new ShardId(index, IndexMetadata.INDEX_UUID_NA_VALUE, 0),
            id,
            0,
            0,
            1,
            DocWriteResponse.Result.NOOP));
  }

  private static BulkItemResponse failed(String index, String id, RestStatus status) {
    Exception cause = new OpenSearchStatusException("x", status);
    return new BulkItemResponse(0, OpType.INDEX, new Failure(index, id, cause));
  }

  private static BulkItemResponse refused(String index, String id) {
    Exception cause = new OpenSearchStatusException("x", RestStatus.CONFLICT);
    return new BulkItemResponse(
        0, OpType.INDEX, new Failure(index, id, cause, Failure.FailureSource.PIPELINE));
  }

  private Map<Long, Result> outcomes(List<BulkClaims.Tracked> claims, BulkItemResponse... items) {
    Map<Long, Result> results = new HashMap<>();
    new BulkOutcomes(items, (spec, index) -> domain.contains(index))
        .reports(claims)
        .values()
        .forEach(report -> report.outcomes().forEach(o -> results.put(o.seq(), o.result())));
    return results;
  }

  private Result outcome(BulkItemResponse... items) {
    return outcomes(List.of(claim("news", "news", "1", 11)), items).get(11L);
  }

  public void testOneItem() {
    assertEquals(Result.WRITTEN, outcome(written("news", "1"), written("news", "2")));
    assertEquals(Result.NOT_WRITTEN, outcome(dropped("alias", "1")));
    assertEquals(Result.NOT_WRITTEN, outcome(refused("alias", "1")));
    assertEquals(Result.NOT_WRITTEN, outcome(failed("news", "1", RestStatus.BAD_REQUEST)));
    assertEquals(Result.UNKNOWN, outcome(failed("news", "1", RestStatus.SERVICE_UNAVAILABLE)));
    assertEquals(Result.ENDED, outcome(failed("news", "1", RestStatus.CONFLICT)));
    assertEquals(
        "a script may have changed it",
        Result.ENDED,
        outcome(updated("1", DocWriteResponse.Result.CREATED)));
    assertEquals(Result.ENDED, outcome(updated("1", DocWriteResponse.Result.UPDATED)));
    assertEquals(Result.ENDED, outcome(updated("1", DocWriteResponse.Result.NOOP)));
  }

  public void testWrittenElsewhere() {
    assertEquals("rolled over", Result.WRITTEN, outcome(written("more", "1")));
    assertEquals("a dead letter", Result.NOT_WRITTEN, outcome(written("dead", "1")));
    assertEquals(Result.WRITTEN, outcome(written("news", "1"), written("dead", "1")));
  }

  public void testEndedElsewhere() {
    BulkItemResponse[] items = {failed("more", "1", RestStatus.CONFLICT)};
    Outcome ended =
        new BulkOutcomes(items, (spec, index) -> true)
            .reports(List.of(claim("news", "news", "1", 11)))
            .get(spec("news"))
            .outcomes()
            .get(0);
    assertEquals(new Outcome(11, Result.ENDED, "more", -1), ended);
  }

  public void testNoItem() {
    assertEquals("under another id", Result.UNKNOWN, outcome(written("news", "2")));
    List<BulkClaims.Tracked> made = List.of(claim("news", "news", "made", 11, false));
    assertEquals(
        Map.of(11L, Result.NOT_WRITTEN), outcomes(made, dropped("news", "auto-generated")));
    assertEquals(Map.of(11L, Result.UNKNOWN), outcomes(made, written("news", "2")));
  }

  /** The last of them counts, which is read. */
  public void testDeletedOrUpdatedAsWell() {
    BulkItemResponse deleted =
        new BulkItemResponse(
            0, OpType.DELETE, new DeleteResponse(shard("news"), "1", 5, 1, 1, true));
    assertEquals(Result.ENDED, outcome(deleted, written("news", "1")));
    BulkItemResponse changed = updated("1", DocWriteResponse.Result.UPDATED);
    assertEquals(Result.ENDED, outcome(written("news", "1"), changed));
    BulkItemResponse lost = failed("news", "1", RestStatus.SERVICE_UNAVAILABLE);
    assertEquals(Result.UNKNOWN, outcome(written("news", "1"), lost));
  }

  /** The answers of the two homes may come in any order. */
  public void testOneIdInTwoIndexes() {
    List<BulkClaims.Tracked> claims =
        List.of(claim("more", "more", "1", 22), claim("news", "news", "1", 11));
    assertEquals(
        Map.of(11L, Result.NOT_WRITTEN, 22L, Result.WRITTEN),
        outcomes(claims, failed("news", "1", RestStatus.BAD_REQUEST), written("more", "1")));
  }

  public void testTwoDomainsOfOneDocument() {
    List<BulkClaims.Tracked> claims =
        List.of(claim("near", "news", "1", 11), claim("same", "news", "1", 22));
    assertEquals(
        Map.of(11L, Result.WRITTEN, 22L, Result.WRITTEN), outcomes(claims, written("news", "1")));
  }

  public void testOneIdTwice() {
    List<BulkClaims.Tracked> claims =
        List.of(claim("news", "news", "1", 11), claim("news", "news", "1", 12));
    assertEquals(
        Map.of(11L, Result.WRITTEN, 12L, Result.ENDED),
        outcomes(claims, written("news", "1"), failed("news", "1", RestStatus.CONFLICT)));
    assertEquals(
        "which of the two it was is not known",
        Map.of(11L, Result.ENDED, 12L, Result.ENDED),
        outcomes(claims, written("news", "1")));
  }

  /** The home looks at the groups of duplicates that are to be deleted. */
  public void testGroups() {
    Decision.Match match =
        new Decision.Match(new DocRef("news", "0", null), 5, 0, new Closeness(2));
    BulkClaims.Tracked claim = claim("news", "news", "1", 11);
    BulkClaims.Tracked duplicate =
        new BulkClaims.Tracked(
            claim.spec(), claim.claim(), new Decision(11, new Group(7, 5), match, Set.of()), true);
    BulkOutcomes.Report report = report(duplicate, written("more", "1"));
    assertEquals("it is not tracked", List.of(), report.outcomes());
    assertEquals(Set.of(new Group(7, 5)), report.groups());
    assertEquals(Set.of(), report(claim, written("news", "1")).groups());
  }

  private BulkOutcomes.Report report(BulkClaims.Tracked claim, BulkItemResponse item) {
    return new BulkOutcomes(new BulkItemResponse[] {item}, (spec, index) -> domain.contains(index))
        .reports(List.of(claim))
        .get(claim.spec());
  }
}
