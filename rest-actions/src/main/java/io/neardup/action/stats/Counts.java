// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.stats;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;

/** Counters by their names in the response, in order. */
record Counts(Map<String, Long> byName) implements Writeable, ToXContentFragment {
  static final Counts NONE = new Counts(Map.of());

  Counts(Map<String, Long> byName) {
    this.byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
  }

  Counts(StreamInput in) throws IOException {
    this(in.readOrderedMap(StreamInput::readString, StreamInput::readVLong));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeMap(byName, StreamOutput::writeString, StreamOutput::writeVLong);
  }

  /** These and one more at the end. */
  Counts with(String name, long count) {
    return plus(new Counts(Map.of(name, count)));
  }

  /** The sums; names that only the others have are added at the end. */
  Counts plus(Counts others) {
    Map<String, Long> sums = new LinkedHashMap<>(byName);
    others.byName.forEach((name, count) -> sums.merge(name, count, Long::sum));
    return new Counts(sums);
  }

  /** The same, sorted by name. */
  Counts sorted() {
    return new Counts(new TreeMap<>(byName));
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    for (Map.Entry<String, Long> count : byName.entrySet()) {
      builder.field(count.getKey(), count.getValue());
    }
    return builder;
  }
}
