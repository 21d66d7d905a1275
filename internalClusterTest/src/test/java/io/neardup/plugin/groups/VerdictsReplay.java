// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import io.neardup.plugin.groups.GroupsReplay.Doc;
import io.neardup.plugin.groups.GroupsReplay.Membership;
import io.neardup.plugin.groups.GroupsReplay.Near;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/** The replay of a job that obeys verdicts, by brute force: one content after the other. */
final class VerdictsReplay {
  private final Near near;
  private final boolean scoped;
  private final Map<List<Long>, String> said;

  /** In their order. */
  private final List<Content> contents = new ArrayList<>();

  /** The names of the documents that a verdict has made duplicates. */
  final TreeSet<String> decided = new TreeSet<>();

  /** All documents of a scope that have the same to compare. */
  private static final class Content {
    private final List<Doc> docs = new ArrayList<>();
    private Content canonical;
    private int distance;
    private boolean isSaid;

    private Doc first() {
      return docs.get(0);
    }
  }

  /**
   * @param said by the lesser and the greater digest
   */
  VerdictsReplay(Near near, boolean scoped, Map<List<Long>, String> said) {
    this.near = near;
    this.scoped = scoped;
    this.said = said;
  }

  static List<Long> pair(long one, long other) {
    return Long.compareUnsigned(one, other) < 0 ? List.of(one, other) : List.of(other, one);
  }

  Map<String, Membership> run(List<Doc> stored, Comparator<Doc> order, boolean against) {
    List<Doc> docs = new ArrayList<>(stored);
    docs.sort(
        Comparator.comparing((Doc doc) -> GroupsReplay.isGiven(doc, against) == false)
            .thenComparing(order)
            .thenComparing(near::bytes, Arrays::compareUnsigned)
            .thenComparing(Doc::index)
            .thenComparing(Doc::id));
    docs.forEach(this::add);
    for (int i = 0; i < contents.size(); i++) {
      decide(contents.get(i), contents.subList(0, i), against);
    }
    return members(against);
  }

  private void add(Doc doc) {
    for (Content content : contents) {
      if (isTogether(content.first(), doc)
          && Arrays.equals(near.bytes(content.first()), near.bytes(doc))) {
        content.docs.add(doc);
        return;
      }
    }
    contents.add(new Content());
    contents.get(contents.size() - 1).docs.add(doc);
  }

  private boolean isTogether(Doc left, Doc right) {
    return scoped == false || Objects.equals(left.team(), right.team());
  }

  private void decide(Content content, List<Content> before, boolean against) {
    content.canonical = content;
    if (GroupsReplay.isGiven(content.first(), against)) {
      return;
    }
    for (Content each : before) {
      boolean joins = isAllowed(content, each.canonical, before);
      if (joins
          && says("always", content, each)
          && (content.canonical == content
              || contents.indexOf(each.canonical) < contents.indexOf(content.canonical))) {
        content.canonical = each.canonical;
        content.isSaid = true;
      }
    }
    int least = Integer.MAX_VALUE;
    for (Content each : before) {
      int distance = near.distance().applyAsInt(each.first(), content.first());
      if (content.isSaid == false
          && each.canonical == each
          && isTogether(each.first(), content.first())
          && isAllowed(content, each, before)
          && distance >= 0
          && distance < least) {
        content.canonical = each;
        least = distance;
      }
    }
    content.distance =
        content.canonical == content ? 0 : near.far(content.canonical.first(), content.first());
  }

  /** Whether nothing in the group is said to be another one. */
  private boolean isAllowed(Content content, Content group, List<Content> before) {
    return before.stream()
        .filter(each -> each.canonical == group)
        .noneMatch(each -> says("never", content, each));
  }

  private boolean says(String verdict, Content left, Content right) {
    return isTogether(left.first(), right.first())
        && verdict.equals(said.get(pair(near.digest(left.first()), near.digest(right.first()))));
  }

  private Map<String, Membership> members(boolean against) {
    Map<String, Membership> members = new TreeMap<>();
    for (Content content : contents) {
      String canonical = GroupsReplay.name(content.canonical.first());
      for (Doc doc : content.docs) {
        boolean other = GroupsReplay.name(doc).equals(canonical) == false;
        if (other && GroupsReplay.isGiven(doc, against) == false) {
          members.put(
              GroupsReplay.name(doc), new Membership(canonical, near.shown(content.distance)));
          members.put(canonical, new Membership(canonical, 0));
          if (content.isSaid) {
            decided.add(GroupsReplay.name(doc));
          }
        }
      }
    }
    return members;
  }
}
