// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.apply;

import io.neardup.groups.request.Job;
import io.neardup.groups.write.BoundIndexes;
import io.neardup.groups.write.BulkWriter;
import io.neardup.sequencer.DocRef;
import java.util.List;
import java.util.Map;
import org.opensearch.action.get.GetResponse;

/**
 * Writes decisions as the user. A document that changed meanwhile is read again in real time and,
 * if its text is the same, tried again.
 */
final class TagWriter {
  /** How often a document is tried that changes all the time. */
  private static final int TRIES = 3;

  private final Job job;
  private final BulkWriter<Tag> writer;
  private final String[] fields;

  /**
   * @param bound the indexes that were grouped
   * @param fields of a source that decide whether a document has changed
   */
  TagWriter(Job job, BoundIndexes bound, String... fields) {
    this.job = job;
    this.writer = new BulkWriter<>(job, bound);
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
    Map<DocRef, GetResponse> found = job.look(tags.stream().map(Tag::ref).toList(), fields);
    tags.forEach(tag -> tag.seenAgain(found.get(tag.ref())));
  }
}
