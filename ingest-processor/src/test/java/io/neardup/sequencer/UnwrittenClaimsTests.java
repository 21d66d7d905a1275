// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.test.OpenSearchTestCase;

/**
 * A claim whose document the index does not have: that says nothing as long as the write may still
 * come, and of a write that failed the group goes on.
 */
public class UnwrittenClaimsTests extends OpenSearchTestCase {
  private static final Budget UNLIMITED =
      new Budget() {
        @Override
        public boolean take(long bytes) {
          return true;
        }

        @Override
        public void release(long bytes) {}
      };

  private final ClaimWindow window =
      new ClaimWindow(
          List.of(new Stage(Stage.Kind.SIMHASH, "print", 3)), -1, 7, 1, UNLIMITED, () -> 0);

  private Batch claim(String id) {
    Claim claim = new Claim(new DocRef("news", id, null), true, new Keys(0, 0, new long[2], 1));
    return window.claim("bulk of " + id, "node", List.of(claim));
  }

  /** Each match was looked up in the index, which has none of them. */
  private Decision decide(Batch batch) {
    Map<Version, Boolean> verified = new HashMap<>();
    batch.matched().forEach(hit -> verified.put(new Version(hit.ref(), hit.seq()), false));
    batch.answer(List.of(), verified);
    return window.ready(batch).get(0).decisions().get(0);
  }

  private void settle(Decision decision, Outcome.Result result) {
    window.settle(List.of(new Outcome(decision.seq(), result, "news", -1)));
  }

  public void testOnItsWay() {
    Decision first = decide(claim("1"));
    Decision second = decide(claim("2"));
    assertFalse(second.isNew());
    assertFalse("nothing may be dropped for it", second.confirmed());
    assertEquals(first.group(), second.group());
  }

  public void testNobodyKnows() {
    Decision first = decide(claim("1"));
    settle(first, Outcome.Result.UNKNOWN);
    Decision second = decide(claim("2"));
    assertTrue(second.isNew());
    assertTrue("the write may come yet", second.indexOnly());
  }

  public void testFailed() {
    Decision first = decide(claim("1"));
    Decision second = decide(claim("2"));
    settle(first, Outcome.Result.NOT_WRITTEN);
    Decision third = decide(claim("3"));
    assertTrue(third.isNew());
    assertFalse(third.indexOnly());
    assertEquals("the group goes on", second.group(), third.group());
  }

  public void testGone() {
    Decision first = decide(claim("1"));
    settle(first, Outcome.Result.WRITTEN);
    Decision second = decide(claim("2"));
    assertTrue("it was deleted meanwhile", second.isNew());
    assertFalse(second.indexOnly());
    assertNotEquals(first.group(), second.group());
  }
}
