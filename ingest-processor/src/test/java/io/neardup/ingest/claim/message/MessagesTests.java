// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim.message;

import io.neardup.fingerprint.lost.AllowedLoss;
import io.neardup.fingerprint.minhash.JaccardEstimate;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.fingerprint.minhash.OtherNumbers;
import io.neardup.fingerprint.passages.PassageLength;
import io.neardup.fingerprint.passages.TextPassages;
import io.neardup.ingest.domain.ClaimDoc;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.MergeRule;
import io.neardup.ingest.domain.PassageFields;
import io.neardup.ingest.domain.StageLoss;
import io.neardup.ingest.domain.WindowOptions;
import io.neardup.sequencer.Claim;
import io.neardup.sequencer.Decision;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.InFlightClaim;
import io.neardup.sequencer.Outcome;
import io.neardup.sequencer.keys.Closeness;
import io.neardup.sequencer.keys.Contained;
import io.neardup.sequencer.keys.Containment;
import io.neardup.sequencer.keys.Keys;
import io.neardup.sequencer.keys.Likeness;
import io.neardup.sequencer.keys.Stage;
import io.neardup.target.KeepField;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.test.OpenSearchTestCase;

/** The wire format of claim messages. */
public class MessagesTests extends OpenSearchTestCase {
  private final DomainSpec spec =
      new DomainSpec(
          "news",
          List.of("news-*", "other"),
          List.of(
              new Stage(Stage.Kind.EXACT, "url", 0),
              new Stage(Stage.Kind.SIMHASH, "print", 3),
              new Stage(
                  Stage.Kind.SIMHASH,
                  "print",
                  9,
                  new Likeness("signature", 0.8, NumbersRule.EQUAL, 1)),
              Stage.minHash(new Likeness("signature", 0.7, NumbersRule.IGNORE, 0.95)),
              Stage.passages(
                  "text.passages",
                  new Containment("text", randomBoolean(), new PassageLength(20), 0.8))),
          List.of("topic"),
          randomBoolean() ? List.of() : List.of("source"),
          new WindowOptions(
              randomBoolean() ? null : "published",
              "strict_date_optional_time",
              randomFrom(-1L, 7L),
              randomBoolean()),
          "near_dup",
          randomBoolean() ? List.of() : List.of(new KeepField("clicks", true)),
          randomBoolean()
              ? List.of()
              : List.of(
                  new MergeRule("copies", MergeRule.Kind.COUNT, null),
                  new MergeRule("sources", MergeRule.Kind.ADD, "site")),
          new PassageFields(randomBoolean() ? List.of() : List.of("text"), randomBoolean()),
          randomBoolean()
              ? null
              : new StageLoss(3, List.of("text"), randomBoolean(), new AllowedLoss(0.04, 0.003)));

  private static Claim claim() {
    return new Claim(
        new DocRef("news-1", randomAlphaOfLength(5), randomFrom("routing", null)),
        randomBoolean(),
        new Keys(
            randomLong(),
            randomLong(),
            randomLong(),
            new long[] {1, 2, randomLong(), 0, 0, 0},
            randomBoolean()
                ? new MinHashSignature[3]
                : new MinHashSignature[] {null, signature(), signature()},
            randomBoolean() ? null : new TextPassages[] {null, null, passages()},
            7,
            randomByteArrayOfLength(randomInt(5))),
        randomBoolean() ? null : new Group(randomLong(), randomLong()),
        randomNonNegativeLong(),
        randomBoolean() ? null : Set.of(-1L, randomLong()),
        randomBoolean() ? null : ruling(),
        randomFrom("text", null));
  }

  private static Claim.Ruling ruling() {
    Decision.Match match =
        new Decision.Match(
            new DocRef("news-1", randomAlphaOfLength(5), randomFrom("routing", null)),
            randomLongBetween(-1, 9),
            2,
            randomBoolean()
                ? new Closeness(new Contained(randomInt(9), 10))
                : new Closeness(
                    randomInt(64),
                    randomBoolean() ? null : JaccardEstimate.of(0.5, true),
                    numbers()));
    return new Claim.Ruling(new Group(randomLong(), randomLong()), randomBoolean() ? null : match);
  }

  private static OtherNumbers numbers() {
    return new OtherNumbers(randomInt(64), randomInt(64));
  }

  private static TextPassages passages() {
    long[] tokens = new Random(randomLong()).longs(randomIntBetween(2, 90)).toArray();
    return new TextPassages(new PassageLength(randomIntBetween(5, 1000)), tokens, new int[] {0, 1});
  }

  private static MinHashSignature signature() {
    MinHasher hasher = new MinHasher();
    for (int i = randomIntBetween(1, 100); i > 0; i--) {
      hasher.add(randomInt());
    }
    return hasher.signature();
  }

  private static <T extends Writeable> T read(T message, Writeable.Reader<T> reader)
      throws IOException {
    try (BytesStreamOutput out = new BytesStreamOutput()) {
      message.writeTo(out);
      StreamInput in = out.bytes().streamInput();
      T read = reader.read(in);
      assertEquals(0, in.available());
      return read;
    }
  }

  public void testClaimRequest() throws IOException {
    ClaimRequest sent =
        new ClaimRequest(
            new ShardId("news-1", "uuid", 0),
            spec,
            "bulk",
            "node",
            randomFrom(ClaimRequest.Kind.values()),
            new ClaimRequest.Asked(randomNonNegativeLong(), randomNonNegativeLong(), 10),
            List.of(
                new ClaimDoc(claim(), List.of(List.of("http://a"))),
                new ClaimDoc(claim(), List.of(List.<String>of()))));
    ClaimRequest read = read(sent, ClaimRequest::new);
    assertEquals(sent.home, read.home);
    assertEquals(sent.spec, read.spec);
    assertEquals(sent.bulk, read.bulk);
    assertEquals(sent.node, read.node);
    assertEquals(sent.kind, read.kind);
    assertEquals(sent.asked, read.asked);
    assertEquals(sent.docs, read.docs);
  }

  private static Set<Decision.Trait> randomTraits() {
    return Arrays.stream(Decision.Trait.values())
        .filter(trait -> randomBoolean())
        .collect(Collectors.toSet());
  }

  public void testClaimResponse() throws IOException {
    Decision.Match match =
        new Decision.Match(
            new DocRef("news-1", "1", randomFrom("routing", null)),
            -1,
            1,
            new Closeness(
                3,
                randomBoolean() ? null : new JaccardEstimate(0.5, 0.25, randomBoolean()),
                numbers()));
    ClaimResponse sent =
        new ClaimResponse(
            randomNonNegativeLong(),
            List.of(
                new Decision(5, new Group(1, 2), match, randomTraits()),
                new Decision(-1, new Group(3, -4), null, randomTraits())));
    ClaimResponse read = read(sent, ClaimResponse::new);
    assertEquals(sent.epoch, read.epoch);
    assertEquals(sent.decisions, read.decisions);
  }

  public void testSettle() throws IOException {
    SettleRequest sent =
        new SettleRequest(
            "news",
            new ShardId("news-1", "uuid", 0),
            randomNonNegativeLong(),
            randomNonNegativeLong(),
            List.of(
                new Outcome(1, Outcome.Result.WRITTEN, "news-1", 5),
                new Outcome(randomLong(), Outcome.Result.UNKNOWN, null, -1)),
            List.of(new Group(randomLong(), randomLong())));
    SettleRequest read = read(sent, SettleRequest::new);
    assertEquals(sent.key, read.key);
    assertEquals(sent.home, read.home);
    assertEquals(sent.fence, read.fence);
    assertEquals(sent.stateVersion, read.stateVersion);
    assertEquals(sent.outcomes, read.outcomes);
    assertEquals(sent.groups, read.groups);
    List<Long> late = List.of(1L, randomLong());
    assertEquals(late, read(new SettleResponse(late), SettleResponse::new).late);
  }

  public void testCollect() throws IOException {
    CollectRequest sent = new CollectRequest(spec, randomNonNegativeLong());
    CollectRequest read = read(sent, CollectRequest::new);
    assertEquals(sent.spec, read.spec);
    assertEquals(sent.epoch, read.epoch);
    CollectResponse told =
        new CollectResponse(
            randomNonNegativeLong(),
            List.of(
                new InFlightClaim(claim(), randomLong(), new Group(1, 2), randomBoolean(), "bulk")),
            List.of(1L, randomLong()),
            3);
    CollectResponse heard = read(told, CollectResponse::new);
    assertEquals(told.fence, heard.fence);
    assertEquals(told.claims, heard.claims);
    assertEquals(told.lost, heard.lost);
    assertEquals(told.others, heard.others);
  }
}
