// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.request;

import io.neardup.request.DelegatingRequest;
import java.io.IOException;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;

/** A request that may take long, so that its answer can be stored with its task. */
public abstract class JobRequest extends DelegatingRequest {
  private boolean storeResult;

  JobRequest(SearchRequest search) {
    super(search);
  }

  /** Mirrors {@link #writeTo}. */
  JobRequest(StreamInput in) throws IOException {
    super(in);
    storeResult = in.readBoolean();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    out.writeBoolean(storeResult);
  }

  /** Nobody waits for the answer: it is stored with the task. */
  public final void storeResult() {
    storeResult = true;
  }

  @Override
  public final boolean getShouldStoreResult() {
    return storeResult;
  }
}
