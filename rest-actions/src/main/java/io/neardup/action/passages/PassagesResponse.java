// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.passages;

import io.neardup.fingerprint.memory.MemoryAccount;
import java.io.IOException;
import java.util.List;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * Who shares passages with the question.
 *
 * @param words of the question
 * @param complete whether no document that was not looked at can come before a hit
 * @param boilerplateTotal number of passages that too many documents have
 * @param boilerplate the longest of them
 * @param memory must have room for a hit before it is written
 */
public record PassagesResponse(
    long tookInMillis,
    int words,
    boolean complete,
    List<PassageHit> hits,
    int boilerplateTotal,
    List<Passage> boilerplate,
    MemoryAccount memory)
    implements ToXContentObject {
  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder
        .startObject()
        .field("took", tookInMillis)
        .startObject("question")
        .field("words", words)
        .endObject()
        .field("complete", complete)
        .startArray("hits");
    for (PassageHit hit : hits) {
      memory.take(hit.bytes());
      hit.toXContent(builder, params);
      memory.giveBack(hit.bytes());
    }
    builder.endArray();
    if (boilerplateTotal > 0) {
      builder.field("boilerplate_total", boilerplateTotal).field("boilerplate", boilerplate);
    }
    return builder.endObject();
  }
}
