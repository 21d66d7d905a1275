// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.apply;

import io.neardup.groups.job.Progress;
import io.neardup.groups.job.Tally;
import io.neardup.groups.job.Throttle;
import io.neardup.groups.pit.DocumentId;
import io.neardup.ingest.search.PrimaryGet;
import io.neardup.request.Listeners;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.core.action.ActionListener;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;

/**
 * Deletes duplicates as the user: those that nobody has changed since they were grouped, whose
 * canonical document is unchanged, too, as it is read in real time just before. What is left alone
 * is found by the next run.
 */
public final class Deleter {
  /** A document, and the one that stays in its place. */
  public record Duplicate(DocumentId document, DocumentId canonical) {}

  private final boolean resumed;
  private final Client client;
  private final Progress progress;
  private final Throttle throttle;
  private final BulkWriter<Deletion> writer;
  private Tally tally = Tally.none(Tally.Kind.DELETED);

  /**
   * @param client acts as the user
   * @param perSecond documents; infinite for no limit
   */
  public Deleter(Client client, ThreadPool threadPool, Progress progress, float perSecond) {
    this(client, threadPool, progress, perSecond, false);
  }

  private Deleter(
      Client client, ThreadPool threadPool, Progress progress, float perSecond, boolean resumed) {
    this.resumed = resumed;
    this.client = client;
    this.progress = progress;
    this.throttle = new Throttle(threadPool, perSecond, progress::check);
    this.writer = new BulkWriter<>(client, threadPool, progress::check);
  }

  /**
   * Goes on with documents some of which an earlier attempt has deleted: these count as unchanged,
   * as do those that the user must not see.
   */
  public static Deleter resumed(
      Client client, ThreadPool threadPool, Progress progress, float perSecond) {
    return new Deleter(client, threadPool, progress, perSecond, true);
  }

  /** What became of the documents so far. */
  public Tally tally() {
    return tally;
  }

  /** Shows it; throws if the job was cancelled. */
  public void check() {
    progress.applying(tally);
    progress.check();
  }

  /** Counts documents that are left alone, since their canonical is not known. */
  public void leave(long documents) {
    count(0, 0, documents);
  }

  /** Answers when these may be followed by others. */
  public void delete(List<Duplicate> duplicates, ActionListener<Void> listener) {
    if (duplicates.isEmpty()) {
      listener.onResponse(null);
      return;
    }
    Set<DocumentId> looked = new LinkedHashSet<>();
    duplicates.forEach(duplicate -> looked.add(duplicate.canonical));
    if (resumed) {
      duplicates.forEach(duplicate -> looked.add(duplicate.document));
    }
    look(
        List.copyOf(looked),
        Listeners.then(listener, (found, next) -> delete(duplicates, found, next)));
  }

  private void delete(List<Duplicate> duplicates, Found found, ActionListener<Void> listener) {
    List<Deletion> deletions =
        duplicates.stream()
            .filter(duplicate -> found.missing.contains(duplicate.document) == false)
            .filter(duplicate -> found.unchanged.contains(duplicate.canonical))
            .map(duplicate -> new Deletion(duplicate.document))
            .toList();
    long gone = duplicates.stream().filter(d -> found.missing.contains(d.document)).count();
    writer.write(
        deletions,
        Listeners.then(
            listener,
            (conflicts, next) -> {
              long deleted = deletions.stream().filter(Deletion::isDone).count();
              count(deleted, gone, duplicates.size() - deleted - gone);
              throttle.wrote(deletions.size(), next);
            }));
  }

  private void count(long deleted, long gone, long changed) {
    tally = tally.plus(deleted, gone, changed);
    progress.applying(tally);
  }

  /** What documents are now. */
  private record Found(Set<DocumentId> unchanged, Set<DocumentId> missing) {}

  private void look(List<DocumentId> documents, ActionListener<Found> listener) {
    PrimaryGet get = new PrimaryGet().addAll(documents.stream().map(DocumentId::ref).toList());
    client.multiGet(
        get.request(),
        Listeners.then(
            listener,
            (answer, next) -> {
              Found found = new Found(new HashSet<>(), new HashSet<>());
              for (int i = 0; i < documents.size(); i++) {
                MultiGetItemResponse item = answer.getResponses()[i];
                if (item.isFailed()) {
                  throw item.getFailure().getFailure();
                }
                if (item.getResponse().isExists() == false) {
                  found.missing.add(documents.get(i));
                } else if (isThisVersion(item.getResponse(), documents.get(i))) {
                  found.unchanged.add(documents.get(i));
                }
              }
              next.onResponse(found);
            }));
  }

  private static boolean isThisVersion(GetResponse now, DocumentId document) {
    return now.getSeqNo() == document.seqNo() && now.getPrimaryTerm() == document.primaryTerm();
  }

  /** A duplicate on its way. */
  private static final class Deletion implements BulkWriter.Write {
    private final DocumentId document;
    private boolean done;

    Deletion(DocumentId document) {
      this.document = document;
    }

    boolean isDone() {
      return done;
    }

    @Override
    public DocWriteRequest<?> request() {
      return new DeleteRequest(document.index(), document.id())
          .routing(document.routing())
          .setIfSeqNo(document.seqNo())
          .setIfPrimaryTerm(document.primaryTerm());
    }

    @Override
    public void written(long seqNo) {
      done = true;
    }

    // What is not deleted is left alone, whatever the reason.
    @Override
    public void notWritten() {}

    @Override
    public void unknown() {}
  }
}
