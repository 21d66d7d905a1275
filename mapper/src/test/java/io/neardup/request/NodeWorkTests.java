// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.junit.Before;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.test.OpenSearchTestCase;
import org.opensearch.threadpool.TestThreadPool;
import org.opensearch.threadpool.ThreadPool;

/** As which user a node works. */
public class NodeWorkTests extends OpenSearchTestCase {
  private static final String USER = "user";

  private ThreadPool threads;
  private ThreadContext context;
  private NodeWork work;

  @Before
  public void start() {
    threads = new TestThreadPool("work");
    context = threads.getThreadContext();
    work = new NodeWork(threads);
  }

  @After
  public void stop() {
    terminate(threads);
  }

  public void testInItsOwnName() {
    context.putHeader(USER, "writer");
    work.asNode(() -> assertNull(context.getHeader(USER)));
    assertEquals("writer", context.getHeader(USER));
    expectThrows(IllegalStateException.class, () -> work.asNode(NodeWorkTests::fails));
    assertEquals("writer", context.getHeader(USER));
  }

  public void testAnswersAsTheUser() {
    context.putHeader(USER, "writer");
    List<String> users = new ArrayList<>();
    work.<String>asNode(
        Listeners.listener(
            answer -> users.add(context.getHeader(USER)), e -> users.add(e.getMessage())),
        listener -> {
          assertNull(context.getHeader(USER));
          listener.onResponse("done");
          assertNull(context.getHeader(USER));
        });
    assertEquals(List.of("writer"), users);
  }

  private static void fails() {
    throw new IllegalStateException("not this time");
  }

  public void testLaterInTheSameName() throws Exception {
    CompletableFuture<String> user = new CompletableFuture<>();
    context.putHeader(USER, "writer");
    work.later(() -> user.complete(context.getHeader(USER)));
    assertEquals("writer", user.get(10, TimeUnit.SECONDS));
  }
}
