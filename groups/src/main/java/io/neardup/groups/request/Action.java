// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.request;

import java.io.IOException;
import java.util.Locale;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/**
 * What becomes of the documents.
 *
 * @param kind whether they are changed, and how
 * @param targetField of decisions; null for that of the pipeline, or the default
 */
public record Action(Kind kind, @Nullable String targetField) implements Writeable {
  /** What to do. */
  public enum Kind {
    /** Nothing. */
    REPORT,
    /** Each gets the decision that the ingest processor would have made. */
    TAG,
    /** The same, of members of groups without a canonical. */
    REPAIR,
    /** The duplicates are deleted. */
    DELETE;

    /** As a request has it. */
    public String shown() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  Action(StreamInput in) throws IOException {
    this(in.readEnum(Kind.class), in.readOptionalString());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeEnum(kind);
    out.writeOptionalString(targetField);
  }
}
