// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.collapse;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Groups hits in their order: a hit near the first one of an earlier group of its scope joins the
 * nearest of these, of equally near ones the earliest; any other hit begins a group. So the groups
 * of the first n hits are the same however many hits follow, which keeps pages apart. Stars, not
 * chains: a member is near the first of its group, and no two firsts are near each other.
 *
 * <p>The best hit of a group is shown in the place of its first one. A hit can be the best of its
 * group and yet near the first of another one, which does not know it: then the next best is shown,
 * so that no two shown hits are near each other. Each hit is compared with each group once, or
 * twice if there is something to prefer.
 */
public final class HitGroups {
  private final HitDistances hits;
  private final int[] scopes;
  private final int[] preference;

  /** The first hits of the groups, and the group of each hit. */
  private final int[] firsts;

  private final int[] groups;
  private int size;

  private HitGroups(HitDistances hits, int[] scopes, int... preference) {
    this.hits = hits;
    this.scopes = scopes;
    this.preference = preference;
    this.firsts = new int[hits.size()];
    this.groups = new int[hits.size()];
  }

  /**
   * Groups all hits.
   *
   * @param scopes of each hit; only hits of the same one are compared
   * @param preference of each hit, the least is the best, of equal ones the earliest hit; all 0 to
   *     show the first of each group
   * @return in the order in which they are shown
   */
  public static List<HitGroup> of(HitDistances hits, int[] scopes, int... preference) {
    HitGroups groups = new HitGroups(hits, scopes, preference);
    for (int hit = 0; hit < hits.size(); hit++) {
      groups.add(hit);
    }
    return groups.shown();
  }

  private void add(int hit) {
    int nearest = hits.isComparable(hit) ? nearest(hit) : -1;
    if (nearest < 0) {
      nearest = size++;
      firsts[nearest] = hit;
    }
    groups[hit] = nearest;
  }

  /** The group whose first is nearest, or -1 if none is near. */
  private int nearest(int hit) {
    int nearest = -1;
    double least = HitDistances.FAR;
    for (int group = 0; group < size; group++) {
      double distance = ifNear(firsts[group], hit);
      if (distance < least) {
        least = distance;
        nearest = group;
      }
    }
    return nearest;
  }

  private double ifNear(int left, int right) {
    return scopes[left] == scopes[right] && hits.isComparable(left)
        ? hits.ifNear(left, right)
        : HitDistances.FAR;
  }

  private List<HitGroup> shown() {
    int[][] members = members();
    List<HitGroup> shown = new ArrayList<>(size);
    for (int group = 0; group < size; group++) {
      int best = best(group, shown, members[group]);
      int[] others = IntStream.of(members[group]).filter(hit -> hit != best).toArray();
      shown.add(new HitGroup(best, passedOver(best, others), others));
    }
    return shown;
  }

  private int[][] members() {
    int[] counts = new int[size];
    for (int group : groups) {
      counts[group]++;
    }
    int[][] members = new int[size][];
    for (int hit = groups.length - 1; hit >= 0; hit--) {
      int group = groups[hit];
      if (members[group] == null) {
        members[group] = new int[counts[group]];
      }
      members[group][--counts[group]] = hit;
    }
    return members;
  }

  /** The first can always be shown: no other first is near, and so nothing shown before. */
  private int best(int group, List<HitGroup> shown, int... members) {
    int best = firsts[group];
    for (int hit : members) {
      boolean better = preference[hit] < preference[best];
      if (better && isFarFromOthers(hit, group, shown)) {
        best = hit;
      }
    }
    return best;
  }

  private BitSet passedOver(int best, int... others) {
    BitSet passedOver = new BitSet();
    IntStream.of(others).filter(hit -> preference[hit] < preference[best]).forEach(passedOver::set);
    return passedOver;
  }

  private boolean isFarFromOthers(int hit, int own, List<HitGroup> shown) {
    for (int group = 0; group < size; group++) {
      if (group != own && ifNear(firsts[group], hit) != HitDistances.FAR) {
        return false;
      }
    }
    return shown.stream().allMatch(other -> ifNear(other.shown(), hit) == HitDistances.FAR);
  }
}
