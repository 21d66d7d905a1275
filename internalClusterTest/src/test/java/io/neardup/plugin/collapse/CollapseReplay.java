// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.collapse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** What a collapsed search must show, by brute force over documents that the test knows. */
final class CollapseReplay<P> {
  /** Prints of one type: how they are made, written and compared. */
  interface Prints<P> {
    /** How far two are that are not near. */
    double FAR = Double.POSITIVE_INFINITY;

    String type();

    /** How near prints must be, as a parameter of the processor. */
    String nearness();

    /** A print near some of those that came before. */
    P next(Random random);

    /** As in JSON. */
    String text(P print);

    double ifNear(P left, P right);
  }

  /** No print is null. */
  private record Doc<P>(P print, int n, String tenant) {}

  private final Prints<P> prints;
  private final Map<String, Doc<P>> docs = new HashMap<>();

  CollapseReplay(Prints<P> prints) {
    this.prints = prints;
  }

  /** A document and its line of a bulk. */
  String add(String id, Random random) {
    P print = prints.next(random);
    Doc<P> doc =
        new Doc<>(
            random.nextInt(20) == 0 ? null : print,
            random.nextInt(),
            random.nextBoolean() ? "a" : "b");
    docs.put(id, doc);
    String line = "{'index':{'_id':'" + id + "'}}\n{'n':" + doc.n + ",'tenant':'" + doc.tenant;
    return line + (doc.print == null ? "'}\n" : "','print':'" + prints.text(doc.print) + "'}\n");
  }

  private double ifNear(String left, String right, boolean scoped) {
    Doc<P> one = docs.get(left);
    Doc<P> other = docs.get(right);
    return one.print == null
            || other.print == null
            || (scoped && one.tenant.equals(other.tenant) == false)
        ? Prints.FAR
        : prints.ifNear(one.print, other.print);
  }

  boolean areNear(String left, String right, boolean scoped) {
    return ifNear(left, right, scoped) != Prints.FAR;
  }

  /** Groups of these hits, each beginning with its first. */
  List<List<String>> groups(List<String> ids, boolean scoped) {
    Map<String, List<String>> groups = new LinkedHashMap<>();
    for (String id : ids) {
      String nearest = id;
      double least = Prints.FAR;
      for (String first : groups.keySet()) {
        double distance = ifNear(first, id, scoped);
        if (distance < least) {
          nearest = first;
          least = distance;
        }
      }
      groups.computeIfAbsent(nearest, first -> new ArrayList<>()).add(id);
    }
    return List.copyOf(groups.values());
  }

  /** Whether no other of the group has a greater n, unless it is near one of another group. */
  boolean isBest(String id, List<List<String>> groups, boolean scoped) {
    List<String> own =
        groups.stream().filter(group -> group.contains(id)).findFirst().orElseThrow();
    return better(id, own)
        .allMatch(
            other ->
                groups.stream()
                    .filter(group -> group.equals(own) == false)
                    .flatMap(List::stream)
                    .anyMatch(hit -> areNear(hit, other, scoped)));
  }

  /** Those of a group with a greater n than one of it. */
  Stream<String> better(String id, List<String> group) {
    return group.stream().filter(other -> docs.get(other).n > docs.get(id).n);
  }
}
