// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.search;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.IndexFields;
import io.neardup.ingest.domain.Mark;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.Hit;
import io.neardup.sequencer.keys.Keys;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.opensearch.action.get.GetResponse;
import org.opensearch.common.Nullable;
import org.opensearch.common.xcontent.support.XContentMapValues;

/** Reads canonicals, and the numbers of decisions, from the sources of stored documents. */
public final class CanonicalReader {
  private final DomainSpec spec;
  private final KeysReader reader;
  private final IndexFields indexFields;

  /**
   * @param indexFields what the indexes compare
   */
  public CanonicalReader(DomainSpec spec, IndexFields indexFields) {
    this.spec = spec;
    this.indexFields = indexFields;
    this.reader = new KeysReader(spec, indexFields);
  }

  /**
   * The fields to fetch of the sources of these indexes: with the whole decision.
   *
   * @param text whether that is fetched, too, which is looked at to tell what would be lost
   */
  public String[] fields(Collection<String> indices, boolean text) {
    Set<String> fields = new TreeSet<>(Set.of(spec.targetField()));
    indices.forEach(index -> fields.addAll(reader.fields(indexFields.ofStored(spec, index))));
    if (text && spec.loss() != null) {
      fields.addAll(spec.loss().fields());
    }
    return fields.toArray(String[]::new);
  }

  /** Asks for documents with these fields. */
  public PrimaryGet get(Collection<DocRef> refs, boolean text) {
    return add(refs, text, new PrimaryGet());
  }

  /** The same together with others. */
  public PrimaryGet add(Collection<DocRef> refs, boolean text, PrimaryGet get) {
    Map<String, String[]> ofIndex = new HashMap<>();
    for (DocRef ref : refs) {
      get.add(ref, ofIndex.computeIfAbsent(ref.index(), index -> fields(List.of(index), text)));
    }
    return get;
  }

  /**
   * Returns null for a document without a decision of ours.
   *
   * @param seqNo the sequence number of the write in its shard, or -1
   * @param term the primary term of that number, or -1
   */
  @Nullable Hit hit(DocRef ref, Map<String, Object> document, long seqNo, long term) {
    Object decided = at(document, spec.targetField());
    if (decided instanceof Map<?, ?> decision) {
      Group group = Group.parse(decision.get("group"));
      long seq = decision.get("seq") instanceof Number number ? number.longValue() : -1;
      try {
        Keys keys = reader.read(document, indexFields.ofStored(spec, ref.index())).keys();
        Object checked = decision.get("checked");
        boolean sure = checked == null || checked.equals(Mark.SKETCH);
        return group == null ? null : new Hit(ref, seq, group, keys, seqNo, term, sure);
      } catch (IllegalArgumentException e) {
        // Written without the pipeline, so its value cannot be compared.
        return null;
      }
    }
    return null;
  }

  /** The decision of a document that was read in real time; null if it has none. */
  @Nullable public Hit hit(DocRef ref, GetResponse found) {
    return found.isExists() == false || found.isSourceEmpty()
        ? null
        : hit(ref, found.getSourceAsMap(), found.getSeqNo(), found.getPrimaryTerm());
  }

  /** The same, of a canonical only. */
  @Nullable public Hit canonical(DocRef ref, GetResponse found) {
    Hit hit = hit(ref, found);
    return hit != null && "new".equals(at(found.getSourceAsMap(), spec.field("status")))
        ? hit
        : null;
  }

  private static Object at(Map<String, Object> document, String path) {
    return XContentMapValues.extractValue(path, document);
  }

  /** The number of the decision; -1 if there is none. */
  public static long seq(Map<String, Object> document, DomainSpec spec) {
    return at(document, spec.field("seq")) instanceof Number number ? number.longValue() : -1;
  }
}
