// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.texts;

import io.neardup.request.LocalAction;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionType;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.TransportAction;
import org.opensearch.action.support.clustermanager.AcknowledgedResponse;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.action.ActionListener;
import org.opensearch.tasks.Task;
import org.opensearch.transport.TransportService;

/**
 * The permission to see weights of dictionaries, which reveal something about the documents they
 * are made of. Security plugins check actions, so {@code _simhash} and {@code _minhash} execute
 * this one, which says yes to those who are let through, before they use a dictionary.
 */
public final class TransportDictionaryAction
    extends TransportAction<ActionRequest, AcknowledgedResponse> {
  /** The name for roles to grant; not one of {@code cluster:monitor}, which many have. */
  public static final String NAME = "cluster:admin/near_dup/dictionary";

  public static final ActionType<AcknowledgedResponse> INSTANCE = LocalAction.of(NAME);

  @Inject
  public TransportDictionaryAction(TransportService transportService, ActionFilters actionFilters) {
    super(NAME, actionFilters, transportService.getTaskManager());
  }

  @Override
  protected void doExecute(
      Task task, ActionRequest request, ActionListener<AcknowledgedResponse> listener) {
    listener.onResponse(new AcknowledgedResponse(true));
  }
}
