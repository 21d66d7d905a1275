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
 * Sends requests for a user in a context that says who that is, and nothing else. A search may
 * carry the remark that its documents have been restricted already; that is true of its own query,
 * and of no request that is sent on the way.
 */
final class UserContext {
  private final IdentityService identities;
  private final ThreadContext threadContext;

  UserContext(IdentityService identities, ThreadContext threadContext) {
    this.identities = identities;
    this.threadContext = threadContext;
  }

  /** Sends, and answers in the context that there is now. */
  <T> void send(ActionListener<T> listener, Consumer<ActionListener<T>> request) {
    ActionListener<T> answer =
        ContextPreservingActionListener.wrapPreservingContext(listener, threadContext);
    Subject user = identities.getCurrentSubject();
    if (user == null) {
      // No user: the node itself asks, or nobody knows of users.
      request.accept(answer);
    } else {
      user.runAs(() -> request.accept(answer));
    }
  }
}
