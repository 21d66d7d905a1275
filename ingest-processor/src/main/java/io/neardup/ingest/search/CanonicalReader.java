// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.search;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.Hit;
import io.neardup.sequencer.Keys;
import java.util.ArrayList;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.opensearch.common.xcontent.support.XContentMapValues;

/** Reads canonicals, and the numbers of decisions, from the sources of stored documents. */
public final class CanonicalReader {
  private final DomainSpec spec;
  private final KeysReader reader;
  private final String[] source;

  public CanonicalReader(DomainSpec spec) {
    this.spec = spec;
    this.reader = new KeysReader(spec);
    Set<String> fields = new TreeSet<>(reader.fields());
    fields.add(spec.field("seq"));
    fields.add(spec.field("group"));
    fields.add(spec.field("status"));
    fields.add(spec.field("checked"));
    this.source = fields.toArray(String[]::new);
  }

  /** The fields to read of a source. Must not be changed. */
  public String[] fields() {
    return source;
  }

  /** Returns null for a document without a decision of ours. */
  Hit hit(DocRef ref, Map<String, Object> document, long seqNo) {
    Object decided = at(document, spec.targetField());
    if (decided instanceof Map<?, ?> decision) {
      Group group = Group.parse(decision.get("group"));
      long seq = decision.get("seq") instanceof Number number ? number.longValue() : -1;
      try {
        Keys keys = reader.read(document, new ArrayList<>());
        boolean sure = decision.get("checked") == null;
        return group == null ? null : new Hit(ref, seq, group, keys, seqNo, sure);
      } catch (IllegalArgumentException e) {
        // Written without the pipeline, so its value cannot be compared.
        return null;
      }
    }
    return null;
  }

  private static Object at(Map<String, Object> document, String path) {
    return XContentMapValues.extractValue(path, document);
  }

  /** The number of the decision; -1 if there is none. */
  public long seq(Map<String, Object> document) {
    return at(document, spec.field("seq")) instanceof Number number ? number.longValue() : -1;
  }
}
