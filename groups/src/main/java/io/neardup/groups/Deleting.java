// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.groups.apply.Deleter;
import io.neardup.groups.apply.WriteProbe;
import io.neardup.groups.dest.RecordSink;
import io.neardup.groups.dest.RecordWriter.GroupRecord;
import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.job.JobNode;
import io.neardup.groups.job.Tally;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.request.Listeners;
import java.util.List;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.core.action.ActionListener;

/** How a job deletes all documents of its groups but the canonicals. */
record Deleting(JobNode node, GroupsRequest request) implements Change {
  @Override
  public List<DocWriteRequest<?>> probe(String index) {
    return List.of(WriteProbe.delete(index));
  }

  @Override
  public void run(
      GroupsOutput output,
      GroupsTask task,
      int batch,
      MemoryAccount memory,
      ActionListener<Tally> listener) {
    Deleter deleter =
        new Deleter(node.client(), node.threadPool(), task, request.requestsPerSecond());
    output.write(
        new Duplicates(deleter),
        Listeners.then(listener, (done, next) -> next.onResponse(deleter.tally())));
  }

  private record Duplicates(Deleter deleter) implements RecordSink {
    @Override
    public void check() {
      deleter.check();
    }

    @Override
    public void take(List<GroupRecord> records, ActionListener<Void> listener) {
      deleter.delete(
          records.stream()
              .filter(record -> record.isCanonical() == false)
              .map(record -> new Deleter.Duplicate(record.document(), record.canonical()))
              .toList(),
          listener);
    }
  }
}
