// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import static io.neardup.action.neardup.Searches.hit;
import static io.neardup.action.neardup.Searches.response;
import static io.neardup.action.neardup.Searches.withSource;

import io.neardup.action.Json;
import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.target.Target;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.search.TotalHits;
import org.opensearch.ResourceNotFoundException;
import org.opensearch.action.OriginalIndices;
import org.opensearch.action.search.ShardSearchFailure;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.search.DocValueFormat;
import org.opensearch.search.SearchHit;
import org.opensearch.search.SearchShardTarget;
import org.opensearch.test.OpenSearchTestCase;

/** The JSON that users see. */
public class NearDupResponseTests extends OpenSearchTestCase {
  private static final String ANSWERED =
      "'took':17,'timed_out':false,'_shards':{'total':5,'successful':5,'skipped':2,'failed':0},";

  private static String print(NearDupResult result) throws IOException {
    return Json.print(result);
  }

  public void testHits() throws IOException {
    SearchHit sorted = hit("y", 64);
    sorted.sortValues(
        new Object[] {7L, "b"}, new DocValueFormat[] {DocValueFormat.RAW, DocValueFormat.RAW});
    assertEquals(
        "{'took':31,'results':[{'id':'42','hash':'00000000000000ff',"
            + ANSWERED
            + "'total':{'value':2,'relation':'eq'},'hits':["
            + "{'_index':'news','_id':'x','distance':3,'similarity':0.953125,"
            + "'_source':{'title':'A title'}},"
            + "{'_index':'news','_id':'y','distance':64,'similarity':0.0,'sort':[7,'b']}]}]}",
        Json.print(
            new NearDupResponse(
                31,
                null,
                List.of(
                    new NearDupResult(
                        "42",
                        Target.of(255L),
                        response(withSource(hit("x", 3), "{\"title\":\"A title\"}"), sorted),
                        null)),
                MemoryAccount.unbounded())));
  }

  public void testNothingFound() throws IOException {
    assertEquals(
        "{'hash':'ffffffffffffffff'," + ANSWERED + "'total':{'value':0,'relation':'eq'},'hits':[]}",
        print(new NearDupResult(null, Target.of(-1L), response(), null)));
  }

  public void testFailures() throws IOException {
    assertEquals(
        "{'id':'gone','error':{'root_cause':[{'type':'resource_not_found_exception','reason':'no'}],"
            + "'type':'resource_not_found_exception','reason':'no'},'status':404}",
        print(new NearDupResult("gone", null, null, new ResourceNotFoundException("no"))));
    assertEquals(
        "{'hash':'0000000000000001','error':{'root_cause':[{'type':'illegal_argument_exception',"
            + "'reason':'no'}],'type':'illegal_argument_exception','reason':'no'},'status':400}",
        print(new NearDupResult(null, Target.of(1L), null, new IllegalArgumentException("no"))));
  }

  public void testPartialAnswersSaySo() throws IOException {
    ShardSearchFailure[] failures = {
      new ShardSearchFailure(
          new IllegalStateException("broken"),
          new SearchShardTarget("node", new ShardId("news", "uuid", 3), null, OriginalIndices.NONE))
    };
    String json =
        print(
            new NearDupResult(
                null,
                Target.of(0L),
                response(true, TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO, failures),
                null));
    assertEquals(
        "{'hash':'0000000000000000','took':17,'timed_out':true,"
            + "'_shards':{'total':5,'successful':4,'skipped':2,'failed':1,'failures':[{'shard':3,"
            + "'index':'news','node':'node','reason':{'type':'illegal_state_exception',"
            + "'reason':'broken'}}]},'total':{'value':0,'relation':'gte'},'hits':[]}",
        json);
  }

  public void testAHitOfAnotherClusterSaysWhich() throws IOException {
    SearchHit remote = hit("x", 0);
    remote.shard(
        new SearchShardTarget(
            "node", new ShardId("news", "uuid", 0), "east", OriginalIndices.NONE));
    assertTrue(
        print(new NearDupResult(null, Target.of(0L), response(remote), null))
            .contains("{'_index':'east:news','_id':'x',"));
  }

  public void testDistanceIsReadOffTheScore() {
    for (int distance = 0; distance <= Fingerprint.BITS; distance++) {
      assertEquals(distance, HitNearness.distance(hit("x", distance)));
    }
  }
}
