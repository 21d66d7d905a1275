// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.write;

import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.job.JobNode;
import io.neardup.groups.job.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionType;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.delete.DeleteResponse;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.test.ClusterServiceUtils;
import org.opensearch.test.OpenSearchTestCase;
import org.opensearch.test.client.NoOpClient;
import org.opensearch.threadpool.TestThreadPool;
import org.opensearch.threadpool.ThreadPool;

/** A job on a node that does with the writes of its bulks what a test says. */
public abstract class BulkTestCase extends OpenSearchTestCase {
  /** How many writes each bulk had. */
  protected final List<Integer> bulks = new ArrayList<>();

  protected final GroupsTask task = new GroupsTask(1, "", "", "", TaskId.EMPTY_TASK_ID, Map.of());

  /** What the node does with a write of a bulk, by its place. */
  protected IntFunction<BulkItemResponse> node = BulkTestCase::accepted;

  private ThreadPool pool;
  private ClusterService cluster;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    pool = new TestThreadPool(getTestName());
    cluster = ClusterServiceUtils.createClusterService(pool);
  }

  @Override
  public void tearDown() throws Exception {
    cluster.close();
    terminate(pool);
    super.tearDown();
  }

  protected Work work() {
    return new Work(new JobNode(client(), null, cluster, pool, null, null, null, null, null), task);
  }

  private NoOpClient client() {
    return new NoOpClient(pool) {
      @Override
      @SuppressWarnings("unchecked") // Nothing but bulks is asked for.
      protected <R extends ActionRequest, A extends ActionResponse> void doExecute(
          ActionType<A> action, R request, ActionListener<A> listener) {
        int writes = ((BulkRequest) request).numberOfActions();
        bulks.add(writes);
        BulkItemResponse[] items =
            IntStream.range(0, writes).mapToObj(node).toArray(BulkItemResponse[]::new);
        ((ActionListener<BulkResponse>) listener).onResponse(new BulkResponse(items, 0));
      }
    };
  }

  protected static BulkItemResponse accepted(int number) {
    DeleteResponse response =
        new DeleteResponse(new ShardId("news", "_na_", 0), "1", number, 1, 1, true);
    return new BulkItemResponse(number, DocWriteRequest.OpType.DELETE, response);
  }

  protected static BulkItemResponse failed(int number, Exception cause) {
    return new BulkItemResponse(
        number, DocWriteRequest.OpType.DELETE, new BulkItemResponse.Failure("news", "1", cause));
  }

  protected static BulkItemResponse rejected(int number) {
    return failed(number, new OpenSearchRejectedExecutionException("busy"));
  }
}
