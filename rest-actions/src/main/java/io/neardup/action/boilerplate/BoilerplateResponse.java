// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.boilerplate;

import io.neardup.fingerprint.idf.SmoothedIdf;
import io.neardup.fingerprint.passages.Boilerplate;
import io.neardup.request.LocalAction;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.opensearch.common.Nullable;
import org.opensearch.common.hash.MessageDigests;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/** Passages that many documents share, and the dictionary of them. */
public final class BoilerplateResponse extends LocalAction.Response implements ToXContentObject {
  private final long tookInMillis;
  private final Counts counts;
  private final List<FoundPassage> passages;
  private final byte[] lines;

  /**
   * What was looked at.
   *
   * @param documents that have the field
   * @param values of the field of the request that these have; null if it names none
   * @param minCount documents or values that a passage had to be in
   * @param complete whether no other passage can be in more
   */
  record Counts(long documents, @Nullable Long values, long minCount, boolean complete) {}

  BoilerplateResponse(long tookInMillis, Counts counts, List<FoundPassage> passages) {
    this.tookInMillis = tookInMillis;
    this.counts = counts;
    this.passages = passages;
    this.lines = lines(Math.max(1, counts.documents), passages);
  }

  private static byte[] lines(long documents, List<FoundPassage> passages) {
    Map<String, Long> terms = new TreeMap<>();
    for (FoundPassage passage : passages) {
      long count = Math.min(documents, passage.documents());
      passage.terms().forEach(term -> terms.merge(term, count, Math::max));
    }
    terms.put(Boilerplate.FORMAT, documents);
    SmoothedIdf idf = new SmoothedIdf(documents);
    StringBuilder lines = new StringBuilder();
    terms.forEach((term, count) -> lines.append(idf.line(term, count)).append('\n'));
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** The file of the dictionary, in UTF-8. */
  byte[] lines() {
    return lines;
  }

  /** SHA-256 of the file, 64 hex digits. */
  String digest() {
    return HexFormat.of().formatHex(MessageDigests.sha256().digest(lines));
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject().field("took", tookInMillis).field("documents", counts.documents);
    if (counts.values != null) {
      builder.field("values", counts.values);
    }
    builder
        .field("min_count", counts.minCount)
        .field("complete", counts.complete)
        .field("digest", digest())
        .startArray("passages");
    for (FoundPassage passage : passages) {
      builder.startObject().field("documents", passage.documents());
      if (passage.values() != null) {
        builder.field("values", passage.values());
      }
      builder
          .field("words", passage.words())
          .field("hash", passage.hash())
          .field("_index", passage.index())
          .field("_id", passage.id())
          .field("text", passage.text())
          .endObject();
    }
    return builder.endArray().endObject();
  }
}
