// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.apply;

import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.job.JobNode;
import io.neardup.groups.write.BoundIndexes;
import io.neardup.groups.write.BulkWriter;
import io.neardup.ingest.search.PrimaryGet;
import io.neardup.sequencer.DocRef;
import java.util.ArrayList;
import java.util.List;
import org.opensearch.ExceptionsHelper;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.action.get.MultiGetResponse;

/**
 * Writes decisions as the user. A document that changed meanwhile is read again in real time and,
 * if its text is the same, tried again.
 */
final class TagWriter {
  /** How often a document is tried that changes all the time. */
  private static final int TRIES = 3;

  private final JobNode node;
  private final GroupsTask task;
  private final BulkWriter<Tag> writer;
  private final String[] fields;

  /**
   * @param bound the indexes that were grouped
   * @param fields of a source that decide whether a document has changed
   */
  TagWriter(JobNode node, GroupsTask task, BoundIndexes bound, String... fields) {
    this.node = node;
    this.task = task;
    this.writer = new BulkWriter<>(node, task, bound);
    this.fields = fields.clone();
  }

  /** Returns when each tag has its outcome; throws, with outcomes too, if one cannot be written. */
  void write(List<Tag> tags) {
    List<Tag> left = tags;
    for (int tried = 1; left.isEmpty() == false; tried++) {
      List<Tag> conflicting = writer.write(left);
      if (tried == TRIES) {
        conflicting.forEach(Tag::notWritten);
        return;
      }
      try {
        reread(conflicting);
      } catch (RuntimeException e) {
        // What has no outcome now was refused as a conflict.
        conflicting.stream().filter(tag -> tag.outcome() == null).forEach(Tag::notWritten);
        throw e;
      }
      left = conflicting.stream().filter(tag -> tag.outcome() == null).toList();
    }
  }

  private void reread(List<Tag> tags) {
    List<GetResponse> found = look(tags.stream().map(Tag::ref).toList());
    for (int i = 0; i < tags.size(); i++) {
      tags.get(i).seenAgain(found.get(i));
    }
  }

  /** What documents are now. */
  List<GetResponse> look(List<DocRef> documents) {
    if (documents.isEmpty()) {
      return List.of();
    }
    PrimaryGet get = new PrimaryGet().addAll(documents, fields);
    MultiGetResponse found =
        task.await(listener -> node.client().multiGet(get.request(), listener));
    List<GetResponse> now = new ArrayList<>();
    for (MultiGetItemResponse item : found.getResponses()) {
      if (item.isFailed()) {
        throw ExceptionsHelper.convertToRuntime(item.getFailure().getFailure());
      }
      now.add(item.getResponse());
    }
    return now;
  }
}
