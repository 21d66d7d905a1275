// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import static io.neardup.target.Nearness.within;

import io.neardup.resolve.FingerprintSource.OfDoc;
import io.neardup.resolve.FingerprintSource.OfId;
import io.neardup.target.Target;
import io.neardup.target.TargetKind;
import java.util.List;
import java.util.Map;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.tasks.CancellableTask;
import org.opensearch.test.OpenSearchTestCase;

/** What a request tells those who restrict, list or charge it. */
public class NearDupRequestTests extends OpenSearchTestCase {

  public void testIndicesAreReplacedInTheSearch() {
    NearDupRequest request =
        new NearDupRequest(
            new SearchRequest(new String[] {"a", "b"}, new SearchSourceBuilder()),
            "print",
            within(4),
            null,
            null,
            null,
            List.of(new Question(null, Target.of(1L), null, null)),
            true);
    assertArrayEquals(request.search().indices(), request.indices());
    assertSame((Object) request, request.indices("x", "y"));
    assertArrayEquals(new String[] {"x", "y"}, request.search().indices());
    assertEquals(request.search().indicesOptions(), request.indicesOptions());
    assertTrue(request.includeDataStreams());
    assertNull(request.validate());
  }

  public void testTask() {
    NearDupRequest request =
        new NearDupRequest(
            new SearchRequest(new String[] {"news"}, new SearchSourceBuilder().size(7)),
            "print",
            within(4),
            9,
            null,
            null,
            List.of(new Question(null, Target.of(1L), null, null)),
            true);
    CancellableTask task =
        request.createTask(1, "transport", NearDupAction.NAME, TaskId.EMPTY_TASK_ID, Map.of());
    assertEquals(
        "indices[news], search_type[QUERY_THEN_FETCH], source[{\"size\":7}], field[print],"
            + " max_distance[4], k[9], questions[1]",
        task.getDescription());
    assertTrue(task.shouldCancelChildrenOnCancellation());
  }

  public void testIdOfAnEntry() {
    assertEquals("a", new Question(new OfId("a", null, null), null, null, null).id());
    assertNull(new Question(new OfDoc(Map.of("a", 1), null), null, null, null).id());
    assertNull(new Question(null, Target.of(1L), null, null).id());
  }

  public void testDocumentsAreCounted() {
    Map<String, Object> large = Map.of("text", "x".repeat(5_000));
    NearDupRequest request =
        new NearDupRequest(
            new SearchRequest(new String[] {"a"}, new SearchSourceBuilder()),
            "print",
            within(4),
            null,
            null,
            null,
            List.of(
                new Question(new OfDoc(large, null), null, null, null),
                new Question(new OfDoc(large, null), null, null, null),
                Question.of(TargetKind.SIMHASH, "nope")),
            false);
    long bytes = request.bytes();
    assertTrue(bytes + " bytes", bytes > 10_000 && bytes < 11_000);
  }
}
