// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup.hits;

import io.neardup.fingerprint.hamming.FingerprintSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.opensearch.action.OriginalIndices;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.core.common.io.stream.NamedWriteableAwareStreamInput;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.search.SearchShardTarget;
import org.opensearch.test.OpenSearchTestCase;

/** Parts of an answer: how they travel, and that cut off they make the same answers as whole. */
public class NearDupHitsTests extends OpenSearchTestCase {
  private static final int FINGERPRINTS = 4;
  private static final int QUESTIONS = 6;
  private static final int SIZE = 3;

  /** A document of question q is [q]; question q asks for fingerprint q % 4. */
  private static NearDupHits randomPart(int shard) {
    SearchShardTarget target =
        new SearchShardTarget(
            "node",
            new ShardId("news-" + shard % 3, "uuid", shard),
            shard % 2 == 0 ? null : "other",
            OriginalIndices.NONE);
    List<NearDupHits.Of> answers = new ArrayList<>();
    List<NearDupHits.ExcludedSelf> own = new ArrayList<>();
    for (int fingerprint = 0; fingerprint < FINGERPRINTS; fingerprint++) {
      List<NearDupHit> hits = new ArrayList<>();
      int matches = between(0, 8);
      for (int doc = 0; doc < matches; doc++) {
        int question = doc < QUESTIONS && doc % FINGERPRINTS == fingerprint ? doc : -1;
        hits.add(
            new NearDupHit(between(0, 2), target, doc, question >= 0 ? "q" + question : "d" + doc));
        if (question >= 0) {
          own.add(
              new NearDupHits.ExcludedSelf(
                  question, fingerprint, target.getFullyQualifiedIndexName()));
        }
      }
      if (matches > 0) {
        answers.add(new NearDupHits.Of(fingerprint, matches, hits));
      }
    }
    return new NearDupHits(matches(answers), answers, own);
  }

  /** So that nothing is cut off yet. */
  private static int matches(List<NearDupHits.Of> answers) {
    return answers.stream().mapToInt(of -> of.hits().size()).max().orElse(0);
  }

  private static NearDupHits cut(NearDupHits all) {
    return new NearDupHits(SIZE, all.answers(), all.own());
  }

  /** What question q gets: the nearest that are not its own. */
  private static List<NearDupHit> answer(NearDupHits hits, int question) {
    Set<String> own = new TreeSet<>();
    hits.own().stream().filter(o -> o.question() == question).forEach(o -> own.add(o.index()));
    return hits.answers().stream()
        .filter(of -> of.fingerprint() == question % FINGERPRINTS)
        .flatMap(of -> of.hits().stream())
        .filter(hit -> (hit.id().equals("q" + question) && own.contains(hit.index())) == false)
        .sorted(NearDupHit.ORDER)
        .limit(SIZE)
        .toList();
  }

  public void testPartsCutOffAnswerAsTheWholeDoes() {
    for (int run = 0; run < 200; run++) {
      List<NearDupHits> parts = new ArrayList<>();
      for (int shard = 0; shard < 5; shard++) {
        parts.add(randomPart(shard));
      }
      List<NearDupHits> cut = parts.stream().map(NearDupHitsTests::cut).toList();
      NearDupHits left = NearDupHits.merge(cut.subList(0, 2));
      NearDupHits right = NearDupHits.merge(cut.subList(2, 5));
      NearDupHits merged = NearDupHits.merge(List.of(right, left));
      // What a search of all shards would keep, had nothing been cut off on the way.
      NearDupHits uncut = wholeOf(parts);
      for (int question = 0; question < QUESTIONS; question++) {
        assertEquals(answer(uncut, question), answer(merged, question));
      }
      for (int i = 0; i < merged.answers().size(); i++) {
        assertEquals(uncut.answers().get(i).total(), merged.answers().get(i).total());
      }
    }
  }

  private static NearDupHits wholeOf(List<NearDupHits> parts) {
    List<NearDupHits> large =
        parts.stream().map(part -> new NearDupHits(1000, part.answers(), part.own())).toList();
    return NearDupHits.merge(large);
  }

  private static <T extends Writeable> T copy(T original, Writeable.Reader<T> reader)
      throws IOException {
    try (BytesStreamOutput out = new BytesStreamOutput()) {
      original.writeTo(out);
      try (StreamInput in =
          new NamedWriteableAwareStreamInput(
              out.bytes().streamInput(), new NamedWriteableRegistry(List.of()))) {
        T read = reader.read(in);
        assertEquals(0, in.available());
        return read;
      }
    }
  }

  public void testHitsTravel() throws IOException {
    for (int run = 0; run < 20; run++) {
      List<NearDupHits> parts = List.of(randomPart(0), randomPart(1), randomPart(2));
      InternalNearDupHits hits = new InternalNearDupHits("a", NearDupHits.merge(parts), null);
      InternalNearDupHits read = copy(hits, InternalNearDupHits::new);
      assertEquals(hits.hits(), read.hits());
      assertEquals("a", read.getName());
    }
  }

  public void testRequestsTravel() throws IOException {
    List<SelfExclusion> selves =
        List.of(new SelfExclusion(0, "a", null), new SelfExclusion(1, "b", "news"));
    FingerprintSet set = FingerprintSet.of(randomLong(), randomLong());
    NearDupHitsAggregationBuilder builder =
        new NearDupHitsAggregationBuilder("print", set, 5, 7, selves);
    assertSameWhenCopied(builder);
    for (NearDupHitsAggregationBuilder other :
        List.of(
            new NearDupHitsAggregationBuilder("other", set, 5, 7, selves),
            new NearDupHitsAggregationBuilder("print", FingerprintSet.of(1), 5, 7, selves),
            new NearDupHitsAggregationBuilder("print", set, 6, 7, selves),
            new NearDupHitsAggregationBuilder("print", set, 5, 8, selves),
            new NearDupHitsAggregationBuilder("print", set, 5, 7, selves.subList(0, 1)))) {
      assertFalse(builder.equals((Object) other));
      assertSameWhenCopied(other);
    }
  }

  private static void assertSameWhenCopied(NearDupHitsAggregationBuilder builder)
      throws IOException {
    Object read = copy(builder, NearDupHitsAggregationBuilder::new);
    assertTrue(builder.equals(read));
    assertEquals(builder.hashCode(), read.hashCode());
  }

  public void testOrder() {
    List<NearDupHit> hits = new ArrayList<>();
    NearDupHits.merge(List.of(randomPart(0), randomPart(1), randomPart(2), randomPart(3)))
        .answers()
        .forEach(of -> hits.addAll(of.hits()));
    hits.sort(NearDupHit.ORDER);
    for (int i = 1; i < hits.size(); i++) {
      Comparator<NearDupHit> byShard =
          Comparator.comparingInt(hit -> hit.shard().getShardId().id());
      int nearer = hits.get(i - 1).distance() - hits.get(i).distance();
      assertTrue(nearer <= 0);
      assertTrue(nearer < 0 || byShard.compare(hits.get(i - 1), hits.get(i)) <= 0);
    }
  }
}
