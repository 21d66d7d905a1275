// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.dest;

import io.neardup.groups.dest.RecordWriter.GroupRecord;
import java.io.IOException;
import java.util.List;
import org.opensearch.core.action.ActionListener;

/** What the records of all groups go to, batch by batch. */
public interface RecordSink {
  /** Shows how far it is; throws if the job was cancelled. */
  void check();

  /** Answers when the next ones can be taken. */
  void take(List<GroupRecord> records, ActionListener<Void> listener) throws IOException;

  /**
   * A listener for when all is taken, or something failed: answered when nothing is on its way, or
   * at once if the job was cancelled.
   */
  default ActionListener<Void> ending(ActionListener<Void> listener) {
    return listener;
  }
}
