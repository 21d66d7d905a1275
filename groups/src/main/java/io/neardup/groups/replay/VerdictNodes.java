// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.pairs.SaidOfNodes;
import io.neardup.fingerprint.pairs.StopCheck;
import io.neardup.verdicts.Verdict;
import io.neardup.verdicts.Verdicts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntToLongFunction;

/** The verdicts of a list, about the nodes that have the digests. */
final class VerdictNodes implements SaidOfNodes {
  /** Of a node that is named. */
  private static final int BYTES = 128;

  private final Verdicts verdicts;
  private final IntToLongFunction digests;
  private final IntBinaryOperator distances;
  private final Map<Long, List<Integer>> named = new HashMap<>();

  /**
   * @param digests of so many nodes
   * @param distances of two nodes, near or not
   * @param memory takes what is allocated
   */
  VerdictNodes(
      Verdicts verdicts,
      int nodes,
      IntToLongFunction digests,
      IntBinaryOperator distances,
      MemoryAccount memory,
      StopCheck stop) {
    this.verdicts = verdicts;
    this.digests = digests;
    this.distances = distances;
    for (int node = 0; node < nodes; node++) {
      stop.checkAt(node);
      long digest = digests.applyAsLong(node);
      if (verdicts.isAbout(verdicts.from(digest), digest)) {
        memory.take(BYTES);
        named.computeIfAbsent(digest, first -> new ArrayList<>(1)).add(node);
      }
    }
  }

  @Override
  public boolean isNamed(int node) {
    return named.isEmpty() == false && named.containsKey(digests.applyAsLong(node));
  }

  @Override
  public void forEachSame(int node, IntConsumer same) {
    forEach(Verdict.ALWAYS, node, same);
  }

  @Override
  public void forEachOther(int node, IntConsumer other) {
    forEach(Verdict.NEVER, node, other);
  }

  private void forEach(Verdict verdict, int node, IntConsumer consumer) {
    long digest = digests.applyAsLong(node);
    for (int at = verdicts.from(digest); verdicts.isAbout(at, digest); at++) {
      if (verdicts.verdict(at) == verdict) {
        named.getOrDefault(verdicts.other(at), List.of()).forEach(consumer::accept);
      }
    }
  }

  @Override
  public int distance(int node, int other) {
    return distances.applyAsInt(node, other);
  }
}
