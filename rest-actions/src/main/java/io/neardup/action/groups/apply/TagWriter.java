// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.groups.apply;

import io.neardup.action.groups.apply.RankedDocs.Doc;
import io.neardup.request.Answers;
import java.util.ArrayList;
import java.util.List;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.action.get.MultiGetRequest;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.search.fetch.subphase.FetchSourceContext;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;

/**
 * Writes decisions as the user. A document that changed meanwhile is read again in real time and,
 * if its text is the same, tried again. No child of the task: what has been claimed is written and
 * settled even if the job is cancelled, which takes one bulk.
 */
final class TagWriter {
  /** How often a document is tried that changes all the time. */
  private static final int TRIES = 3;

  /** How often a bulk is tried that a busy node rejects. */
  private static final int BUSY_TRIES = 12;

  private static final long BUSY_MILLIS = 50;
  private static final long LONGEST_BUSY_MILLIS = 5_000;

  private final Client client;
  private final ThreadPool threadPool;
  private final String[] fields;

  /**
   * @param fields of a source that decide whether a document has changed
   */
  TagWriter(Client client, ThreadPool threadPool, String... fields) {
    this.client = client;
    this.threadPool = threadPool;
    this.fields = fields.clone();
  }

  /** Answers when each tag has its outcome; fails, with outcomes too, if one cannot be written. */
  void write(List<Tag> tags, ActionListener<Void> listener) {
    write(tags, TRIES, BUSY_TRIES, listener);
  }

  private void write(List<Tag> tags, int tries, int busyTries, ActionListener<Void> listener) {
    if (tags.isEmpty()) {
      listener.onResponse(null);
      return;
    }
    BulkRequest bulk = new BulkRequest();
    tags.forEach(tag -> bulk.add(tag.update()));
    ActionListener<BulkResponse> written =
        Answers.then(listener, (answer, next) -> read(tags, answer, tries, busyTries, next));
    client.bulk(
        bulk,
        Answers.listener(
            written::onResponse,
            e -> {
              tags.forEach(Tag::unknown);
              written.onFailure(e);
            }));
  }

  private void read(
      List<Tag> tags, BulkResponse answer, int tries, int busyTries, ActionListener<Void> listener)
      throws Exception {
    List<Tag> conflicting = new ArrayList<>();
    List<Tag> rejected = new ArrayList<>();
    Exception refused = null;
    Exception busy = null;
    for (int i = 0; i < tags.size(); i++) {
      Tag tag = tags.get(i);
      BulkItemResponse item = answer.getItems()[i];
      if (item.isFailed() == false) {
        tag.written(item.getResponse().getSeqNo());
        continue;
      }
      RestStatus status = item.getFailure().getStatus();
      switch (status) {
        case NOT_FOUND -> tag.notWritten();
        case CONFLICT -> conflicting.add(tag);
        case TOO_MANY_REQUESTS -> {
          rejected.add(tag);
          busy = item.getFailure().getCause();
        }
        default -> {
          if (status.getStatus() < 500) {
            tag.notWritten();
          } else {
            tag.unknown();
          }
          refused = item.getFailure().getCause();
        }
      }
    }
    if (refused != null || (busyTries == 1 && busy != null)) {
      conflicting.forEach(Tag::notWritten);
      rejected.forEach(Tag::notWritten);
      throw refused != null ? refused : busy;
    }
    again(
        rejected,
        busyTries,
        Answers.then(listener, (done, next) -> reread(conflicting, tries, busyTries, next)));
  }

  private void again(List<Tag> rejected, int busyTries, ActionListener<Void> listener) {
    if (rejected.isEmpty()) {
      listener.onResponse(null);
      return;
    }
    long pause = BUSY_MILLIS << (BUSY_TRIES - busyTries);
    threadPool.schedule(
        () -> Answers.<Void>begin(listener, next -> write(rejected, TRIES, busyTries - 1, next)),
        TimeValue.timeValueMillis(Math.min(pause, LONGEST_BUSY_MILLIS)),
        ThreadPool.Names.GENERIC);
  }

  private void reread(List<Tag> tags, int tries, int busyTries, ActionListener<Void> listener) {
    if (tries == 1 || tags.isEmpty()) {
      tags.forEach(Tag::notWritten);
      listener.onResponse(null);
      return;
    }
    MultiGetRequest get = new MultiGetRequest().preference("_primary").realtime(true);
    for (Tag tag : tags) {
      Doc doc = tag.doc();
      get.add(
          new MultiGetRequest.Item(doc.index(), doc.id())
              .routing(doc.routing())
              .fetchSourceContext(new FetchSourceContext(true, fields, new String[0])));
    }
    ActionListener<Void> failing =
        Answers.listener(
            listener::onResponse,
            e -> {
              // What has no outcome now was refused as a conflict.
              tags.stream().filter(tag -> tag.outcome() == null).forEach(Tag::notWritten);
              listener.onFailure(e);
            });
    client.multiGet(
        get,
        Answers.then(
            failing,
            (found, next) -> {
              for (int i = 0; i < tags.size(); i++) {
                MultiGetItemResponse item = found.getResponses()[i];
                if (item.isFailed()) {
                  throw item.getFailure().getFailure();
                }
                tags.get(i).seenAgain(item.getResponse());
              }
              List<Tag> left = tags.stream().filter(tag -> tag.outcome() == null).toList();
              write(left, tries - 1, busyTries, next);
            }));
  }
}
