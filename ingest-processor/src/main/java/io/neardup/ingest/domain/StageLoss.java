// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import io.neardup.fingerprint.lost.AllowedLoss;
import io.neardup.lost.StoredText;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/**
 * What may be lost with a duplicate of a stage of texts: its parameter {@code lost}.
 *
 * @param stage its number
 * @param fields with the texts
 * @param html whether tags are no part of them
 */
public record StageLoss(int stage, List<String> fields, boolean html, AllowedLoss allowed)
    implements Writeable {
  /** Candidates that are looked at; what is less near to a document is taken for different. */
  public static final int MAX_CANDIDATES = 100;

  /** Stored texts that are read at once. */
  static final int MAX_READ = 1_000;

  /** Longer texts are not looked at: claims carry theirs. */
  private static final int MAX_LENGTH = 1 << 14;

  StageLoss(StreamInput in) throws IOException {
    this(
        in.readVInt(),
        in.readStringList(),
        in.readBoolean(),
        new AllowedLoss(in.readDouble(), in.readDouble()));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeVInt(stage);
    out.writeStringCollection(fields);
    out.writeBoolean(html);
    out.writeDouble(allowed.most());
    out.writeDouble(allowed.maxDocFreq());
  }

  /** What a document says; null if it cannot be read, or is too long. */
  @Nullable public String text(Map<String, Object> source) {
    String text = StoredText.of(source, fields, false, html);
    return text == null || text.isBlank() || text.length() > MAX_LENGTH ? null : text;
  }
}
