// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.groups.apply;

import io.neardup.request.Answers;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.action.get.MultiGetRequest;
import org.opensearch.core.action.ActionListener;
import org.opensearch.search.fetch.subphase.FetchSourceContext;
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
    this.client = client;
    this.progress = progress;
    this.throttle = new Throttle(threadPool, perSecond, progress::check);
    this.writer = new BulkWriter<>(client, threadPool);
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

  /** Answers when these may be followed by others. */
  public void delete(List<Duplicate> duplicates, ActionListener<Void> listener) {
    if (duplicates.isEmpty()) {
      listener.onResponse(null);
      return;
    }
    List<DocumentId> canonicals = duplicates.stream().map(Duplicate::canonical).distinct().toList();
    findUnchanged(
        canonicals,
        Answers.then(
            listener,
            (unchanged, next) -> {
              List<Deletion> deletions =
                  duplicates.stream()
                      .filter(duplicate -> unchanged.contains(duplicate.canonical))
                      .map(duplicate -> new Deletion(duplicate.document))
                      .toList();
              writer.write(
                  deletions,
                  Answers.then(
                      next,
                      (conflicts, last) -> {
                        long deleted = deletions.stream().filter(Deletion::isDone).count();
                        count(deleted, duplicates.size() - deleted);
                        throttle.wrote(deletions.size(), last);
                      }));
            }));
  }

  private void count(long deleted, long changed) {
    tally = tally.plus(deleted, 0, changed);
    progress.applying(tally);
  }

  private void findUnchanged(List<DocumentId> documents, ActionListener<Set<DocumentId>> listener) {
    MultiGetRequest get = new MultiGetRequest().preference("_primary").realtime(true);
    for (DocumentId document : documents) {
      get.add(
          new MultiGetRequest.Item(document.index(), document.id())
              .routing(document.routing())
              .fetchSourceContext(FetchSourceContext.DO_NOT_FETCH_SOURCE));
    }
    client.multiGet(
        get,
        Answers.then(
            listener,
            (found, next) -> {
              Set<DocumentId> unchanged = new HashSet<>();
              for (int i = 0; i < documents.size(); i++) {
                MultiGetItemResponse item = found.getResponses()[i];
                if (item.isFailed()) {
                  throw item.getFailure().getFailure();
                }
                if (isThisVersion(item.getResponse(), documents.get(i))) {
                  unchanged.add(documents.get(i));
                }
              }
              next.onResponse(unchanged);
            }));
  }

  private static boolean isThisVersion(GetResponse now, DocumentId document) {
    return now.isExists()
        && now.getSeqNo() == document.seqNo()
        && now.getPrimaryTerm() == document.primaryTerm();
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
