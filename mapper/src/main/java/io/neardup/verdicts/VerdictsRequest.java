// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.verdicts;

import io.neardup.request.DelegatingRequest;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.support.IndicesOptions;

/** Something about a list, which is an index, or will be one. */
public class VerdictsRequest extends DelegatingRequest {
  private final String name;

  public VerdictsRequest(String name) {
    super(
        new SearchRequest(name)
            .indicesOptions(IndicesOptions.strictSingleIndexNoExpandForbidClosed()));
    this.name = name;
  }

  /** Of the list. */
  public final String name() {
    return name;
  }

  @Override
  public final String getDescription() {
    return "verdicts[" + name + "]";
  }
}
