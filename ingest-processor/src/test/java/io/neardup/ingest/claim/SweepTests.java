// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Specs;
import io.neardup.sequencer.Budget;
import io.neardup.sequencer.ClaimWindow;
import org.junit.After;
import org.opensearch.action.NoShardAvailableActionException;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.test.OpenSearchTestCase;

/** When passes are made; what they find is that of a cluster. */
public class SweepTests extends OpenSearchTestCase {
  private final FakeHomeContext context = new FakeHomeContext("home");
  private final Sweep sweep = sweep();

  @After
  public void close() {
    context.close();
  }

  private Sweep sweep() {
    DomainSpec spec = Specs.simHash("news", 3);
    context.hangs = true;
    return new Sweep(
        spec, context, new ClaimWindow(spec.rules(), 42, 1, Budget.UNLIMITED, context::millis));
  }

  /** Whether a pass begins now. */
  private boolean begins() {
    int before = context.hanging.size();
    sweep.tick();
    return context.hanging.size() > before;
  }

  /** The pass that is under way ends after a while. */
  private void lasts(long millis) {
    context.pass(millis);
    ShardId shard = new ShardId("news", "_na_", 0);
    context.hanging.getLast().onFailure(new NoShardAvailableActionException(shard));
  }

  public void testOneThatWaitedForANodeHoldsNothingUp() {
    assertTrue(begins());
    lasts(6_000);
    assertFalse("at once", begins());
    context.pass(3_000);
    assertTrue("it is held up by what the last one waited for", begins());
    lasts(10);
    context.pass(3_000);
    assertTrue(begins());
    lasts(6_000);
    context.pass(3_000);
    assertTrue("the one before was short", begins());
  }

  public void testThoseThatTakeLongAreSeldom() {
    assertTrue(begins());
    lasts(6_000);
    context.pass(3_000);
    assertTrue(begins());
    lasts(10_000);
    context.pass(119_000);
    assertFalse(begins());
    context.pass(1_000);
    assertTrue(begins());
  }

  public void testWhatIsAskedForMeanwhileIsNotForgotten() {
    assertTrue(begins());
    lasts(6_000);
    context.pass(3_000);
    assertTrue(begins());
    sweep.now();
    lasts(6_000);
    context.pass(3_000);
    assertTrue("nobody looks after what was missed", begins());
  }
}
