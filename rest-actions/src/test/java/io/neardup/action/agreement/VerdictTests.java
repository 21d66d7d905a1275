// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.agreement;

import io.neardup.action.agreement.AgreementResponse.Found;
import io.neardup.action.agreement.AgreementResponse.OfNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.Version;
import org.opensearch.action.FailedNodeException;
import org.opensearch.cluster.ClusterName;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.core.common.breaker.CircuitBreaker.Durability;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.test.OpenSearchTestCase;

/** What nodes say about their dictionaries and analyzers, and what the user reads of it. */
public class VerdictTests extends OpenSearchTestCase {
  private static final Need NEWS = new Need(Need.Kind.IDF, "news");
  private static final Need MAIL = new Need(Need.Kind.IDF, "mail");
  private static final String NEWS_1 = "news@111111111111";
  private static final String NEWS_2 = "news@222222222222";
  private static final String MAIL_1 = "mail@333333333333";
  private static final Found BROKEN = new Found(null, new IllegalArgumentException("broken"));
  private static final Found FULL =
      new Found(null, new CircuitBreakingException("full", Durability.PERMANENT));

  private static Found found(String pinned) {
    return new Found(pinned, null);
  }

  private static OfNode node(String name, Found... found) {
    return new OfNode(
        new DiscoveryNode(
            name, name, buildNewFakeTransportAddress(), Map.of(), Set.of(), Version.CURRENT),
        Arrays.asList(found));
  }

  private static List<String> verdict(List<Need> names, OfNode... nodes) {
    return Verdict.of(
        names, new AgreementResponse(ClusterName.DEFAULT, Arrays.asList(nodes), List.of()));
  }

  private static void assertRefused(RestStatus status, String message, OfNode... nodes) {
    OpenSearchStatusException e =
        expectThrows(OpenSearchStatusException.class, () -> verdict(List.of(NEWS, MAIL), nodes));
    assertEquals(message, e.getMessage());
    assertEquals(status, e.status());
  }

  public void testAllAgree() {
    assertEquals(
        List.of(NEWS_1, MAIL_1),
        verdict(
            List.of(NEWS, MAIL),
            node("a", found(NEWS_1), found(MAIL_1)),
            node("b", found(NEWS_1), found(MAIL_1))));
  }

  public void testDifferentContents() {
    assertRefused(
        RestStatus.BAD_REQUEST,
        "[idf] must be the same dictionary on all nodes, but [news] is [news@111111111111] on node"
            + " [a, c], [news@222222222222] on node [b]; put the same file on all of them",
        node("c", found(NEWS_1), found(MAIL_1)),
        node("b", found(NEWS_2), found(MAIL_1)),
        node("a", found(NEWS_1), found(MAIL_1)));
  }

  public void testRefusalsAreToldTogether() {
    assertRefused(
        RestStatus.BAD_REQUEST,
        "[idf] cannot be used on node [a, c]: broken -- node [b]: gone",
        node("c", found(NEWS_1), BROKEN),
        node("b", found(NEWS_1), new Found(null, new IllegalArgumentException("gone"))),
        node("a", found(NEWS_1), BROKEN));
  }

  /** Only where nothing else is wrong is it worth to try again later. */
  public void testMemoryIsTheLeastOfAllReasons() {
    assertRefused(
        RestStatus.TOO_MANY_REQUESTS,
        "[idf] cannot be used on node [a, b]: full",
        node("a", FULL, found(MAIL_1)),
        node("b", FULL, found(MAIL_1)),
        node("c", found(NEWS_1), found(MAIL_1)));
    assertRefused(
        RestStatus.BAD_REQUEST,
        "[idf] cannot be used on node [b]: broken -- node [a]: full",
        node("a", FULL, found(MAIL_1)),
        node("b", BROKEN, found(MAIL_1)));
    assertRefused(
        RestStatus.BAD_REQUEST,
        "[idf] cannot be used on node [a]: broken -- node [b]: full",
        node("a", BROKEN, found(MAIL_1)),
        node("b", FULL, found(MAIL_1)));
  }

  public void testManyNodesAreCounted() {
    List<OfNode> nodes = new ArrayList<>();
    for (char name = 'a'; name <= 'm'; name++) {
      nodes.add(node(String.valueOf(name), BROKEN, found(MAIL_1)));
    }
    assertRefused(
        RestStatus.BAD_REQUEST,
        "[idf] cannot be used on node [a, b, c, d, e, f, g, h, i, j] and [3] more: broken",
        nodes.toArray(OfNode[]::new));
  }

  private static void assertAnalyzerRefused(String message, OfNode... nodes) {
    Need ik = new Need(Need.Kind.ANALYZER, "ik_smart");
    OpenSearchStatusException e =
        expectThrows(OpenSearchStatusException.class, () -> verdict(List.of(ik), nodes));
    assertEquals(message, e.getMessage());
    assertEquals(RestStatus.BAD_REQUEST, e.status());
  }

  public void testAnalyzersThatDiffer() {
    assertAnalyzerRefused(
        "[analyzer] must produce the same tokens on all nodes, but [ik_smart] is [ik_smart@1] on"
            + " node [a], [ik_smart@2] on node [b]; install the same release of the plugin that"
            + " brings it, with the same dictionaries, on all of them",
        node("a", found("ik_smart@1")),
        node("b", found("ik_smart@2")));
  }

  public void testAnAnalyzerThatSomeNodeDoesNotHave() {
    assertAnalyzerRefused(
        "[analyzer] cannot be used on node [b]: broken",
        node("a", found("ik_smart@1")),
        node("b", BROKEN));
  }

  /** In the words that it has for that without a cluster. */
  public void testAnAnalyzerThatNoNodeHasIsLeftToTheProcessor() {
    Need ik = new Need(Need.Kind.ANALYZER, "ik_smart");
    assertEquals(List.of("ik_smart"), verdict(List.of(ik), node("a", BROKEN), node("b", BROKEN)));
  }

  public void testANodeThatDoesNotAnswer() {
    FailedNodeException first = new FailedNodeException("id-b", "left", new Exception("left"));
    FailedNodeException second = new FailedNodeException("id-c", "left", new Exception("left"));
    AgreementResponse response =
        new AgreementResponse(
            ClusterName.DEFAULT, List.of(node("a", found(NEWS_1))), List.of(first, second));
    OpenSearchStatusException e =
        expectThrows(OpenSearchStatusException.class, () -> Verdict.of(List.of(NEWS), response));
    assertEquals(
        "[[idf] news] could not be compared on all nodes: [2] did not answer, the first is [id-b];"
            + " make sure that every node runs this version of the plugin, and try again",
        e.getMessage());
    assertEquals(RestStatus.SERVICE_UNAVAILABLE, e.status());
    assertSame(first, e.getCause());
  }
}
