// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.verdicts;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.request.LocalAction;
import io.neardup.verdicts.ContentPair;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.opensearch.action.DocWriteResponse;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/** What became of the lines, counted; and the first of those that said otherwise before. */
public final class WriteVerdictsResponse extends LocalAction.Response implements ToXContentObject {
  /** How many pairs are shown. */
  private static final int SHOWN = 100;

  private final String name;
  private final boolean deletes;
  private final List<ContentPair> contradicted = new ArrayList<>();
  private long created;
  private long changed;
  private long unchanged;
  private long deleted;
  private long missing;

  WriteVerdictsResponse(String name, boolean deletes) {
    this.name = name;
    this.deletes = deletes;
  }

  void count(ContentPair pair, DocWriteResponse.Result result) {
    switch (result) {
      case CREATED -> created++;
      case UPDATED -> {
        changed++;
        if (contradicted.size() < SHOWN) {
          contradicted.add(pair);
        }
      }
      case NOOP -> unchanged++;
      case DELETED -> deleted++;
      case NOT_FOUND -> missing++;
    }
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject().field("verdicts", name);
    if (deletes) {
      return builder.field("deleted", deleted).field("missing", missing).endObject();
    }
    builder.field("created", created).field("changed", changed).field("unchanged", unchanged);
    builder.startArray("changed_pairs");
    for (ContentPair pair : contradicted) {
      builder
          .startArray()
          .value(Fingerprint.toHex(pair.first()))
          .value(Fingerprint.toHex(pair.second()))
          .endArray();
    }
    return builder.endArray().endObject();
  }
}
