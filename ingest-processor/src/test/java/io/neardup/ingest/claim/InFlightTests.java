// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.claim.message.CollectResponse;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Specs;
import io.neardup.sequencer.Claim;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.InFlightClaim;
import java.util.ArrayList;
import java.util.List;
import org.opensearch.test.OpenSearchTestCase;

/**
 * Between two homes nothing is lost and nothing is decided twice: tests the fence and the handover.
 */
public class InFlightTests extends OpenSearchTestCase {
  private final InFlight inFlight = new InFlight();

  private static InFlightClaim claim(long seq) {
    DocRef ref = new DocRef("index", Long.toString(seq), null);
    Claim claim = Specs.claim(ref, true, seq);
    return new InFlightClaim(claim, seq, new Group(1, seq), true, "bulk");
  }

  private static DomainSpec spec(String key) {
    return spec(key, 3);
  }

  private static DomainSpec spec(String key, int maxDistance) {
    return Specs.simHash(key, maxDistance);
  }

  private List<Long> collected(String key, long epoch) {
    return inFlight.collect(spec(key), epoch).claims.stream().map(InFlightClaim::seq).toList();
  }

  public void testWhatWasAcceptedIsHandedOver() {
    assertTrue(inFlight.accept(spec("news"), 10, List.of(claim(11), claim(12))));
    assertTrue(inFlight.accept(spec("other"), 10, List.of(claim(13))));
    assertEquals(List.of(11L, 12L), collected("news", 20));
    inFlight.arrived("news", List.of(11L));
    assertEquals(List.of(12L), collected("news", 30));
    inFlight.arrived("news", List.of(12L));
    assertEquals(List.of(), collected("news", 40));
    assertEquals(1, inFlight.size());
  }

  /** A list of all that is known is gone through once. */
  public void testManyArriveAtOnce() {
    assertTrue(inFlight.accept(spec("news"), 10, List.of(claim(11), claim(12))));
    inFlight.arrived(
        "news",
        new ArrayList<>(List.of(12L, 11L)) {
          @Override
          public boolean contains(Object seq) {
            throw new AssertionError("searched for each claim");
          }
        });
    assertEquals(0, inFlight.size());
  }

  /** A decision that arrives after the claims were handed over is unknown to the next home. */
  public void testEarlierHomesAreRefused() {
    assertTrue(inFlight.accept(spec("news"), 10, List.of(claim(11))));
    collected("news", 20);
    assertFalse(inFlight.accept(spec("news"), 10, List.of(claim(12))));
    assertEquals("what is refused is not on its way", List.of(11L), collected("news", 20));
    assertTrue("the one that asked", inFlight.accept(spec("news"), 20, List.of(claim(21))));
    assertTrue("and later ones", inFlight.accept(spec("news"), 30, List.of(claim(31))));
    assertTrue("of this domain", inFlight.accept(spec("other"), 10, List.of(claim(12))));
  }

  /** A response without claims is rejected as well. */
  public void testEmptyAnswers() {
    assertTrue(inFlight.accept(spec("news"), 10, List.of()));
    collected("news", 20);
    assertFalse(inFlight.accept(spec("news"), 10, List.of()));
    assertEquals(0, inFlight.size());
  }

  /** Collecting without an epoch takes nothing over; the latest home stays known. */
  public void testAskingFencesNobody() {
    assertTrue(inFlight.accept(spec("news"), 10, List.of(claim(11))));
    assertEquals(List.of(11L), collected("news", 0));
    assertTrue(inFlight.accept(spec("news"), 10, List.of(claim(12))));
    assertEquals(0, inFlight.collect(spec("news"), 0).fence);
    collected("news", 20);
    assertEquals(
        "an earlier home learns of a later one", 20, inFlight.collect(spec("news"), 15).fence);
    assertFalse(inFlight.accept(spec("news"), 15, List.of(claim(16))));
  }

  /** Claims with another spec cannot be taken over, but are in flight. */
  public void testAnotherSpec() {
    assertTrue(inFlight.accept(spec("news", 3), 10, List.of(claim(11))));
    assertTrue(inFlight.accept(spec("news", 5), 10, List.of(claim(12))));
    CollectResponse collected = inFlight.collect(spec("news", 5), 20);
    assertEquals(List.of(12L), collected.claims.stream().map(InFlightClaim::seq).toList());
    assertEquals(1, collected.others);
    inFlight.arrived("news", List.of(11L));
    assertEquals(0, inFlight.collect(spec("news", 5), 20).others);
    assertEquals(20, inFlight.fence("news"));
  }

  /** Claims that may still be written are handed over for a while, though their home was told. */
  public void testLost() {
    assertTrue(inFlight.accept(spec("news"), 10, List.of(claim(11))));
    inFlight.lost("news", List.of(11L, 12L));
    assertEquals(0, inFlight.size());
    assertEquals(List.of(11L), collected("news", 20));
    inFlight.arrived("news", List.of(11L));
    assertEquals(List.of(), collected("news", 30));
    inFlight.lost("none", List.of(11L));
  }
}
