// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.MappingJson;
import io.neardup.mapper.DecisionFieldMapper;
import io.neardup.sequencer.DocRef;
import java.util.HashMap;
import java.util.Map;
import org.opensearch.action.update.UpdateRequest;
import org.opensearch.common.xcontent.support.XContentMapValues;

/** Changes the decision of a stored document, by compare and set. It runs no pipeline. */
public final class DecisionUpdate {
  private DecisionUpdate() {}

  /**
   * Replaces the decision of this version.
   *
   * @param source of the version, with its decision
   * @param seqNo of the version in its shard
   * @param term of that number
   */
  public static UpdateRequest replace(
      DomainSpec spec,
      DocRef ref,
      Map<String, Object> source,
      long seqNo,
      long term,
      Map<String, Object> decision) {
    Map<String, Object> object = new HashMap<>();
    // What is merged can only be set to null.
    if (XContentMapValues.extractValue(spec.targetField(), source) instanceof Map<?, ?> old) {
      old.keySet().forEach(key -> object.put((String) key, null));
      // It is of the text, whatever is decided about that.
      object.remove(DecisionFieldMapper.SIGNATURE);
    }
    object.putAll(decision);
    return merge(spec, ref, seqNo, term, object);
  }

  /** Adds this to the decision of a version. */
  static UpdateRequest merge(
      DomainSpec spec, DocRef ref, long seqNo, long term, Map<String, Object> added) {
    return new UpdateRequest(ref.index(), ref.id())
        .routing(ref.routing())
        .setIfSeqNo(seqNo)
        .setIfPrimaryTerm(term)
        .detectNoop(false)
        .doc(MappingJson.tree(Map.of(spec.targetField(), added)));
  }
}
