// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Domains;
import io.neardup.ingest.domain.Specs;
import io.neardup.sequencer.Budget;
import io.neardup.sequencer.ClaimWindow;
import io.neardup.sequencer.Group;
import java.util.List;
import java.util.Set;
import org.junit.After;
import org.opensearch.test.OpenSearchTestCase;

/** When groups are seen to; what is done about them is that of a cluster. */
public class AfterWriteTests extends OpenSearchTestCase {
  private static final Group GROUP = new Group(1, 2);

  private final FakeHomeContext context = new FakeHomeContext("home");
  private final DomainSpec spec = Specs.simHash("news", 3);
  private final ClaimWindow window =
      new ClaimWindow(spec.rules(), 42, 1, Budget.UNLIMITED, context::millis);
  private int missed;
  private final AfterWrite steps =
      new AfterWrite(
          spec,
          Domains.home(context.domains().indices(spec, context.state)),
          context,
          new RefreshCycle(context, new DomainRefresh(spec, context), window),
          window,
          () -> missed++);

  @After
  public void close() {
    context.close();
  }

  private void look() {
    context.pass(2_000);
    steps.tick();
  }

  /** A refresh has all be looked over again: what cannot be mended would be found for ever. */
  public void testWhatASearchFoundNeedsNoRefresh() {
    window.orphans().found(GROUP);
    look();
    assertEquals(Set.of(GROUP), context.promoted);
    assertEquals(0, context.refreshed);
    window.orphans().found(GROUP);
    window.orphans().add(GROUP);
    look();
    assertEquals(1, context.refreshed);
    window.orphans().found(GROUP);
    look();
    assertEquals(1, context.refreshed);
  }

  /** No search finds a canonical that was written again with less. */
  public void testWhatFailsIsNotForgotten() {
    context.refreshes = false;
    window.orphans().add(GROUP);
    look();
    assertEquals(1, missed);
    assertEquals(List.of(), List.copyOf(context.promoted));
    context.refreshes = true;
    look();
    assertEquals(Set.of(GROUP), context.promoted);
    assertEquals(0, window.orphans().size());
  }
}
