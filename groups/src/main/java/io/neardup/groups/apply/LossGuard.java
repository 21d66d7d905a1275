// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.apply;

import io.neardup.fingerprint.lost.AllowedLoss;
import io.neardup.fingerprint.lost.Difference;
import io.neardup.fingerprint.lost.TextTerms;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.groups.apply.ReviewedRecords.Duplicate;
import io.neardup.groups.pit.DocumentId;
import io.neardup.groups.request.Job;
import io.neardup.groups.request.TextLoss;
import io.neardup.lost.IndexDocFreqs;
import io.neardup.lost.StoredText;
import io.neardup.sequencer.DocRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.common.Nullable;
import org.opensearch.search.pipeline.SearchPipelineService;

/**
 * Tells of duplicates which ones may go: those with whose text, as the user may read it, no more is
 * lost than is allowed. A text that cannot be read keeps its document.
 */
public final class LossGuard {
  /** Duplicates whose texts are read at a time: nobody knows how large they are. */
  private static final int MAX_BATCH = 16;

  /** Bytes for a character of a source, with the strings of its fields. */
  private static final long BYTES_PER_BYTE = 4;

  private final Job job;
  private final AllowedLoss allowed;
  private final Map<String, List<String>> fields;

  /** A duplicate, and what it says. */
  private record Look(Duplicate duplicate, Difference difference) {}

  /**
   * @param fields with the texts of each index, whose documents are counted
   */
  private LossGuard(Job job, AllowedLoss allowed, Map<String, List<String>> fields) {
    this.job = job;
    this.allowed = allowed;
    this.fields = fields;
  }

  /**
   * That of a job.
   *
   * @param indices that are grouped
   * @return null if all duplicates may go
   * @throws IllegalArgumentException (HTTP 400) if nobody knows which fields have the texts
   */
  @Nullable static LossGuard of(Job job, Set<String> indices) {
    TextLoss loss = job.request().loss();
    return loss == null
        ? null
        : new LossGuard(
            job,
            loss.allowed(),
            loss.fields(job.node().clusterService().state(), indices, job.request().field()));
  }

  /**
   * Refuses what could not be told later, before anything is done.
   *
   * @throws IllegalArgumentException (HTTP 400) if the fields with the texts are not known, or
   *     their words cannot be counted
   */
  public static void require(Job job, Set<String> indices) {
    LossGuard guard = of(job, indices);
    if (guard != null) {
      try (MemoryAccount memory = job.node().budget().open()) {
        TextTerms any = TextTerms.of("a");
        Difference all = Difference.of(any, new TextTerms());
        guard.freqs(guard.allowed.asked(all).toList(), memory);
      }
    }
  }

  /**
   * Some of the duplicates.
   *
   * @param duplicates that may go, and those that are not what they were, which nobody deletes
   * @param unread how many others there are whose texts, or those that stay, cannot be read
   */
  record Harmless(List<Duplicate> duplicates, int unread) {}

  Harmless harmless(List<Duplicate> duplicates) {
    List<Duplicate> harmless = new ArrayList<>();
    int unread = 0;
    for (int from = 0; from < duplicates.size(); from += MAX_BATCH) {
      job.task().checkCancelled();
      List<Duplicate> some =
          duplicates.subList(from, Math.min(duplicates.size(), from + MAX_BATCH));
      try (MemoryAccount memory = job.node().budget().open()) {
        unread += add(some, harmless, memory);
      }
    }
    return new Harmless(harmless, unread);
  }

  /** Returns how many cannot be read. */
  private int add(List<Duplicate> some, List<Duplicate> harmless, MemoryAccount memory) {
    int unread = 0;
    Map<DocRef, GetResponse> documents = read(some, memory);
    List<Look> looks = new ArrayList<>();
    for (Duplicate duplicate : some) {
      GetResponse now = documents.get(duplicate.document().ref());
      GetResponse of = documents.get(duplicate.of().document().ref());
      if (isOther(duplicate.document(), now) || isOther(duplicate.of().document(), of)) {
        harmless.add(duplicate);
        continue;
      }
      String text = now == null ? null : text(now, true);
      String kept = of == null ? null : text(of, false);
      if (text == null || kept == null) {
        unread++;
      } else {
        Difference difference = Difference.of(TextTerms.of(text), TextTerms.of(kept));
        memory.take(difference.bytes());
        looks.add(new Look(duplicate, difference));
      }
    }
    judge(looks, harmless, memory);
    return unread;
  }

  private static boolean isOther(DocumentId document, @Nullable GetResponse now) {
    return now != null && Deleter.isThisVersion(document, now) == false;
  }

  private void judge(List<Look> looks, List<Duplicate> harmless, MemoryAccount memory) {
    IndexDocFreqs freqs =
        freqs(looks.stream().flatMap(look -> allowed.asked(look.difference)).toList(), memory);
    looks.stream()
        .filter(look -> allowed.of(look.difference, freqs).allowed())
        .map(Look::duplicate)
        .forEach(harmless::add);
  }

  private IndexDocFreqs freqs(List<TextTerms> texts, MemoryAccount memory) {
    IndexDocFreqs freqs =
        new IndexDocFreqs(
            job.client(),
            source ->
                new SearchRequest(fields.keySet().toArray(String[]::new))
                    .source(source)
                    .pipeline(SearchPipelineService.NOOP_PIPELINE_ID),
            all(),
            memory);
    job.task().<Void>await(listener -> freqs.load(texts, listener));
    return freqs;
  }

  private List<String> all() {
    return fields.values().stream().flatMap(List::stream).distinct().toList();
  }

  /** What can be read of the duplicates and of those that stay. */
  private Map<DocRef, GetResponse> read(List<Duplicate> duplicates, MemoryAccount memory) {
    Map<DocRef, GetResponse> read = new HashMap<>();
    job.items(
            duplicates.stream()
                .flatMap(d -> Stream.of(d.document().ref(), d.of().document().ref()))
                .toList(),
            all().toArray(String[]::new))
        .forEach(
            (document, item) -> {
              if (item.isFailed() == false) {
                GetResponse found = item.getResponse();
                memory.take(
                    found.isSourceEmpty()
                        ? 0
                        : BYTES_PER_BYTE * found.getSourceAsBytesRef().length());
                read.put(document, found);
              }
            });
    return read;
  }

  /** Null if it cannot be read. */
  @Nullable private String text(GetResponse document, boolean whole) {
    return document.isSourceEmpty()
        ? null
        : StoredText.of(document.getSourceAsMap(), fields.get(document.getIndex()), whole);
  }
}
