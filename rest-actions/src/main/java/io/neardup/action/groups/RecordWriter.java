// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.groups;

import io.neardup.action.groups.apply.DocumentId;
import io.neardup.action.groups.apply.Throttle;
import io.neardup.request.Answers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;

/**
 * Writes a record for each document of a group, not faster than allowed: a bulk, then the next one.
 * A record is found under the same id whenever its document is grouped, so that it can be written
 * twice.
 */
final class RecordWriter implements RecordSink {
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

  RecordWriter(
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
  int batch(int atMost) {
    return throttle.batch(atMost);
  }

  long written() {
    return written.get();
  }

  /** What a document is in its group; the canonical is a duplicate of none. */
  record GroupRecord(DocumentId document, DocumentId canonical, int distance) {
    boolean isCanonical() {
      return document.equals(canonical);
    }

    private Map<String, Object> source(boolean bySimilarity) {
      Map<String, Object> source = new LinkedHashMap<>();
      source.put("index", document.index());
      source.put("id", document.id());
      if (document.routing() != null) {
        source.put("routing", document.routing());
      }
      source.put("seq_no", document.seqNo());
      source.put("primary_term", document.primaryTerm());
      source.put("group", canonical.group());
      source.put("status", isCanonical() ? "new" : "duplicate");
      if (isCanonical() == false) {
        if (bySimilarity) {
          source.put("similarity", SignatureJoin.similarity(distance));
        } else {
          source.put("distance", distance);
        }
        Map<String, Object> of = new LinkedHashMap<>();
        of.put("index", canonical.index());
        of.put("id", canonical.id());
        source.put("of", of);
      }
      return source;
    }
  }

  @Override
  public void check() {
    task.writing(written.get());
    task.check();
  }

  @Override
  public void take(List<GroupRecord> records, ActionListener<Void> listener) {
    BulkRequest bulk = new BulkRequest();
    for (GroupRecord record : records) {
      bulk.add(
          new IndexRequest(dest)
              .id(record.document.key())
              .setPipeline("_none")
              .source(record.source(bySimilarity)));
    }
    bulk.setParentTask(parent);
    bulks.room(
        Answers.then(
            listener,
            (room, next) -> {
              write(bulk, bulks.begin());
              throttle.wrote(records.size(), next);
            }));
  }

  /** Of a job that is cancelled, no bulk even begins. */
  private void write(BulkRequest bulk, ActionListener<Void> listener) {
    Answers.begin(
        listener,
        ended ->
            new WholeBulk(client, threadPool)
                .write(
                    bulk,
                    Answers.then(
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
