// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.request;

import java.util.Locale;

/** What becomes of the documents. */
public enum Action {
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
