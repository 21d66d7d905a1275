// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.texts;

import io.neardup.request.LocalAction;
import org.opensearch.action.support.clustermanager.AcknowledgedResponse;

/**
 * The permission to see weights of dictionaries, which reveal something about the documents they
 * are made of. Security plugins check actions, so {@code _simhash} and {@code _minhash} execute
 * this one, which does nothing, before they use a dictionary.
 */
public final class DictionaryAction extends LocalAction<AcknowledgedResponse> {
  /** The name for roles to grant; not one of {@code cluster:monitor}, which many have. */
  public static final String NAME = "cluster:admin/near_dup/dictionary";

  public static final DictionaryAction INSTANCE = new DictionaryAction();

  private DictionaryAction() {
    super(NAME);
  }
}
