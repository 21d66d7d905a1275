// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import java.io.IOException;
import java.util.function.Consumer;
import org.opensearch.action.support.ListenerTimeouts;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;
import org.opensearch.core.transport.TransportResponse;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportException;
import org.opensearch.transport.TransportResponseHandler;

/** Handlers of answers to requests between nodes. */
public final class ResponseHandlers {
  private ResponseHandlers() {}

  /** Unlike core's, a failure of what comes after is not answered as one of what came before. */
  public static <T> ActionListener<T> listener(Consumer<T> answered, Consumer<Exception> failed) {
    return ActionListener.notifyOnce(
        new ActionListener<>() {
          @Override
          public void onResponse(T response) {
            answered.accept(response);
          }

          @Override
          public void onFailure(Exception e) {
            failed.accept(e);
          }
        });
  }

  /** Fails a listener that was not answered for so many milliseconds. */
  static <T> ActionListener<T> within(
      long millis, ThreadPool threadPool, ActionListener<T> listener) {
    try {
      return ListenerTimeouts.wrapWithTimeout(
          threadPool,
          listener,
          TimeValue.timeValueMillis(Math.max(1, millis)),
          ThreadPool.Names.GENERIC,
          "near_dup");
    } catch (OpenSearchRejectedExecutionException e) {
      // The node is shutting down, and nobody waits any more.
      return listener;
    }
  }

  static <T extends TransportResponse> TransportResponseHandler<T> handler(
      Writeable.Reader<T> reader,
      String executor,
      Consumer<T> answered,
      Consumer<TransportException> failed) {
    return new TransportResponseHandler<>() {
      @Override
      public T read(StreamInput in) throws IOException {
        return reader.read(in);
      }

      @Override
      public void handleResponse(T response) {
        answered.accept(response);
      }

      @Override
      public void handleException(TransportException e) {
        failed.accept(e);
      }

      @Override
      public String executor() {
        return executor;
      }
    };
  }
}
