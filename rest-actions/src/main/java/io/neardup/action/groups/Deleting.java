// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.groups;

import io.neardup.action.groups.RecordWriter.GroupRecord;
import io.neardup.action.groups.apply.Deleter;
import io.neardup.action.groups.apply.Tally;
import io.neardup.action.groups.apply.WriteProbe;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.Listeners;
import java.util.List;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.core.action.ActionListener;

/** How a job deletes all documents of its groups but the canonicals. */
record Deleting(GroupsJob.Node node, GroupsRequest request) implements Change {
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
