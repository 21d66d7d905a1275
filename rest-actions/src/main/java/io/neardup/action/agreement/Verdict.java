// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.agreement;

import io.neardup.action.agreement.AgreementResponse.Found;
import io.neardup.action.agreement.AgreementResponse.OfNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.FailedNodeException;
import org.opensearch.common.Nullable;
import org.opensearch.core.rest.RestStatus;

/** Decides whether all nodes would make the same fingerprints of a text. */
final class Verdict {
  /** The maximum number of nodes named in a message. */
  private static final int MAX_SHOWN = 10;

  private Verdict() {}

  /**
   * Checks that the nodes agree.
   *
   * @param needs in the order of the request
   * @return the name of each with the common digest; without one for an analyzer that no node has,
   *     which the processor rejects
   * @throws OpenSearchStatusException naming the nodes that differ
   */
  static List<String> of(List<Need> needs, AgreementResponse response) {
    if (response.hasFailures()) {
      throw silent(needs, response.failures());
    }
    return IntStream.range(0, needs.size())
        .mapToObj(i -> of(i, needs.get(i), response.getNodes()))
        .toList();
  }

  private static String of(int index, Need need, List<OfNode> nodes) {
    Map<String, Set<String>> contents = new TreeMap<>();
    Map<String, Set<String>> refusals = new TreeMap<>();
    RestStatus status = null;
    for (OfNode node : nodes) {
      Found found = node.found().get(index);
      String nodeName = node.getNode().getName();
      if (found.failure() == null) {
        contents.computeIfAbsent(found.pinned(), key -> new TreeSet<>()).add(nodeName);
      } else {
        refusals
            .computeIfAbsent(found.failure().getMessage(), key -> new TreeSet<>())
            .add(nodeName);
        status = worse(status, ExceptionsHelper.status(found.failure()));
      }
    }
    if (contents.isEmpty() && need.kind() == Need.Kind.ANALYZER) {
      return need.name();
    }
    if (status != null) {
      throw refused(need, status, refusals);
    }
    if (contents.size() > 1) {
      throw different(need, contents);
    }
    return contents.keySet().iterator().next();
  }

  /** A shortage of memory may be temporary and is not an error of the request. */
  private static RestStatus worse(@Nullable RestStatus left, RestStatus right) {
    return left == null || left == RestStatus.TOO_MANY_REQUESTS ? right : left;
  }

  private static OpenSearchStatusException refused(
      Need need, RestStatus status, Map<String, Set<String>> refusals) {
    String reasons =
        refusals.entrySet().stream()
            .map(refusal -> shown(refusal.getValue()) + ": " + refusal.getKey())
            .collect(Collectors.joining(" -- "));
    return new OpenSearchStatusException(
        "[" + need.kind() + "] cannot be used on " + reasons, status);
  }

  private static OpenSearchStatusException different(Need need, Map<String, Set<String>> contents) {
    String found =
        contents.entrySet().stream()
            .map(content -> "[" + content.getKey() + "] on " + shown(content.getValue()))
            .collect(Collectors.joining(", "));
    return new OpenSearchStatusException(
        switch (need.kind()) {
          case IDF, WITHOUT ->
              "["
                  + need.kind()
                  + "] must be the same dictionary on all nodes, but ["
                  + need.name()
                  + "] is "
                  + found
                  + "; put the same file on all of them";
          case ANALYZER ->
              "[analyzer] must produce the same tokens on all nodes, but ["
                  + need.name()
                  + "] is "
                  + found
                  + "; install the same release of the plugin that brings it, with the same"
                  + " dictionaries, on all of them";
        },
        RestStatus.BAD_REQUEST);
  }

  private static OpenSearchStatusException silent(
      List<Need> needs, List<FailedNodeException> failures) {
    FailedNodeException first = failures.get(0);
    return new OpenSearchStatusException(
        needs.stream().map(need -> "[" + need.kind() + "] " + need.name()).toList()
            + " could not be compared on all nodes: ["
            + failures.size()
            + "] did not answer, the first is ["
            + first.nodeId()
            + "]; make sure that every node runs this version of the plugin, and try again",
        RestStatus.SERVICE_UNAVAILABLE,
        first);
  }

  private static String shown(Set<String> nodes) {
    String names = nodes.stream().limit(MAX_SHOWN).collect(Collectors.joining(", "));
    int more = nodes.size() - MAX_SHOWN;
    return "node [" + names + (more > 0 ? "] and [" + more + "] more" : "]");
  }
}
