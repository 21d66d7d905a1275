// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.dest;

import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.job.Throttle;
import io.neardup.groups.pit.DocumentId;
import io.neardup.groups.priority.SearchesFirst;
import io.neardup.groups.replay.SignatureJoin;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.request.Listeners;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;

/**
 * Writes a record for each document of a group, not faster than allowed: a bulk, then the next one.
 * A record is found under the same id whenever its document is grouped, so that it can be written
 * twice.
 */
public final class RecordWriter implements RecordSink {
  /** On their way at a time: the next records are named while the last ones are written. */
  private static final int BULKS = 2;

  private final Client client;
  private final ThreadPool threadPool;
  private final String dest;

  /** Whether distances are those of signatures. */
  private final boolean bySimilarity;

  private final GroupsTask task;
  private final Throttle throttle;
  private final TaskId parent;
  private final InFlight bulks = new InFlight(BULKS);
  private final AtomicLong written = new AtomicLong();

  public RecordWriter(
      Client client,
      ThreadPool threadPool,
      GroupsRequest request,
      boolean bySimilarity,
      GroupsTask task,
      TaskId parent) {
    this.client = client;
    this.threadPool = threadPool;
    this.dest = request.dest();
    this.bySimilarity = bySimilarity;
    this.task = task;
    this.throttle = new Throttle(threadPool, request.requestsPerSecond(), task::check);
    this.parent = parent;
  }

  /** How many records to write at a time: those of a second at most. */
  public int batch(int atMost) {
    return throttle.batch(atMost);
  }

  public long written() {
    return written.get();
  }

  /**
   * What a document is in its group; the canonical is a duplicate of none.
   *
   * @param group its name, which takes a digest, the same for all documents of the canonical
   */
  public record GroupRecord(DocumentId document, DocumentId canonical, String group, int distance) {
    public boolean isCanonical() {
      return document.equals(canonical);
    }

    private XContentBuilder source(boolean bySimilarity) throws IOException {
      XContentBuilder source = JsonXContent.contentBuilder().startObject();
      source.field("index", document.index()).field("id", document.id());
      if (document.routing() != null) {
        source.field("routing", document.routing());
      }
      source.field("seq_no", document.seqNo()).field("primary_term", document.primaryTerm());
      source.field("group", group).field("status", isCanonical() ? "new" : "duplicate");
      if (isCanonical() == false) {
        if (bySimilarity) {
          source.field("similarity", SignatureJoin.similarity(distance));
        } else {
          source.field("distance", distance);
        }
        source.startObject("of");
        source.field("index", canonical.index()).field("id", canonical.id()).endObject();
      }
      return source.endObject();
    }
  }

  @Override
  public void check() {
    task.writing(written.get());
    task.check();
  }

  @Override
  public void take(List<GroupRecord> records, ActionListener<Void> listener) throws IOException {
    BulkRequest bulk = new BulkRequest();
    for (GroupRecord record : records) {
      SearchesFirst.giveWay();
      bulk.add(
          new IndexRequest(dest)
              .id(record.document.key())
              .setPipeline("_none")
              .source(record.source(bySimilarity)));
    }
    bulk.setParentTask(parent);
    bulks.room(
        Listeners.then(
            listener,
            (room, next) -> {
              long begin = System.nanoTime();
              write(bulk, bulks.begin());
              ActionListener<Void> paced =
                  Listeners.then(next, (done, after) -> pause(records.size(), begin, after));
              // While others search, the next records are not even named before these are written.
              (SearchesFirst.areRare() ? paced : bulks.emptied(paced)).onResponse(null);
            }));
  }

  private void pause(int records, long begin, ActionListener<Void> listener) {
    throttle.wrote(records, SearchesFirst.restNanos(System.nanoTime() - begin), listener);
  }

  private void write(BulkRequest bulk, ActionListener<Void> listener) {
    Listeners.begin(
        listener,
        ended ->
            new WholeBulk(client, threadPool, task)
                .write(
                    bulk,
                    Listeners.then(
                        ended,
                        (all, next) -> {
                          task.writing(written.addAndGet(bulk.numberOfActions()));
                          next.onResponse(null);
                        })));
  }

  @Override
  public ActionListener<Void> ending(ActionListener<Void> listener) {
    return bulks.emptied(listener);
  }
}
