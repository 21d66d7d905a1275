// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.apply;

import io.neardup.action.resolve.IndexPipelines;
import io.neardup.action.resolve.MaskedSource;
import io.neardup.action.resolve.MaskedSourcePhase;
import io.neardup.fingerprint.lost.AllowedLoss;
import io.neardup.fingerprint.lost.AllowedLoss.Loss;
import io.neardup.fingerprint.lost.Difference;
import io.neardup.fingerprint.lost.TextTerms;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.groups.apply.ReviewedRecords.Duplicate;
import io.neardup.groups.pit.DocumentId;
import io.neardup.groups.request.Job;
import io.neardup.groups.request.TextLoss;
import io.neardup.lost.IndexDocFreqs;
import io.neardup.lost.StoredText;
import io.neardup.request.BatchSize;
import io.neardup.sequencer.DocRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.cluster.ClusterState;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;

/**
 * Tells of duplicates which ones may go: those with whose text, as the user may read it, no more is
 * lost than is allowed. A text that cannot be read keeps its document.
 *
 * @param fields with the texts of each index, whose documents are counted
 * @param html indexes of whose texts tags are no part
 */
public record LossGuard(
    Job job, AllowedLoss allowed, Map<String, List<String>> fields, Set<String> html) {
  /** Duplicates whose texts are read at a time, if they are not large. */
  private static final int MAX_BATCH = 16;

  /** Bytes for a character of a source, with the strings of its fields. */
  private static final long BYTES_PER_BYTE = 4;

  /**
   * A duplicate, and what it says.
   *
   * @param difference null if that is not known
   * @param other whether it, or what stays, is not what it was
   */
  private record Look(Duplicate duplicate, @Nullable Difference difference, boolean other) {}

  /**
   * That of a job.
   *
   * @param indices that are grouped
   * @return null if all duplicates may go
   * @throws IllegalArgumentException (HTTP 400) if nobody knows which fields have the texts
   */
  @Nullable static LossGuard of(Job job, Set<String> indices) {
    TextLoss loss = job.request().loss();
    if (loss == null) {
      return null;
    }
    ClusterState state = job.node().clusterService().state();
    String field = job.request().field();
    IndexPipelines pipelines = new IndexPipelines(state);
    return new LossGuard(
        job,
        loss.allowed(),
        loss.fields(state, indices, field),
        indices.stream()
            .filter(index -> pipelines.leaveOutTags(index, field))
            .collect(Collectors.toSet()));
  }

  /**
   * Refuses what could not be told later, before anything is done.
   *
   * @throws IllegalArgumentException (HTTP 400) if the fields with the texts are not known, or
   *     their words cannot be counted, or are masked for the user
   */
  public static void require(Job job, Set<String> indices) {
    LossGuard guard = of(job, indices);
    if (guard != null) {
      try (MemoryAccount memory = job.node().budget().open()) {
        TextTerms any = TextTerms.of("a");
        Difference all = Difference.of(any, new TextTerms());
        guard.freqs(guard.allowed.asked(all).toList(), memory);
      }
      guard.fields.forEach(
          (index, texts) -> texts.forEach(text -> guard.requireUnmasked(index, text)));
    }
  }

  /** Looks at a document that has a text, if there is one: a mask is a text as well. */
  private void requireUnmasked(String index, String text) {
    SearchSourceBuilder one =
        new SearchSourceBuilder()
            .query(
                QueryBuilders.boolQuery()
                    .must(QueryBuilders.matchAllQuery())
                    .should(QueryBuilders.existsQuery(text)))
            .size(1)
            .trackTotalHits(false)
            .fetchSource(text, null)
            .ext(List.of(new MaskedSource()));
    for (SearchHit hit : job.search(new SearchRequest(index).source(one)).getHits()) {
      MaskedSourcePhase.refuse(hit, List.of(text));
    }
  }

  /**
   * A duplicate, and what would be lost with it.
   *
   * @param loss null if it cannot be read, or what stays cannot
   * @param other whether one of both is not what it was
   */
  record Judged(Duplicate duplicate, @Nullable Loss loss, boolean other) {
    /** Whether it may go. */
    boolean isHarmless() {
      return loss != null && loss.allowed();
    }

    boolean isUnread() {
      return other == false && loss == null;
    }
  }

  /** All of them, in their order; where some are too much for the memory, one by one. */
  List<Judged> judge(List<Duplicate> duplicates) {
    List<Judged> judged = new ArrayList<>();
    BatchSize size = new BatchSize(MAX_BATCH);
    while (judged.size() < duplicates.size()) {
      job.task().checkCancelled();
      int to = Math.min(duplicates.size(), judged.size() + size.next());
      List<Duplicate> some = duplicates.subList(judged.size(), to);
      try (MemoryAccount memory = job.node().budget().open()) {
        judged.addAll(judge(some, memory, size));
      } catch (IllegalArgumentException | CircuitBreakingException e) {
        if (some.size() == 1) {
          throw e;
        }
        size.read(BatchSize.BYTES);
      }
    }
    return judged;
  }

  private List<Judged> judge(List<Duplicate> some, MemoryAccount memory, BatchSize size) {
    Map<DocRef, GetResponse> documents = read(some, memory, size);
    List<Look> looks = some.stream().map(each -> look(each, documents, memory)).toList();
    IndexDocFreqs freqs =
        freqs(
            looks.stream()
                .filter(look -> look.difference != null)
                .flatMap(look -> allowed.asked(look.difference))
                .toList(),
            memory);
    return looks.stream()
        .map(
            look ->
                new Judged(
                    look.duplicate,
                    look.difference == null ? null : allowed.of(look.difference, freqs),
                    look.other))
        .toList();
  }

  private Look look(Duplicate duplicate, Map<DocRef, GetResponse> documents, MemoryAccount memory) {
    GetResponse now = documents.get(duplicate.document().ref());
    GetResponse of = documents.get(duplicate.of().document().ref());
    if (isOther(duplicate.document(), now) || isOther(duplicate.of().document(), of)) {
      return new Look(duplicate, null, true);
    }
    String text = now == null ? null : text(now, true);
    String kept = of == null ? null : text(of, false);
    if (text == null || kept == null) {
      return new Look(duplicate, null, false);
    }
    Difference difference = Difference.of(TextTerms.of(text), TextTerms.of(kept));
    memory.take(difference.bytes());
    return new Look(duplicate, difference, false);
  }

  private static boolean isOther(DocumentId document, @Nullable GetResponse now) {
    return now != null && Deleter.isThisVersion(document, now) == false;
  }

  private IndexDocFreqs freqs(List<TextTerms> texts, MemoryAccount memory) {
    IndexDocFreqs freqs =
        new IndexDocFreqs(
            job.client(),
            source ->
                job.whole(new SearchRequest(fields.keySet().toArray(String[]::new)).source(source)),
            all(),
            memory);
    job.task().<Void>await(listener -> freqs.load(texts, listener));
    return freqs;
  }

  private List<String> all() {
    return fields.values().stream().flatMap(List::stream).distinct().toList();
  }

  /** What can be read of the duplicates and of those that stay. */
  private Map<DocRef, GetResponse> read(
      List<Duplicate> duplicates, MemoryAccount memory, BatchSize size) {
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
                long bytes =
                    found.isSourceEmpty()
                        ? 0
                        : BYTES_PER_BYTE * found.getSourceAsBytesRef().length();
                size.read(bytes);
                memory.take(bytes);
                read.put(document, found);
              }
            });
    return read;
  }

  /** Null if it cannot be read. */
  @Nullable private String text(GetResponse document, boolean whole) {
    return document.isSourceEmpty()
        ? null
        : StoredText.of(
            document.getSourceAsMap(),
            fields.get(document.getIndex()),
            whole,
            html.contains(document.getIndex()));
  }
}
