// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.write;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.index.IndexNotFoundException;
import org.opensearch.index.engine.DocumentMissingException;

/** {@link BulkWriter}: each write has its outcome, also those of a job that is cancelled. */
public class BulkWriterTests extends BulkTestCase {
  private static final String NOT_WRITTEN = "not written";

  /** A write that tells what became of it. */
  private static final class Told implements BulkWriter.Write {
    private String outcome = "";

    @Override
    public DocWriteRequest<?> request() {
      return new DeleteRequest("news", "1");
    }

    @Override
    public void written(long seqNo) {
      outcome += "written";
    }

    @Override
    public void notWritten() {
      outcome += NOT_WRITTEN;
    }

    @Override
    public void unknown() {
      outcome += "unknown";
    }
  }

  private BulkWriter<Told> writer;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    writer = new BulkWriter<>(work(), new BoundIndexes(Map.of()), 1);
  }

  private static List<Told> some(int count) {
    return IntStream.range(0, count).mapToObj(i -> new Told()).toList();
  }

  private static void assertAll(String outcome, List<Told> writes) {
    writes.forEach(write -> assertEquals(outcome, write.outcome));
  }

  /** Only those that were rejected are tried again. */
  public void testTriesAgain() {
    List<Told> writes = some(3);
    node =
        number -> {
          node = BulkWriterTests::accepted;
          return number == 1 ? rejected(number) : accepted(number);
        };
    assertEquals(List.of(), writer.write(writes));
    assertEquals(List.of(3, 1), bulks);
    assertAll("written", writes);
  }

  /** What stays rejected is reported, and not dropped; what is written meanwhile is. */
  public void testGivesUpAfterManyTries() {
    List<Told> writes = some(3);
    node = number -> bulks.size() > 1 || number == 1 ? rejected(number) : accepted(number);
    Exception given =
        expectThrows(OpenSearchRejectedExecutionException.class, () -> writer.write(writes));
    assertEquals("busy", given.getMessage());
    assertEquals(BulkWriter.TRIES, bulks.size());
    assertEquals(List.of(3, 1, 1), bulks.subList(0, 3));
    assertAll(NOT_WRITTEN, writes.subList(1, 2));
    assertAll("written", List.of(writes.get(0), writes.get(2)));
  }

  /** Nobody knows what became of writes whose answer does not come. */
  public void testNoAnswer() {
    List<Told> writes = some(2);
    node =
        number -> {
          throw new IllegalStateException("gone");
        };
    expectThrows(IllegalStateException.class, () -> writer.write(writes));
    assertAll("unknown", writes);
  }

  public void testCancelledBetweenTries() {
    List<Told> writes = some(3);
    node =
        number -> {
          task.cancel("enough");
          return number == 1 ? rejected(number) : accepted(number);
        };
    expectThrows(TaskCancelledException.class, () -> writer.write(writes));
    assertEquals(List.of(3), bulks);
    assertAll(NOT_WRITTEN, writes.subList(1, 2));
    assertAll("written", List.of(writes.get(0), writes.get(2)));
  }

  /** What cannot be written ends the job; what else there is has its outcome. */
  public void testRefused() {
    List<Told> writes = some(2);
    node =
        number ->
            number == 0
                ? failed(number, new IllegalArgumentException("malformed"))
                : accepted(number);
    Exception refused = expectThrows(IllegalArgumentException.class, () -> writer.write(writes));
    assertEquals(
        "document [1] of [news] cannot be written as it is: malformed; correct it, or the mapping",
        refused.getMessage());
    assertAll(NOT_WRITTEN, writes.subList(0, 1));
    assertAll("written", writes.subList(1, 2));
  }

  /** A document that is not there any more is none to write; an index must be there. */
  public void testGone() {
    List<Told> writes = some(2);
    Exception[] missing = {new DocumentMissingException(new ShardId("news", "_na_", 0), "1")};
    node = number -> number == 0 ? failed(number, missing[0]) : accepted(number);
    assertEquals(List.of(), writer.write(writes));
    missing[0] = new IndexNotFoundException("news");
    List<Told> more = some(2);
    OpenSearchStatusException gone =
        expectThrows(OpenSearchStatusException.class, () -> writer.write(more));
    assertEquals(RestStatus.GONE, gone.status());
    for (List<Told> each : List.of(writes, more)) {
      assertAll(NOT_WRITTEN, each.subList(0, 1));
      assertAll("written", each.subList(1, 2));
    }
  }
}
