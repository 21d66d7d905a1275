// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.passages;

import io.neardup.request.LocalAction;

/** Finds the documents that share passages with a text, and the passages. */
public final class PassagesAction extends LocalAction<PassagesResponse> {
  /** The name for roles to grant. */
  public static final String NAME = "indices:data/read/near_dup/passages";

  public static final PassagesAction INSTANCE = new PassagesAction();

  private PassagesAction() {
    super(NAME);
  }
}
