// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.texts;

import org.opensearch.action.ActionRequest;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.TransportAction;
import org.opensearch.action.support.clustermanager.AcknowledgedResponse;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.action.ActionListener;
import org.opensearch.tasks.Task;
import org.opensearch.transport.TransportService;

/** Says yes to those whom the security plugin lets through. */
public final class TransportDictionaryAction
    extends TransportAction<ActionRequest, AcknowledgedResponse> {

  @Inject
  public TransportDictionaryAction(TransportService transportService, ActionFilters actionFilters) {
    super(DictionaryAction.NAME, actionFilters, transportService.getTaskManager());
  }

  @Override
  protected void doExecute(
      Task task, ActionRequest request, ActionListener<AcknowledgedResponse> listener) {
    listener.onResponse(new AcknowledgedResponse(true));
  }
}
