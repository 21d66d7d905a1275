// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.write;

import java.util.List;
import java.util.Map;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;
import org.opensearch.core.tasks.TaskCancelledException;

/** {@link AllOrNothingBulk}, by which records are written: none is dropped without a word. */
public class AllOrNothingBulkTests extends BulkTestCase {
  private AllOrNothingBulk writer;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    writer = new AllOrNothingBulk(work(), new BoundIndexes(Map.of()));
  }

  private static BulkRequest three() {
    BulkRequest bulk = new BulkRequest();
    for (int i = 0; i < 3; i++) {
      bulk.add(new DeleteRequest("records", "" + i));
    }
    return bulk;
  }

  public void testRejectionsAreTriedAgain() {
    node = number -> bulks.size() < 3 && number == 0 ? rejected(number) : accepted(number);
    writer.write(three());
    assertEquals(List.of(3, 1, 1), bulks);
  }

  public void testWhatStaysRejectedIsReported() {
    node = number -> number == 0 ? rejected(number) : accepted(number);
    Exception given =
        expectThrows(OpenSearchRejectedExecutionException.class, () -> writer.write(three()));
    assertEquals("busy", given.getMessage());
    assertTrue(bulks.toString(), bulks.size() > 2);
  }

  public void testOneThatIsRefusedFailsAll() {
    node =
        number ->
            number == 1
                ? failed(number, new IllegalArgumentException("malformed"))
                : accepted(number);
    Exception refused = expectThrows(IllegalArgumentException.class, () -> writer.write(three()));
    assertEquals("malformed", refused.getMessage());
    assertEquals(List.of(3), bulks);
  }

  /** Nothing is sent for a job that is cancelled, not even what was rejected before. */
  public void testCancelledBetweenTries() {
    node =
        number -> {
          task.cancel("enough");
          return rejected(number);
        };
    expectThrows(TaskCancelledException.class, () -> writer.write(three()));
    assertEquals(List.of(3), bulks);
    expectThrows(TaskCancelledException.class, () -> writer.write(three()));
    assertEquals(List.of(3), bulks);
  }
}
