// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.apply;

import io.neardup.fingerprint.lost.TextTerms;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.groups.apply.ReviewedRecords.Duplicate;
import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.job.JobNode;
import io.neardup.groups.pit.DocumentId;
import io.neardup.groups.request.TextLoss;
import io.neardup.ingest.search.PrimaryGet;
import io.neardup.lost.IndexDocFreqs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.action.get.MultiGetResponse;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.common.Nullable;
import org.opensearch.common.xcontent.support.XContentMapValues;
import org.opensearch.search.pipeline.SearchPipelineService;

/**
 * Tells of duplicates which ones may go: those with whose text, as the user may read it, no more is
 * lost than is allowed. A text that cannot be read keeps its document.
 */
final class LossGuard {
  /** Duplicates whose texts are read at a time: nobody knows how large they are. */
  private static final int MAX_BATCH = 16;

  /** Bytes for a character of a source, with the strings of its fields. */
  private static final long BYTES_PER_BYTE = 4;

  private final JobNode node;
  private final GroupsTask task;
  private final TextLoss wanted;
  private final Set<String> indices;

  /** A duplicate, its terms, and those that the one that stays lacks. */
  private record Look(Duplicate duplicate, TextTerms terms, TextTerms lost) {}

  /**
   * @param indices whose documents are counted
   */
  LossGuard(JobNode node, GroupsTask task, TextLoss wanted, Set<String> indices) {
    this.node = node;
    this.task = task;
    this.wanted = wanted;
    this.indices = indices;
  }

  /** Those that may go, and those that are not what they were, which nobody deletes. */
  List<Duplicate> harmless(List<Duplicate> duplicates) {
    List<Duplicate> harmless = new ArrayList<>();
    for (int from = 0; from < duplicates.size(); from += MAX_BATCH) {
      task.checkCancelled();
      List<Duplicate> some =
          duplicates.subList(from, Math.min(duplicates.size(), from + MAX_BATCH));
      try (MemoryAccount memory = node.budget().open()) {
        add(some, harmless, memory);
      }
    }
    return harmless;
  }

  private void add(List<Duplicate> some, List<Duplicate> harmless, MemoryAccount memory) {
    Map<DocumentId, GetResponse> documents = read(some, memory);
    List<Look> looks = new ArrayList<>();
    for (Duplicate duplicate : some) {
      GetResponse now = documents.get(duplicate.document());
      GetResponse of = documents.get(duplicate.of().document());
      if (now == null || of == null) {
        continue;
      }
      if (Deleter.isThisVersion(duplicate.document(), now) == false) {
        harmless.add(duplicate);
        continue;
      }
      String text = text(now, true);
      String kept = of.isExists() ? text(of, false) : null;
      if (text != null && kept != null) {
        TextTerms terms = TextTerms.of(text);
        TextTerms lost = terms.without(TextTerms.of(kept));
        memory.take(terms.bytes() + lost.bytes());
        looks.add(new Look(duplicate, terms, lost));
      }
    }
    judge(looks, harmless, memory);
  }

  private void judge(List<Look> looks, List<Duplicate> harmless, MemoryAccount memory) {
    IndexDocFreqs freqs =
        new IndexDocFreqs(
            node.client(),
            source ->
                new SearchRequest(indices.toArray(String[]::new))
                    .source(source)
                    .pipeline(SearchPipelineService.NOOP_PIPELINE_ID),
            wanted.fields(),
            memory);
    task.<Void>await(
        listener ->
            freqs.load(
                looks.stream().map(look -> wanted.allowed().asked(look.terms, look.lost)).toList(),
                listener));
    looks.stream()
        .filter(look -> wanted.allowed().of(look.terms, look.lost, freqs).allowed())
        .map(Look::duplicate)
        .forEach(harmless::add);
  }

  /** What can be read of the duplicates and of those that stay. */
  private Map<DocumentId, GetResponse> read(List<Duplicate> duplicates, MemoryAccount memory) {
    List<DocumentId> order =
        duplicates.stream()
            .flatMap(duplicate -> Stream.of(duplicate.document(), duplicate.of().document()))
            .distinct()
            .toList();
    PrimaryGet get =
        new PrimaryGet()
            .addAll(
                order.stream().map(DocumentId::ref).toList(),
                wanted.fields().toArray(String[]::new));
    MultiGetResponse answer =
        task.await(listener -> node.client().multiGet(get.request(), listener));
    Map<DocumentId, GetResponse> read = new HashMap<>();
    for (int i = 0; i < order.size(); i++) {
      MultiGetItemResponse item = answer.getResponses()[i];
      if (item.isFailed() == false) {
        GetResponse found = item.getResponse();
        memory.take(
            found.isSourceEmpty() ? 0 : BYTES_PER_BYTE * found.getSourceAsBytesRef().length());
        read.put(order.get(i), found);
      }
    }
    return read;
  }

  /**
   * The text of a document.
   *
   * @param whole whether each field must be there: who cannot see a field cannot tell what is lost
   *     with it
   * @return null if it cannot be read
   */
  @Nullable private String text(GetResponse document, boolean whole) {
    if (document.isSourceEmpty()) {
      return null;
    }
    Map<String, Object> source = document.getSourceAsMap();
    StringBuilder text = new StringBuilder();
    for (String field : wanted.fields()) {
      Object value = XContentMapValues.extractValue(field, source);
      List<?> values =
          value instanceof List<?> list ? list : value == null ? List.of() : List.of(value);
      if (whole && values.isEmpty()) {
        return null;
      }
      for (Object one : values) {
        if (one instanceof Map || one instanceof List || one == null) {
          return null;
        }
        text.append(one).append('\n');
      }
    }
    return text.toString();
  }
}
