// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.sequencer.Claim;
import io.neardup.sequencer.ClaimWindow.Moved;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.Keys;
import java.util.List;
import org.opensearch.test.OpenSearchTestCase;

/**
 * Between two homes nothing is lost and nothing is decided twice: the fence and what is handed
 * over.
 */
public class InFlightTests extends OpenSearchTestCase {
  private final InFlight inFlight = new InFlight();

  private static Moved claim(long seq) {
    DocRef ref = new DocRef("index", Long.toString(seq), null);
    Keys keys = new Keys(0, 0, new long[] {seq, 0}, 1);
    return new Moved(new Claim(ref, true, keys), seq, new Group(1, seq), true, "bulk");
  }

  private List<Long> collected(String key, long incarnation) {
    return inFlight.collect(key, incarnation).claims.stream().map(Moved::seq).toList();
  }

  public void testWhatWasAcceptedIsHandedOver() {
    assertTrue(inFlight.accept("news", 10, List.of(claim(11), claim(12))));
    assertTrue(inFlight.accept("other", 10, List.of(claim(13))));
    assertEquals(List.of(11L, 12L), collected("news", 20));
    inFlight.arrived("news", List.of(11L));
    assertEquals(List.of(12L), collected("news", 30));
    inFlight.arrived("news", List.of(12L));
    assertEquals(List.of(), collected("news", 40));
    assertEquals(1, inFlight.size());
  }

  /** A decision that arrives after the claims were handed over is unknown to the next home. */
  public void testEarlierHomesAreRefused() {
    assertTrue(inFlight.accept("news", 10, List.of(claim(11))));
    collected("news", 20);
    assertFalse(inFlight.accept("news", 10, List.of(claim(12))));
    assertEquals("what is refused is not on its way", List.of(11L), collected("news", 20));
    assertTrue("the one that asked", inFlight.accept("news", 20, List.of(claim(21))));
    assertTrue("and later ones", inFlight.accept("news", 30, List.of(claim(31))));
    assertTrue("of this domain", inFlight.accept("other", 10, List.of(claim(12))));
  }

  /** An answer without a claim to remember is refused as well. */
  public void testEmptyAnswers() {
    assertTrue(inFlight.accept("news", 10, List.of()));
    collected("news", 20);
    assertFalse(inFlight.accept("news", 10, List.of()));
    assertEquals(0, inFlight.size());
  }

  /** Whoever only asks what is on its way takes nothing over; the latest home stays known. */
  public void testAskingFencesNobody() {
    assertTrue(inFlight.accept("news", 10, List.of(claim(11))));
    assertEquals(List.of(11L), collected("news", 0));
    assertTrue(inFlight.accept("news", 10, List.of(claim(12))));
    assertEquals(0, inFlight.collect("news", 0).fence);
    collected("news", 20);
    assertEquals("an earlier home learns of a later one", 20, inFlight.collect("news", 15).fence);
    assertFalse(inFlight.accept("news", 15, List.of(claim(16))));
  }
}
