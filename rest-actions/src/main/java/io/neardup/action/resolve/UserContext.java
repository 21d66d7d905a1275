// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.resolve;

import java.util.function.Consumer;
import org.opensearch.action.support.ContextPreservingActionListener;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.action.ActionListener;
import org.opensearch.identity.IdentityService;
import org.opensearch.identity.Subject;

/**
 * Sends requests in a context that holds only the user. The context of a search may say that its
 * documents are restricted already; that is true of its own query, but not of requests sent in
 * between.
 */
final class UserContext {
  private final IdentityService identities;
  private final ThreadContext threadContext;

  UserContext(IdentityService identities, ThreadContext threadContext) {
    this.identities = identities;
    this.threadContext = threadContext;
  }

  /** Sends a request, and answers in the current context. */
  <T> void send(ActionListener<T> listener, Consumer<ActionListener<T>> request) {
    ActionListener<T> answer =
        ContextPreservingActionListener.wrapPreservingContext(listener, threadContext);
    Subject user = identities.getCurrentSubject();
    if (user == null) {
      // No user: the node itself asks, or there is no security plugin.
      request.accept(answer);
    } else {
      user.runAs(() -> request.accept(answer));
    }
  }
}
