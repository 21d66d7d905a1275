// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;
import static org.opensearch.test.OpenSearchTestCase.between;
import static org.opensearch.test.OpenSearchTestCase.randomBoolean;
import static org.opensearch.test.OpenSearchTestCase.randomFrom;
import static org.opensearch.test.OpenSearchTestCase.rarely;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** What documents of random domains are, and the greedy replay of them by brute force. */
final class GroupsStages {
  private static final long DAY = 86_400_000L;

  /** Signatures of random texts are far from all others. */
  private static final long[] CENTERS = {0, -1, 0x9f3a5c3b12ff00aaL};

  private GroupsStages() {}

  /**
   * A stage, and how far a document is from a canonical: a greater number is nearer.
   *
   * @param json as a pipeline has it
   */
  private record Stage(String field, String json, String parameters, Nearness nearness) {}

  private interface Nearness {
    /** Null for what is not near. */
    Double of(Doc doc, Doc canonical);
  }

  /**
   * What documents are compared by.
   *
   * @param window days; negative for none
   * @param both whether a match may not be newer than that either
   * @param differing whether a match must be from another source
   * @param parameters of a request
   */
  record Domain(
      List<Stage> stages,
      int window,
      boolean both,
      boolean scoped,
      boolean differing,
      boolean piped,
      String parameters) {
    String pipeline() {
      return "{'processors':[{'near_dup':{'reveal':true,'ignore_missing':true,'stages':["
          + String.join(",", stages.stream().map(Stage::json).toList())
          + "]"
          + (window < 0
              ? ""
              : ",'window':{'field':'at','age':'" + window + "d','both':" + both + "}")
          + ",'scope':"
          + (differing
              ? "{'equals':[" + (scoped ? "'team'" : "") + "],'differs':['source']}"
              : scoped ? "'team'" : "[]")
          + "}}]}";
    }
  }

  /** A document as it is stored. */
  record Doc(
      String id,
      Long print,
      MinHashSignature sign,
      String url,
      String team,
      String source,
      long at,
      Map<?, ?> decision) {
    static Doc of(String id, Map<String, Object> source) {
      String sign = (String) source.get("sign");
      Object print = source.get("print");
      return new Doc(
          id,
          print == null ? null : (Long) Fingerprint.parseValue(print),
          sign == null ? null : MinHashSignature.parse(sign),
          (String) source.get("url"),
          (String) source.get("team"),
          (String) source.get("source"),
          ((Number) source.get("at")).longValue(),
          (Map<?, ?>) source.get("near_dup"));
    }

    long seq() {
      return ((Number) decision.get("seq")).longValue();
    }

    boolean isNew() {
      return "new".equals(decision.get("status"));
    }

    String group() {
      return (String) decision.get("group");
    }

    boolean hasAny() {
      return print != null || sign != null || url != null;
    }
  }

  /** The canonical that a document duplicates, and where. */
  private record Match(Doc canonical, int stage, double nearness) {}

  static Domain domain() {
    int window = randomBoolean() ? -1 : between(1, 8);
    boolean scoped = randomBoolean();
    List<Stage> stages =
        switch (between(0, 3)) {
          case 0 -> List.of(signed(randomFrom(0.5, 0.9)));
          case 1 -> List.of(verified(between(2, 11), randomFrom(0.5, 0.9)));
          case 2 -> List.of(within(between(0, 6)));
          default ->
              List.of(
                  url(),
                  randomBoolean() ? within(between(0, 4)) : verified(between(2, 8), 0.5),
                  signed(randomFrom(0.6, 0.9)));
        };
    boolean differing = between(0, 3) == 0;
    boolean piped = stages.size() > 1 || window >= 0 || differing || randomBoolean();
    Stage asked = randomFrom(stages.stream().filter(stage -> stage.parameters != null).toList());
    return new Domain(
        stages,
        window,
        randomBoolean(),
        scoped,
        differing,
        piped,
        asked.parameters + (scoped ? ",'scope':'team'" : ""));
  }

  private static Stage url() {
    return new Stage(
        "url",
        "{'exact':'url'}",
        null,
        (doc, other) -> doc.url != null && doc.url.equals(other.url) ? 1.0 : null);
  }

  private static Stage within(int distance) {
    return new Stage(
        "print",
        "{'simhash':'print','precomputed':true,'max_distance':" + distance + "}",
        "'field':'print','max_distance':" + distance,
        (doc, other) ->
            doc.print == null || other.print == null || distance(doc, other) > distance
                ? null
                : -1.0 * distance(doc, other));
  }

  private static Stage verified(int distance, double similarity) {
    String verify = ",'verify':{'minhash':'sign','similarity':" + similarity + "}";
    Nearness within = within(distance).nearness;
    return new Stage(
        "print",
        "{'simhash':'print','precomputed':true,'max_distance':" + distance + verify + "}",
        "'field':'print','max_distance':" + distance + verify,
        (doc, other) -> {
          Double signs = signed(similarity).nearness.of(doc, other);
          Double prints = signs == null ? null : within.of(doc, other);
          return prints == null ? null : 1e6 * signs + prints;
        });
  }

  private static Stage signed(double similarity) {
    String likeness = ",'similarity':" + similarity + ",'recall':1";
    return new Stage(
        "sign",
        "{'minhash':'sign','precomputed':true" + likeness + "}",
        "'field':'sign'" + likeness,
        (doc, other) -> {
          if (doc.sign == null || other.sign == null) {
            return null;
          }
          double jaccard = doc.sign.jaccard(other.sign).jaccard();
          return jaccard >= similarity ? jaccard : null;
        });
  }

  private static int distance(Doc left, Doc right) {
    return Fingerprint.distance(left.print, right.print);
  }

  static Map<String, Object> source() {
    Map<String, Object> source = new TreeMap<>(edit());
    source.put("at", between(0, 20) * DAY);
    source.put("clicks", rarely() ? null : between(0, 20));
    source.put("source", rarely() ? null : "s" + between(0, 3));
    source.put("team", rarely() ? null : randomFrom("red", "blue"));
    return source;
  }

  /** What may change later: the text, and with it what is compared, or the date. */
  static Map<String, Object> edit() {
    Map<String, Object> source = new TreeMap<>();
    long print = randomFrom(CENTERS[0], CENTERS[1], CENTERS[2]);
    for (int flips = between(0, 6); flips > 0; flips--) {
      print ^= 1L << between(0, 12);
    }
    source.put("print", rarely() ? null : Fingerprint.toHex(print));
    source.put("sign", rarely() ? null : sign().toString());
    source.put("url", rarely() ? null : "u" + between(0, 60));
    if (rarely()) {
      source.put("at", between(0, 20) * DAY);
    }
    return source;
  }

  /** Of a few features or many, some of which other documents have. */
  static MinHashSignature sign() {
    int center = between(0, 3);
    int size = center % 2 == 0 ? 20 : 120;
    int changed = randomFrom(0, 1, size / 8, size / 2);
    MinHasher hasher = new MinHasher();
    for (int i = 0; i < size; i++) {
      hasher.add(i < changed ? between(0, 40) : 0x9e3779b9 * (center * 1_000 + i));
    }
    return hasher.signature();
  }

  private static Match match(Domain domain, Doc doc, Collection<Doc> canonicals) {
    for (int stage = 0; stage < domain.stages.size(); stage++) {
      Match best = null;
      for (Doc canonical : canonicals) {
        long older = doc.at - canonical.at;
        boolean old = domain.window >= 0 && older > domain.window * DAY;
        old |= domain.window >= 0 && domain.both && -older > domain.window * DAY;
        boolean apart = domain.scoped && Objects.equals(canonical.team, doc.team) == false;
        apart |= domain.differing && Objects.equals(canonical.source, doc.source);
        Double nearness =
            old || apart ? null : domain.stages.get(stage).nearness.of(doc, canonical);
        if (nearness != null && (best == null || nearness > best.nearness)) {
          best = new Match(canonical, stage, nearness);
        }
      }
      if (best != null) {
        return best;
      }
    }
    return null;
  }

  private static List<Doc> bySeq(Collection<Doc> docs) {
    return docs.stream().sorted(Comparator.comparingLong(Doc::seq)).toList();
  }

  /** In the order of the numbers, each is a duplicate of the best canonical before it. */
  static void assertReplay(Domain domain, Collection<Doc> docs) {
    docs.forEach(doc -> assertNotNull(doc.toString(), doc.decision));
    List<Doc> canonicals = new ArrayList<>();
    for (Doc doc : bySeq(docs)) {
      assertDecided(domain, doc, canonicals);
      if (doc.isNew()) {
        canonicals.add(doc);
      }
    }
  }

  private static void assertDecided(Domain domain, Doc doc, List<Doc> canonicals) {
    Match match = match(domain, doc, canonicals);
    assertEquals(doc + " of " + domain + ": " + match, match == null, doc.isNew());
    if (match != null) {
      assertEquals(doc.toString(), match.canonical.group(), doc.group());
      assertEquals(
          doc + " near " + match,
          Map.of("index", "staged", "id", match.canonical.id),
          doc.decision.get("of"));
      assertEquals(domain.stages.get(match.stage).field, doc.decision.get("matched_by"));
    }
  }

  /** All groups have one canonical; what was decided again is as a replay has it. */
  static void assertLed(Domain domain, Map<String, Doc> before, Map<String, Doc> after) {
    Map<String, Doc> leaders = new HashMap<>();
    for (Doc doc : after.values()) {
      assertTrue(doc.toString(), doc.isNew() == false || leaders.put(doc.group(), doc) == null);
    }
    Set<String> led = new HashSet<>();
    before.values().stream().filter(Doc::isNew).forEach(doc -> led.add(doc.group()));
    List<Doc> canonicals = new ArrayList<>(bySeq(before.values()));
    canonicals.removeIf(doc -> doc.isNew() == false);
    List<Doc> again = new ArrayList<>(after.values());
    again.removeIf(doc -> led.contains(before.get(doc.id).group()));
    for (Doc doc : bySeq(again)) {
      assertDecided(domain, doc, canonicals);
      if (doc.isNew()) {
        canonicals.add(doc);
        String group = before.get(doc.id).group();
        assertTrue(doc.toString(), doc.group().equals(group) == leaders.get(group).equals(doc));
      }
    }
    after.values().forEach(doc -> assertNotNull(doc.toString(), leaders.get(doc.group())));
  }
}
