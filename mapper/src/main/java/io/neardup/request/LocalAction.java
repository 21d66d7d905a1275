// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import java.io.IOException;
import org.opensearch.action.ActionType;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * An action that a node asks of itself only: for a request over HTTP, or within another action.
 * What is asked and answered does not travel, and has no format. The action is one for the sake of
 * permissions and tasks.
 */
public final class LocalAction {
  private LocalAction() {}

  /** An action of this name, which roles grant. */
  public static <R extends ActionResponse> ActionType<R> of(String name) {
    return new ActionType<>(name, unread(name));
  }

  /** Reads nothing: what belongs to an action of this name does not come from other nodes. */
  public static <T> Writeable.Reader<T> unread(String name) {
    return in -> {
      throw new UnsupportedOperationException("[" + name + "] does not come from other nodes");
    };
  }

  /** What such an action answers. */
  public abstract static class Response extends ActionResponse {
    @Override
    public final void writeTo(StreamOutput out) throws IOException {
      throw new UnsupportedOperationException("[" + getClass() + "] does not leave its node");
    }
  }

  /** Answers with what is shown. */
  public static final class Answer<T extends ToXContentObject> extends Response
      implements ToXContentObject {
    private final T value;

    public Answer(T value) {
      this.value = value;
    }

    public T value() {
      return value;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      return value.toXContent(builder, params);
    }
  }
}
