// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.rest.resolve;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.mapper.FingerprintSource.OfId;
import java.util.ArrayList;
import java.util.List;
import org.opensearch.ResourceNotFoundException;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.get.MultiGetAction;
import org.opensearch.action.get.MultiGetItemResponse;
import org.opensearch.action.get.MultiGetRequest;
import org.opensearch.action.get.MultiGetResponse;
import org.opensearch.common.xcontent.support.XContentMapValues;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.Strings;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.search.fetch.subphase.FetchSourceContext;
import org.opensearch.transport.client.Client;

/**
 * The ids of one request: one multi-get for all of them, of nothing but the fingerprint's field.
 */
final class IdSources {
  private final String field;
  private final Targets targets;
  private final MultiGetRequest request = new MultiGetRequest();
  private final List<ActionListener<Long>> listeners = new ArrayList<>();

  IdSources(String field, Targets targets) {
    this.field = field;
    this.targets = targets;
  }

  void add(OfId source, ActionListener<Long> listener) {
    String index;
    try {
      index = source.index() == null ? targets.onlyIndex() : source.index();
    } catch (IllegalArgumentException e) {
      listener.onFailure(e);
      return;
    }
    request.add(
        new MultiGetRequest.Item(index, source.id())
            .routing(source.routing())
            .fetchSourceContext(
                new FetchSourceContext(true, new String[] {field}, Strings.EMPTY_ARRAY)));
    listeners.add(listener);
  }

  void get(Client client, TaskId parent) {
    if (listeners.isEmpty()) {
      return;
    }
    request.setParentTask(parent);
    client.execute(
        MultiGetAction.INSTANCE,
        request,
        ActionListener.wrap(
            this::answer, failure -> listeners.forEach(listener -> listener.onFailure(failure))));
  }

  private void answer(MultiGetResponse response) {
    MultiGetItemResponse[] items = response.getResponses();
    for (int i = 0; i < items.length; i++) {
      MultiGetItemResponse item = items[i];
      ActionListener.completeWith(listeners.get(i), () -> read(item));
    }
  }

  private Long read(MultiGetItemResponse item) throws Exception {
    if (item.isFailed()) {
      throw item.getFailure().getFailure();
    }
    GetResponse document = item.getResponse();
    if (document.isExists() == false) {
      throw new ResourceNotFoundException(
          "[id] names no document: there is no [{}] in [{}]; a document with custom routing needs"
              + " [routing]",
          item.getId(),
          item.getIndex());
    }
    Object value =
        document.isSourceEmpty()
            ? null
            : XContentMapValues.extractValue(field, document.getSourceAsMap());
    if (value == null) {
      throw new IllegalArgumentException(
          "[id] names the document ["
              + item.getId()
              + "] in ["
              + item.getIndex()
              + "], which has no fingerprint in [_source."
              + field
              + "]; index it again through a pipeline with a simhash processor, or search by"
              + " [hash]");
    }
    try {
      return Fingerprint.parseValue(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "[id] names the document ["
              + item.getId()
              + "] in ["
              + item.getIndex()
              + "], whose [_source."
              + field
              + "] is refused: "
              + e.getMessage(),
          e);
    }
  }
}
