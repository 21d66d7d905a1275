// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup.hits;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.search.SearchShardTarget;

/**
 * The documents of a part of an index near each fingerprint: their number, and the nearest ones.
 *
 * <p>A question about a document does not count that document itself. Questions with the same
 * fingerprint share their hits; so that each is left with enough, a fingerprint keeps the requested
 * number of hits plus the maximum number of own documents of any of its questions.
 *
 * @param size number of hits per question
 * @param answers in ascending order of fingerprints, without those that have no hits
 * @param own documents that were found by the question about them
 */
public record NearDupHits(int size, List<Of> answers, List<ExcludedSelf> own) implements Writeable {

  /** No hits at all. */
  public static final NearDupHits NONE = new NearDupHits(0, List.of(), List.of());

  /**
   * The documents near one fingerprint.
   *
   * @param fingerprint its index in the set
   * @param total number of documents, including {@code hits}
   * @param hits the nearest, in order
   */
  public record Of(int fingerprint, long total, List<NearDupHit> hits) {}

  /**
   * A document that was found by the question about it.
   *
   * @param question the number of the {@link SelfExclusion} in the request
   * @param fingerprint index of the question's fingerprint
   * @param index in which it was found
   */
  public record ExcludedSelf(int question, int fingerprint, String index) implements Writeable {
    private ExcludedSelf(StreamInput in) throws IOException {
      this(in.readVInt(), in.readVInt(), in.readString());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeVInt(question);
      out.writeVInt(fingerprint);
      out.writeString(index);
    }
  }

  /** Sorts the hits, and keeps as many as needed. */
  public NearDupHits {
    Map<Integer, Long> spare = spare(own);
    int wanted = size;
    answers =
        answers.stream()
            .map(
                of ->
                    new Of(
                        of.fingerprint,
                        of.total,
                        of.hits.stream()
                            .sorted(NearDupHit.ORDER)
                            .limit(wanted + spare.getOrDefault(of.fingerprint, 0L))
                            .toList()))
            .toList();
    own = List.copyOf(own);
  }

  /** The maximum number of own documents of a question, by fingerprint. */
  private static Map<Integer, Long> spare(List<ExcludedSelf> own) {
    Map<Integer, Long> spare = new HashMap<>();
    own.stream()
        .collect(
            Collectors.groupingBy(
                document -> List.of(document.question, document.fingerprint),
                Collectors.counting()))
        .forEach((question, count) -> spare.merge(question.get(1), count, Math::max));
    return spare;
  }

  /** Merges the hits of several parts. */
  static NearDupHits merge(List<NearDupHits> parts) {
    TreeMap<Integer, Of> merged = new TreeMap<>();
    List<ExcludedSelf> own = new ArrayList<>();
    for (NearDupHits part : parts) {
      part.answers.forEach(of -> merged.merge(of.fingerprint, of, NearDupHits::join));
      own.addAll(part.own);
    }
    int size = parts.stream().mapToInt(NearDupHits::size).max().orElse(0);
    return new NearDupHits(size, List.copyOf(merged.values()), own);
  }

  private static Of join(Of left, Of right) {
    List<NearDupHit> hits = new ArrayList<>(left.hits);
    hits.addAll(right.hits);
    return new Of(left.fingerprint, left.total + right.total, hits);
  }

  NearDupHits(StreamInput in) throws IOException {
    this(in.readVInt(), readAnswers(in), in.readList(ExcludedSelf::new));
  }

  /** Each shard is written only once, since many hits share it. */
  private static List<Of> readAnswers(StreamInput in) throws IOException {
    List<SearchShardTarget> shards = in.readList(SearchShardTarget::new);
    return in.readList(of -> new Of(of.readVInt(), of.readVLong(), readHits(of, shards)));
  }

  private static List<NearDupHit> readHits(StreamInput in, List<SearchShardTarget> shards)
      throws IOException {
    return in.readList(
        hit ->
            new NearDupHit(
                hit.readVInt(), shards.get(hit.readVInt()), hit.readVInt(), hit.readString()));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeVInt(size);
    Map<SearchShardTarget, Integer> shards = new LinkedHashMap<>();
    answers.forEach(of -> of.hits.forEach(hit -> shards.putIfAbsent(hit.shard(), shards.size())));
    out.writeList(List.copyOf(shards.keySet()));
    out.writeVInt(answers.size());
    for (Of of : answers) {
      out.writeVInt(of.fingerprint);
      out.writeVLong(of.total);
      out.writeVInt(of.hits.size());
      for (NearDupHit hit : of.hits) {
        out.writeVInt(hit.distance());
        out.writeVInt(shards.get(hit.shard()));
        out.writeVInt(hit.doc());
        out.writeString(hit.id());
      }
    }
    out.writeList(own);
  }
}
