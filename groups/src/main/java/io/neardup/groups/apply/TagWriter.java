// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.apply;

import io.neardup.ingest.search.PrimaryGet;
import io.neardup.request.Listeners;
import java.util.List;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.core.action.ActionListener;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;

/**
 * Writes decisions as the user. A document that changed meanwhile is read again in real time and,
 * if its text is the same, tried again.
 */
final class TagWriter {
  /** How often a document is tried that changes all the time. */
  private static final int TRIES = 3;

  private final Client client;
  private final BulkWriter<Tag> writer;
  private final String[] fields;

  /**
   * @param check throws if the job was cancelled
   * @param fields of a source that decide whether a document has changed
   */
  TagWriter(Client client, ThreadPool threadPool, Runnable check, String... fields) {
    this.client = client;
    this.writer = new BulkWriter<>(client, threadPool, check);
    this.fields = fields.clone();
  }

  /** Answers when each tag has its outcome; fails, with outcomes too, if one cannot be written. */
  void write(List<Tag> tags, ActionListener<Void> listener) {
    write(tags, TRIES, listener);
  }

  private void write(List<Tag> tags, int tries, ActionListener<Void> listener) {
    writer.write(
        tags, Listeners.then(listener, (conflicting, next) -> reread(conflicting, tries, next)));
  }

  private void reread(List<Tag> tags, int tries, ActionListener<Void> listener) {
    if (tries == 1 || tags.isEmpty()) {
      tags.forEach(Tag::notWritten);
      listener.onResponse(null);
      return;
    }
    PrimaryGet get = new PrimaryGet().addAll(tags.stream().map(Tag::ref).toList(), fields);
    ActionListener<Void> failing =
        Listeners.listener(
            listener::onResponse,
            e -> {
              // What has no outcome now was refused as a conflict.
              tags.stream().filter(tag -> tag.outcome() == null).forEach(Tag::notWritten);
              listener.onFailure(e);
            });
    client.multiGet(
        get.request(),
        Listeners.then(
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
              write(left, tries - 1, next);
            }));
  }
}
