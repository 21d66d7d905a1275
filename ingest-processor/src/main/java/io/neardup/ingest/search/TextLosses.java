// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.search;

import io.neardup.fingerprint.lost.BothWays;
import io.neardup.fingerprint.lost.TextTerms;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.ingest.domain.StageLoss;
import io.neardup.lost.IndexDocFreqs;
import io.neardup.request.Listeners;
import io.neardup.sequencer.ClaimedVersion;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Hit;
import io.neardup.sequencer.NearPair;
import io.neardup.sequencer.TextCheck;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.action.ActionRunnable;
import org.opensearch.action.get.GetResponse;
import org.opensearch.common.Nullable;
import org.opensearch.core.action.ActionListener;

/**
 * What would be lost with one of two near documents: reads the texts of what a search found, has
 * those of claims, and judges some pairs at a time, so that no more than these are held.
 */
public final class TextLosses implements TextCheck {
  private static final Logger LOGGER = LogManager.getLogger(TextLosses.class);

  /** Characters of the documents whose pairs are judged at a time. */
  private static final int MAX_CHARACTERS = 1 << 18;

  private final StageLoss loss;
  private final DomainSearch search;
  private final IndexDocFreqs freqs;
  private final MemoryAccount memory;
  private final Map<Pair, Verdict> verdicts = new HashMap<>();
  private boolean unread;

  private record Pair(long claim, ClaimedVersion candidate) {}

  private record Look(Pair pair, BothWays texts) {}

  private TextLosses(StageLoss loss, DomainSearch search, MemoryAccount memory) {
    this.loss = loss;
    this.search = search;
    this.memory = memory;
    this.freqs = search.docFreqs(loss.fields(), memory).orNone();
  }

  /**
   * Answers what the texts of a batch and of what they are near to say.
   *
   * @param hits what the search found
   */
  static void ask(
      DomainSearch search,
      NeighborSearch.Question question,
      List<Hit> hits,
      ActionListener<TextCheck> listener) {
    StageLoss loss = search.spec().loss();
    List<NearPair> pairs =
        loss == null
            ? List.of()
            : question
                .matches()
                .pairs(question.batch(), hits, loss.stage(), StageLoss.MAX_CANDIDATES);
    ask(search, pairs, listener);
  }

  /** Answers what the texts of these say. */
  public static void ask(
      DomainSearch search, List<NearPair> pairs, ActionListener<TextCheck> listener) {
    if (pairs.isEmpty()) {
      listener.onResponse(TextCheck.NONE);
      return;
    }
    MemoryAccount memory = search.openAccount();
    TextLosses losses = new TextLosses(search.spec().loss(), search, memory);
    losses.judge(
        pairs,
        ActionListener.runBefore(
            Listeners.listener(
                done -> listener.onResponse(losses),
                e -> {
                  LOGGER.debug("the texts of [{}] could not be read", search.spec().key(), e);
                  losses.unread = true;
                  listener.onResponse(losses);
                }),
            memory::close));
  }

  @Override
  public Verdict of(long claim, ClaimedVersion candidate, int stage) {
    if (stage != loss.stage()) {
      return Verdict.SAME;
    }
    return verdicts.getOrDefault(
        new Pair(claim, candidate), unread ? Verdict.UNREAD : Verdict.DIFFERENT);
  }

  private void judge(List<NearPair> pairs, ActionListener<Void> listener) {
    int[] next = {0};
    Listeners.repeat(
        listener,
        more -> {
          int from = next[0];
          int characters = 0;
          while (next[0] < pairs.size() && characters < MAX_CHARACTERS) {
            String text = pairs.get(next[0]++).text();
            characters += text == null ? 0 : text.length();
          }
          if (from == next[0]) {
            more.onResponse(false);
            return;
          }
          List<NearPair> some = pairs.subList(from, next[0]);
          MemoryAccount here = memory.part();
          read(
              some.stream().map(NearPair::found).filter(Objects::nonNull).distinct().toList(),
              here,
              Listeners.then(
                  ActionListener.runBefore(more, here::close),
                  (texts, last) ->
                      // Not where the answers of other nodes arrive.
                      search.execute(
                          ActionRunnable.<Boolean>wrap(
                              last,
                              judged ->
                                  judge(
                                      some,
                                      texts,
                                      here,
                                      ActionListener.map(judged, ok -> true))))));
        });
  }

  private void read(
      List<Hit> hits, MemoryAccount here, ActionListener<Map<ClaimedVersion, String>> listener) {
    if (hits.isEmpty()) {
      listener.onResponse(Map.of());
      return;
    }
    List<DocRef> refs = hits.stream().map(Hit::ref).toList();
    search.multiGet(
        new PrimaryGet().addAll(refs, loss.fields().toArray(String[]::new)),
        ActionListener.map(
            listener,
            found -> {
              Map<ClaimedVersion, String> texts = new HashMap<>();
              for (int i = 0; i < refs.size(); i++) {
                String text = text(hits.get(i), found.get(i));
                if (text != null) {
                  here.take((long) Character.BYTES * text.length());
                  texts.put(hits.get(i).version(), text);
                }
              }
              return texts;
            }));
  }

  /** Null if it cannot be read, or is not what the search saw any more. */
  @Nullable private String text(Hit hit, @Nullable GetResponse now) {
    return now != null
            && now.isSourceEmpty() == false
            && now.getSeqNo() == hit.indexSeqNo()
            && now.getPrimaryTerm() == hit.indexTerm()
        ? loss.text(now.getSourceAsMap())
        : null;
  }

  private static TextTerms terms(String text, MemoryAccount here) {
    TextTerms terms = TextTerms.of(text);
    here.take(terms.bytes());
    return terms;
  }

  private void judge(
      List<NearPair> pairs,
      Map<ClaimedVersion, String> read,
      MemoryAccount here,
      ActionListener<Void> listener) {
    Map<String, TextTerms> terms = new HashMap<>();
    List<Look> looks = new ArrayList<>();
    for (NearPair near : pairs) {
      Pair pair = new Pair(near.claim(), near.candidate());
      String other = near.found() == null ? near.candidateText() : read.get(near.candidate());
      if (near.text() == null || other == null) {
        verdicts.put(pair, Verdict.UNREAD);
      } else {
        TextTerms one = terms.computeIfAbsent(near.text(), text -> terms(text, here));
        TextTerms two = terms.computeIfAbsent(other, text -> terms(text, here));
        looks.add(new Look(pair, BothWays.of(one, two)));
      }
    }
    freqs.load(
        looks.stream().flatMap(look -> look.texts.asked(loss.allowed())).toList(),
        ActionListener.map(
            listener,
            loaded -> {
              for (Look look : looks) {
                boolean same = look.texts.areSame(loss.allowed(), freqs);
                verdicts.put(look.pair, same ? Verdict.SAME : Verdict.DIFFERENT);
              }
              return null;
            }));
  }
}
