// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.request;

import io.neardup.fingerprint.lost.AllowedLoss;
import io.neardup.target.Verify;
import java.io.IOException;
import java.util.List;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/**
 * The parameter {@code text} of {@code verify}: a duplicate is deleted only if its text says no
 * more than this that the one that stays does not.
 *
 * @param fields with the text
 */
public record TextLoss(List<String> fields, AllowedLoss allowed) implements Writeable {
  private static final int MAX_FIELDS = 8;

  TextLoss(StreamInput in) throws IOException {
    this(in.readStringList(), new AllowedLoss(in.readDouble(), in.readDouble()));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeStringCollection(fields);
    out.writeDouble(allowed.most());
    out.writeDouble(allowed.maxDocFreq());
  }

  /**
   * What a parameter says.
   *
   * @throws IllegalArgumentException naming what is missing or does not belong here
   */
  static TextLoss of(Verify.Text text) {
    AllowedLoss allowed = text.loss();
    if (text.fields() == null || text.fields().isEmpty() || text.fields().size() > MAX_FIELDS) {
      throw new IllegalArgumentException(
          "[verify] [text] [fields] must name from 1 to "
              + MAX_FIELDS
              + " fields with the text of the documents, got "
              + (text.fields() == null ? "none" : text.fields()));
    }
    if (allowed == null
        || text.jaccard() != null
        || text.containment() != null
        || text.edit() != null) {
      throw new IllegalArgumentException(
          "[verify] [text] takes [fields], [lost] and [max_doc_freq] here, and requires [lost], what"
              + " a duplicate that is deleted may say that the document that stays does not");
    }
    return new TextLoss(List.copyOf(text.fields()), allowed);
  }
}
