// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.server;

/**
 * Is told of every request that a {@link Rest} sends, and of its answer, in the thread that sends
 * it; what it throws fails the request. Found by {@link java.util.ServiceLoader}.
 */
public interface ExchangeListener {
  /**
   * One request was answered.
   *
   * @param path with the query, if any
   * @param body null for none
   */
  void exchanged(String method, String path, String body, Rest.Answer answer);
}
