// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;

import io.neardup.ingest.claim.message.ClaimRequest;
import io.neardup.ingest.claim.message.ClaimResponse;
import io.neardup.ingest.domain.ClaimDoc;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Specs;
import io.neardup.sequencer.Claim;
import io.neardup.sequencer.Decision;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.InFlightClaim;
import io.neardup.sequencer.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.After;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchTimeoutException;
import org.opensearch.action.support.PlainActionFuture;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.test.OpenSearchTestCase;

/** The life cycle of a home, without a node. */
public class DomainHomeTests extends OpenSearchTestCase {
  private static final long STORM = 0x0123_4567_89ab_cdefL;
  private static final long CHESS = 0xf0f0_1234_dead_beefL;

  private final FakeHomeContext context = new FakeHomeContext("home");
  private final ShardId shard = new ShardId(context.state.metadata().index("news").getIndex(), 0);
  private final List<DomainHome> retired = new ArrayList<>();

  @After
  public void close() {
    context.close();
  }

  private static DomainSpec spec(int maxDistance) {
    return Specs.simHash("news", maxDistance);
  }

  private DomainHome home() {
    DomainHome home = new DomainHome(spec(3), shard, "primaryId", 0, context, retired::add);
    home.start();
    return home;
  }

  private static Claim claim(String id, long print) {
    return Specs.claim(new DocRef("news", id, null), true, print);
  }

  private PlainActionFuture<ClaimResponse> ask(DomainHome home, String id, long print) {
    return ask(home, 3, context.node(), id, print);
  }

  private PlainActionFuture<ClaimResponse> ask(
      DomainHome home, int maxDistance, String node, String id, long print) {
    return ask(home, maxDistance, "bulk of " + id, node, id, print);
  }

  private PlainActionFuture<ClaimResponse> ask(
      DomainHome home, int maxDistance, String bulk, String node, String id, long print) {
    PlainActionFuture<ClaimResponse> answer = PlainActionFuture.newFuture();
    ClaimRequest request =
        new ClaimRequest(
            shard,
            spec(maxDistance),
            bulk,
            node,
            ClaimRequest.Kind.KEPT,
            new ClaimRequest.Asked(0, 0, 6_000),
            List.of(new ClaimDoc(claim(id, print), List.of())));
    home.claim(request, context.now + 6_000, answer);
    return answer;
  }

  private static Decision decided(PlainActionFuture<ClaimResponse> answer) {
    assertTrue("it waits", answer.isDone());
    return answer.actionGet().decisions.get(0);
  }

  private static List<Long> settle(DomainHome home, Outcome.Result result, long seq) {
    List<Long> late = new ArrayList<>();
    home.settle(List.of(new Outcome(seq, result, "news", -1)), List.of(), late::addAll);
    return late;
  }

  public void testBeginsWithWhatIsOnItsWay() {
    Group group = new Group(1, 2);
    context.onTheirWay.put(
        context.node(), List.of(new InFlightClaim(claim("1", STORM), 5, group, true, "bulk")));
    DomainHome home = home();
    Decision decision = decided(ask(home, "2", STORM));
    assertEquals(group, decision.group());
    assertFalse(decision.indexOnly());
    assertTrue(decided(ask(home, "3", CHESS)).isNew());
    assertEquals("told by its node", List.of(), settle(home, Outcome.Result.WRITTEN, 5));
  }

  /** A node reports the outcome of a claim while its response with that claim is in flight. */
  public void testIsToldOfAClaimBeforeItIsTaken() {
    InFlightClaim claim = new InFlightClaim(claim("1", STORM), 5, new Group(1, 2), true, "bulk");
    context.onTheirWay.put(context.node(), List.of(claim));
    DomainHome home = new DomainHome(spec(3), shard, "primaryId", 0, context, retired::add);
    context.meanwhile =
        () -> assertEquals(List.of(), settle(home, Outcome.Result.WRITTEN, claim.seq()));
    home.start();
    assertEquals(home.sizes().toString(), 0L, (long) home.sizes().get("pending"));
    assertEquals(home.sizes().toString(), 1L, (long) home.sizes().get("live"));
  }

  /** Claims that were reported lost to an earlier home stay lost: there will be no more news. */
  public void testTakesLostClaims() {
    InFlightClaim claim = new InFlightClaim(claim("1", STORM), 5, new Group(1, 2), true, "bulk");
    context.onTheirWay.put(context.node(), List.of(claim));
    context.lost.add(claim.seq());
    DomainHome home = home();
    assertEquals(home.sizes().toString(), 0L, (long) home.sizes().get("pending"));
    assertEquals(home.sizes().toString(), 1L, (long) home.sizes().get("unknown"));
  }

  /** Waits for the writes of a lost node; after that nothing is in doubt. */
  public void testWaitsForWritesOfALostNode() {
    context.sinceNodeLeft = 10;
    context.orphans = true;
    DomainHome home = home();
    PlainActionFuture<ClaimResponse> answer = ask(home, "1", STORM);
    context.pass(500);
    assertFalse(answer.isDone());
    context.orphans = false;
    context.pass(200);
    assertFalse(decided(answer).indexOnly());
  }

  /** Requests do not wait forever; until all is known, decisions say that they may be wrong. */
  public void testDoubtsWhileANodeIsSilent() {
    String node = context.join("silent");
    context.silent.add(node);
    DomainHome home = home();
    PlainActionFuture<ClaimResponse> answer = ask(home, "1", STORM);
    context.pass(4_900);
    assertFalse(answer.isDone());
    context.pass(200);
    assertTrue(decided(answer).indexOnly());
    context.silent.clear();
    context.onTheirWay.put(
        node, List.of(new InFlightClaim(claim("9", CHESS), 5, new Group(1, 2), true, "bulk")));
    context.pass(100);
    Decision sure = decided(ask(home, "2", CHESS));
    assertFalse(sure.toString(), sure.indexOnly());
    assertEquals(new Group(1, 2), sure.group());
  }

  /** As long as documents with another spec are in flight. */
  public void testDoubtsBesideAnotherSpec() {
    context.others = 1;
    DomainHome home = home();
    PlainActionFuture<ClaimResponse> answer = ask(home, "1", STORM);
    context.pass(1_000);
    assertFalse(answer.isDone());
    context.others = 0;
    context.pass(100);
    assertFalse(decided(answer).indexOnly());
  }

  /** Numbers do not decrease if the clock is set back. */
  public void testNumbersGoOn() {
    context.greatest = 1L << 52;
    assertThat(decided(ask(home(), "1", STORM)).seq(), greaterThan(1L << 52));
  }

  public void testEpochsGoOn() {
    DomainHome first = home();
    context.wall -= 1_000_000;
    context.fence = first.epoch();
    DomainHome second = home();
    assertThat(second.epoch(), greaterThan(first.epoch()));
    DomainHome third =
        new DomainHome(spec(3), shard, "primaryId", second.epoch(), context, retired::add);
    assertThat(third.epoch(), greaterThan(second.epoch()));
  }

  /** Abandoned requests are not processed. */
  public void testAbandonedRequests() {
    context.silent.add(context.node());
    DomainHome home = home();
    PlainActionFuture<ClaimResponse> late = ask(home, "1", STORM);
    context.pass(4_000);
    context.now += 3_000;
    home.tick();
    expectThrows(OpenSearchTimeoutException.class, late::actionGet);
    context.silent.clear();
    context.pass(100);
    PlainActionFuture<ClaimResponse> gone = ask(home, 3, "gone", "2", STORM);
    expectThrows(OpenSearchTimeoutException.class, gone::actionGet);
    assertEquals("no claim is made", 0, (long) context.counters().home().get("claims"));
    assertTrue(decided(ask(home, "3", STORM)).isNew());
  }

  /** A search that never answers times out, and the claims are decided. */
  public void testSearchesThatNeverAnswer() {
    DomainHome home = home();
    context.searches = false;
    PlainActionFuture<ClaimResponse> answer = ask(home, "1", STORM);
    context.pass(5_900);
    assertFalse(answer.isDone());
    context.pass(200);
    assertTrue(decided(answer).indexOnly());
  }

  /** After a request with another spec nothing is claimed until all claims are settled and gone. */
  public void testChangesItsSpec() {
    DomainHome home = home();
    Decision first = decided(ask(home, "1", STORM));
    PlainActionFuture<ClaimResponse> other = ask(home, 5, context.node(), "2", STORM);
    PlainActionFuture<ClaimResponse> same = ask(home, "3", STORM);
    context.pass(1_000);
    assertFalse(other.isDone());
    assertFalse(same.isDone());
    assertEquals(List.of(), retired);
    settle(home, Outcome.Result.WRITTEN, first.seq());
    context.pass(100);
    assertEquals(List.of(home), retired);
    assertEquals(2, home.takeWaiting().size());
  }

  /** A bulk that waited for its own claims would wait forever. */
  public void testPartsOfABulkDoNotWaitForEachOther() {
    DomainHome home = home();
    decided(ask(home, 3, "bulk", context.node(), "1", STORM));
    PlainActionFuture<ClaimResponse> differs = ask(home, 5, "bulk", context.node(), "2", STORM);
    Exception refused = expectThrows(Exception.class, differs::actionGet);
    assertEquals(RestStatus.TOO_MANY_REQUESTS, ExceptionsHelper.status(refused));
    PlainActionFuture<ClaimResponse> other = ask(home, 5, "other", context.node(), "3", STORM);
    assertFalse(other.isDone());
    decided(ask(home, 3, "bulk", context.node(), "4", STORM));
    assertFalse(ask(home, 3, "third", context.node(), "5", STORM).isDone());
  }

  public void testRefusesASpecThatCannotWait() {
    DomainHome home = home();
    decided(ask(home, "1", STORM));
    PlainActionFuture<ClaimResponse> other = ask(home, 5, context.node(), "2", STORM);
    context.pass(6_100);
    Exception refused = expectThrows(Exception.class, other::actionGet);
    assertEquals(RestStatus.TOO_MANY_REQUESTS, ExceptionsHelper.status(refused));
    assertThat(
        refused.getMessage(),
        containsString(
            "[stages] was [{\"simhash\":\"print\",\"max_distance\":3}] and is"
                + " [{\"simhash\":\"print\",\"max_distance\":5}]"));
  }

  /**
   * The sender is lost: after a while its claim is given up, and reported if it is written after
   * all.
   */
  public void testGivesUpClaimsOfALostNode() {
    String node = context.join("lost");
    DomainHome home = home();
    Decision first = decided(ask(home, 3, node, "1", STORM));
    context.leave("lost");
    home.tick();
    assertEquals(1L, home.sizes().get("unknown").longValue());
    assertTrue("in doubt", decided(ask(home, "2", STORM)).indexOnly());
    context.pass(61_000);
    home.tick();
    assertEquals(1L, home.sizes().get("withdrawn").longValue());
    Decision heir = decided(ask(home, "3", STORM));
    assertTrue(heir.isNew());
    assertEquals(first.group(), heir.group());
    assertEquals(List.of(first.seq()), settle(home, Outcome.Result.WRITTEN, first.seq()));
  }

  public void testLosesMoreThanASearchFinds() {
    IndexMetadata news = context.state.metadata().index("news");
    Settings few =
        Settings.builder().put(news.getSettings()).put("index.max_result_window", 2).build();
    context.state =
        ClusterState.builder(context.state)
            .metadata(
                Metadata.builder(context.state.metadata())
                    .put(IndexMetadata.builder(news).settings(few)))
            .build();
    String node = context.join("lost");
    DomainHome home = home();
    for (int i = 0; i < 5; i++) {
      decided(ask(home, 3, node, "" + i, 0xffL << (10 * i)));
    }
    context.leave("lost");
    home.tick();
    assertEquals(5L, home.sizes().get("unknown").longValue());
    for (int i = 0; i < 3; i++) {
      context.pass(61_000);
      home.tick();
    }
    assertEquals(home.sizes().toString(), 0L, home.sizes().get("unknown").longValue());
  }

  /** A claim of an earlier home that was not collected, since its node was cut off. */
  public void testLateClaimsOfAnEarlierHome() {
    DomainHome home = home();
    assertEquals(List.of(7L), settle(home, Outcome.Result.WRITTEN, 7));
    assertEquals(List.of(), settle(home, Outcome.Result.NOT_WRITTEN, 8));
    long own = decided(ask(home, "1", STORM)).seq();
    assertEquals(List.of(), settle(home, Outcome.Result.WRITTEN, own));
    home.tick();
    context.pass(10_000);
    home.tick();
    assertEquals("told twice", List.of(), settle(home, Outcome.Result.WRITTEN, own));
  }

  /** It was written to another index than claimed, and nobody reported it. */
  public void testFindsAClaimWithoutNewsInAnotherIndex() {
    DomainHome home = home();
    Decision first = decided(ask(home, "1", STORM));
    context.stored.put(first.seq(), "news-2");
    context.pass(31_000);
    home.tick();
    home.tick();
    assertEquals(home.sizes().toString(), 0L, home.sizes().get("withdrawn").longValue());
    assertEquals(first.group(), decided(ask(home, "2", STORM)).group());
  }

  /** The response to a write names the index where it ended, which may not be the claimed one. */
  public void testReadsWhatEndedWhereItEnded() {
    DomainHome home = home();
    Decision first = decided(ask(home, "1", STORM));
    home.settle(
        List.of(new Outcome(first.seq(), Outcome.Result.ENDED, "news-2", -1)),
        List.of(),
        late -> {});
    assertEquals(List.of("news-2/1"), context.got);
    assertEquals(home.sizes().toString(), 1L, home.sizes().get("withdrawn").longValue());
  }

  public void testClosed() {
    context.silent.add(context.node());
    DomainHome home = home();
    PlainActionFuture<ClaimResponse> before = ask(home, "1", STORM);
    home.close();
    expectThrows(IllegalStateException.class, before::actionGet);
    expectThrows(IllegalStateException.class, () -> ask(home, "2", STORM).actionGet());
  }
}
