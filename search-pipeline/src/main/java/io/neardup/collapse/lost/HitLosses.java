// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse.lost;

import io.neardup.fingerprint.collapse.HitDistances;
import io.neardup.fingerprint.collapse.HitGroup;
import io.neardup.fingerprint.collapse.HitGroups;
import io.neardup.fingerprint.lost.AllowedLoss;
import io.neardup.fingerprint.lost.Difference;
import io.neardup.fingerprint.lost.TextTerms;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.lost.StoredText;
import io.neardup.lost.ToldLoss;
import io.neardup.request.HitBytes;
import io.neardup.request.Listeners;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.opensearch.action.ActionRunnable;
import org.opensearch.common.Nullable;
import org.opensearch.core.action.ActionListener;
import org.opensearch.search.SearchHit;

/**
 * Hits of which one is near another only if no more is lost with it than is allowed. They are
 * grouped as if nothing was lost; the pairs of which groups consist are looked at, some at a time,
 * and as long as texts keep some apart, hits are grouped anew without these. So the groups are
 * those of all pairs, and only pairs that matter are read. A hit whose text cannot be read is near
 * no other one.
 */
public final class HitLosses implements HitDistances {
  /** Pairs that are looked at together. */
  private static final int BATCH = 50;

  private final SearchHit[] hits;
  private final HitDistances near;
  private final LostOptions options;
  private final HitTexts texts;
  private final MemoryAccount memory;
  private final Map<Integer, Optional<TextTerms>> terms = new HashMap<>();

  /** Of pairs whose loss is allowed. */
  private final Map<Pair, AllowedLoss.Loss> losses = new HashMap<>();

  /** The other pairs that were looked at, by {@link #bit}: there may be many, at each grouping. */
  private final BitSet apart;

  private List<HitGroup> groups = List.of();

  /** A hit that is left out because of another one, both by their places. */
  private record Pair(int shown, int hit) {}

  /**
   * @param near how far the hits are, whatever is lost
   * @param memory charged with what is held of texts
   */
  public HitLosses(
      LostOptions options,
      HitTexts texts,
      MemoryAccount memory,
      HitDistances near,
      SearchHit... hits) {
    this.options = options;
    this.texts = texts;
    this.memory = memory;
    this.near = near;
    this.hits = hits;
    memory.take((long) hits.length * hits.length / Byte.SIZE);
    this.apart = new BitSet(hits.length * hits.length);
  }

  private int bit(int shown, int hit) {
    return shown * hits.length + hit;
  }

  @Override
  public int size() {
    return near.size();
  }

  @Override
  public boolean isComparable(int hit) {
    return near.isComparable(hit);
  }

  /** Of a hit that is shown and one that may be left out because of it. */
  @Override
  public double ifNear(int shown, int hit) {
    return apart.get(bit(shown, hit)) ? FAR : near.ifNear(shown, hit);
  }

  @Override
  public double distance(int left, int right) {
    return near.distance(left, right);
  }

  /** Answers the groups of the hits, each of which shows its first one. */
  public void group(int[] scopes, ActionListener<List<HitGroup>> listener) {
    Listeners.repeat(
        ActionListener.map(listener, done -> groups),
        more -> {
          texts.checkCancelled();
          groups = HitGroups.of(this, scopes, new int[size()]);
          List<Pair> unknown =
              groups.stream()
                  .flatMap(HitLosses::pairs)
                  .filter(pair -> losses.containsKey(pair) == false)
                  .toList();
          if (unknown.isEmpty()) {
            more.onResponse(false);
          } else {
            judge(unknown, ActionListener.map(more, judged -> true));
          }
        });
  }

  private static Stream<Pair> pairs(HitGroup group) {
    return Arrays.stream(group.collapsed()).mapToObj(hit -> new Pair(group.shown(), hit));
  }

  private void judge(List<Pair> pairs, ActionListener<Void> listener) {
    int[] next = {0};
    Listeners.repeat(
        listener,
        more -> {
          int from = next[0];
          next[0] = Math.min(pairs.size(), from + BATCH);
          if (from == next[0]) {
            more.onResponse(false);
            return;
          }
          List<Pair> batch = pairs.subList(from, next[0]);
          int[] unread = unread(batch);
          texts.read(
              Arrays.stream(unread).mapToObj(hit -> hits[hit]).toArray(SearchHit[]::new),
              Listeners.then(
                  more,
                  (read, last) ->
                      texts
                          .executor()
                          .execute(
                              ActionRunnable.<Boolean>wrap(
                                  last,
                                  looked -> {
                                    keep(unread, read);
                                    look(batch, ActionListener.map(looked, done -> true));
                                  }))));
        });
  }

  private int[] unread(List<Pair> pairs) {
    return pairs.stream()
        .flatMapToInt(pair -> IntStream.of(pair.shown, pair.hit))
        .filter(hit -> terms.containsKey(hit) == false)
        .distinct()
        .toArray();
  }

  /** Keeps what texts say, and not the texts. */
  private void keep(int[] places, SearchHit... read) {
    try (MemoryAccount here = memory.part()) {
      for (int i = 0; i < places.length; i++) {
        if (read[i] != null) {
          here.take(HitBytes.of(read[i]));
        }
        Optional<TextTerms> said = Optional.ofNullable(text(read[i])).map(TextTerms::of);
        said.ifPresent(these -> memory.take(these.bytes()));
        terms.put(places[i], said);
      }
    }
  }

  /** Null if it cannot be read. */
  @Nullable private String text(@Nullable SearchHit hit) {
    String text =
        hit == null || hit.hasSource() == false
            ? null
            : StoredText.of(hit.getSourceAsMap(), options.fields(), false, options.html());
    return text == null || text.isBlank() ? null : text;
  }

  private void look(List<Pair> pairs, ActionListener<Void> listener) {
    MemoryAccount here = memory.part();
    ActionListener<Void> done = ActionListener.runBefore(listener, here::close);
    Listeners.begin(
        done,
        looked -> {
          Map<Pair, Difference> differences = new HashMap<>();
          for (Pair pair : pairs) {
            Optional<TextTerms> duplicate = terms.get(pair.hit);
            Optional<TextTerms> kept = terms.get(pair.shown);
            if (duplicate.isEmpty() || kept.isEmpty()) {
              apart.set(bit(pair.shown, pair.hit));
            } else {
              Difference difference = Difference.of(duplicate.get(), kept.get());
              here.take(difference.lost().bytes() + difference.gained().bytes());
              differences.put(pair, difference);
            }
          }
          texts.load(
              differences.values().stream().flatMap(options.allowed()::asked).toList(),
              ActionListener.map(
                  looked,
                  loaded -> {
                    differences.forEach(
                        (pair, difference) -> {
                          AllowedLoss.Loss loss = options.allowed().of(difference, texts.freqs());
                          if (loss.allowed()) {
                            losses.put(pair, loss);
                          } else {
                            apart.set(bit(pair.shown, pair.hit));
                          }
                        });
                    return null;
                  }));
        });
  }

  /** Says of a hit that is left out what would be lost with it. */
  public void tell(int shown, int hit, Map<String, Object> entry) {
    ToldLoss.tell(losses.get(new Pair(shown, hit)), options.allowed(), entry);
  }
}
