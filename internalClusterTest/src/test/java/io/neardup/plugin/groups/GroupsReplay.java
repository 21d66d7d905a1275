// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.MinHashSignature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToIntBiFunction;
import java.util.stream.IntStream;
import org.opensearch.common.Numbers;

/** The greedy replay of a job by brute force, over documents as a test has written them. */
final class GroupsReplay {
  static final String NONE = ",'keep':'none'";

  private GroupsReplay() {}

  /** A document; what it does not have is null. */
  record Doc(
      String index,
      String id,
      Long print,
      MinHashSignature sign,
      Integer clicks,
      Double score,
      String team,
      String lang,
      boolean seen) {
    /** The same in an index of another name. */
    Doc of(String name) {
      return new Doc(name, id, print, sign, clicks, score, team, lang, seen);
    }
  }

  /** How far it is, or how similar. */
  record Membership(String canonical, Number nearness) {}

  /**
   * What makes documents near.
   *
   * @param parameters as the request has it
   * @param field where the documents are compared
   * @param distance as brute force has it, negative for what is not near
   * @param banded whether signatures must meet in a band
   */
  record Near(
      String field,
      String parameters,
      ToIntBiFunction<Doc, Doc> distance,
      boolean similar,
      boolean banded) {
    static Near within(int maxDistance) {
      return new Near(
          "print",
          "'max_distance':" + maxDistance,
          (left, right) -> {
            int distance = Fingerprint.distance(left.print, right.print);
            return distance <= maxDistance ? distance : -1;
          },
          false,
          false);
    }

    static Near verified(int maxDistance, double similarity) {
      Near within = within(maxDistance);
      return new Near(
          "print",
          within.parameters + ",'verify':{'minhash':'sign','similarity':" + similarity + "}",
          (left, right) -> {
            double jaccard = jaccard(left, right);
            int distance = within.distance.applyAsInt(left, right);
            return jaccard < similarity || distance < 0
                ? -1
                : (int) Math.round((1 - jaccard) * 1e6) * 100 + distance;
          },
          false,
          false);
    }

    static Near similar(double similarity, double recall) {
      Bands bands = recall < 1 ? Bands.of(similarity, recall) : null;
      return new Near(
          "sign",
          "'similarity':" + similarity + ",'recall':" + recall,
          (left, right) -> {
            double jaccard = jaccard(left, right);
            boolean meet = jaccard >= similarity && (bands == null || meet(bands, left, right));
            return meet ? (int) Math.round((1 - jaccard) * 1e6) : -1;
          },
          true,
          bands != null);
    }

    /** Whether a document has all that is compared. */
    boolean has(Doc doc) {
      return (similar || doc.print != null)
          && (doc.sign != null || (similar == false && isVerified() == false));
    }

    private boolean isVerified() {
      return parameters.contains("verify");
    }

    /** How far they are, near or not. */
    int far(Doc left, Doc right) {
      return similar
          ? (int) Math.round((1 - jaccard(left, right)) * 1e6)
          : Fingerprint.distance(left.print, right.print);
    }

    /** What verdicts know a document by. */
    long digest(Doc doc) {
      return similar ? doc.sign.digest() : doc.print;
    }

    private static double jaccard(Doc left, Doc right) {
      return left.sign.jaccard(right.sign).jaccard();
    }

    private static boolean meet(Bands bands, Doc left, Doc right) {
      long[] keys = bands.keys(left.sign);
      long[] others = bands.keys(right.sign);
      return IntStream.range(0, keys.length).anyMatch(band -> keys[band] == others[band]);
    }

    Number shown(int distance) {
      if (similar) {
        return (1_000_000 - distance) / 1e6;
      }
      return distance % 100;
    }

    /** What decides between documents that are equal in all that orders them. */
    byte[] bytes(Doc doc) {
      if (similar) {
        return doc.sign.toBytes();
      }
      byte[] print = Numbers.longToBytes(doc.print);
      if (isVerified() == false) {
        return print;
      }
      byte[] sign = doc.sign.toBytes();
      byte[] both = Arrays.copyOf(print, print.length + sign.length);
      System.arraycopy(sign, 0, both, print.length, sign.length);
      return both;
    }
  }

  /** An order as the request has it, and as brute force has it. */
  record Order(String keep, Comparator<Doc> comparator) {}

  static final List<Order> ORDERS =
      List.of(
          new Order("", Comparator.comparingInt(doc -> 0)),
          new Order(",'keep':[{'clicks':'desc'}]", by(Doc::clicks, Comparator.reverseOrder())),
          new Order(
              ",'keep':[{'score':'asc'},{'clicks':'asc'}]",
              by(Doc::score, Comparator.<Double>naturalOrder())
                  .thenComparing(by(Doc::clicks, Comparator.<Integer>naturalOrder()))),
          new Order(",'keep':[{'lang':'desc'}]", by(Doc::lang, Comparator.reverseOrder())),
          new Order(
              ",'keep':[{'lang':'asc'},{'clicks':'desc'}]",
              by(Doc::lang, Comparator.<String>naturalOrder())
                  .thenComparing(by(Doc::clicks, Comparator.reverseOrder()))),
          new Order(NONE, Comparator.comparingInt(doc -> 0)));

  private static <T> Comparator<Doc> by(Function<Doc, T> key, Comparator<T> comparator) {
    return Comparator.comparing(key, Comparator.nullsLast(comparator));
  }

  /** Members of groups of two or more. */
  static Map<String, Membership> replay(
      List<Doc> stored, Near near, Comparator<Doc> order, boolean scoped, boolean against) {
    List<Doc> docs = new ArrayList<>(stored);
    docs.sort(
        Comparator.comparing((Doc doc) -> isGiven(doc, against) == false)
            .thenComparing(order)
            .thenComparing(near::bytes, Arrays::compareUnsigned)
            .thenComparing(Doc::index)
            .thenComparing(Doc::id));
    List<Doc> canonicals = new ArrayList<>();
    Map<String, Membership> members = new TreeMap<>();
    for (Doc doc : docs) {
      Doc nearest = null;
      int least = Integer.MAX_VALUE;
      for (Doc canonical : canonicals) {
        int distance = near.distance.applyAsInt(canonical, doc);
        boolean together = scoped == false || Objects.equals(canonical.team, doc.team);
        // Of those that are canonical already more than one may be near: the same is nearest.
        boolean same = distance == 0 && least == 0 && same(near, canonical, doc);
        boolean nearer = distance >= 0 && distance < least;
        nearer |= same && same(near, nearest, doc) == false;
        if (together && nearer && isGiven(doc, against) == false) {
          nearest = canonical;
          least = distance;
        }
      }
      if (nearest == null) {
        canonicals.add(doc);
      } else {
        members.put(name(doc), new Membership(name(nearest), near.shown(least)));
        members.put(name(nearest), new Membership(name(nearest), 0));
      }
    }
    return members;
  }

  private static boolean same(Near near, Doc left, Doc right) {
    return Arrays.equals(near.bytes(left), near.bytes(right));
  }

  static boolean isGiven(Doc doc, boolean against) {
    return against && "red".equals(doc.team);
  }

  static String name(Doc doc) {
    return doc.index + "/" + doc.id;
  }
}
