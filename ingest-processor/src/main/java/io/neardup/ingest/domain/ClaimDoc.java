// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import io.neardup.fingerprint.minhash.JaccardEstimate;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.OtherNumbers;
import io.neardup.fingerprint.passages.TextPassages;
import io.neardup.query.PassageSubject;
import io.neardup.sequencer.Claim;
import io.neardup.sequencer.Decision;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.keys.Closeness;
import io.neardup.sequencer.keys.Contained;
import io.neardup.sequencer.keys.Keys;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/**
 * A claim with the terms for the search.
 *
 * @param claim whose keys contain hashes of what the index makes of them
 * @param terms for each exact stage, then for each field of the scope, then for each in which
 *     documents must differ: the values that the document has there
 */
public record ClaimDoc(Claim claim, List<List<String>> terms) implements Writeable {

  public ClaimDoc(StreamInput in) throws IOException {
    this(readClaim(in), in.readList(StreamInput::readStringList));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    writeClaim(claim, out);
    out.writeCollection(terms, StreamOutput::writeStringCollection);
  }

  /** The claims of these documents. */
  public static List<Claim> claims(List<ClaimDoc> docs) {
    return docs.stream().map(ClaimDoc::claim).toList();
  }

  public static Claim readClaim(StreamInput in) throws IOException {
    DocRef ref = readRef(in);
    boolean ownId = in.readBoolean();
    long scope = in.readLong();
    long origin = in.readLong();
    long time = in.readZLong();
    long[] values = in.readLongArray();
    int present = in.readVInt();
    MinHashSignature[] signatures = new MinHashSignature[values.length / 2];
    for (int left = in.readVInt(); left > 0; left--) {
      int stage = in.readVInt();
      byte[] bytes = in.readByteArray();
      signatures[stage] = MinHashSignature.of(bytes, 0, bytes.length);
    }
    TextPassages[] passages = null;
    for (int left = in.readVInt(); left > 0; left--) {
      passages = passages == null ? new TextPassages[signatures.length] : passages;
      passages[in.readVInt()] = PassageSubject.readPassages(in);
    }
    return new Claim(
        ref,
        ownId,
        new Keys(scope, origin, time, values, signatures, passages, present, in.readByteArray()),
        in.readBoolean() ? readGroup(in) : null,
        in.readZLong(),
        in.readBoolean() ? in.readSet(StreamInput::readZLong) : null,
        in.readBoolean()
            ? new Claim.Ruling(readGroup(in), in.readBoolean() ? readMatch(in) : null)
            : null,
        in.readOptionalString());
  }

  public static void writeClaim(Claim claim, StreamOutput out) throws IOException {
    writeRef(claim.ref(), out);
    out.writeBoolean(claim.ownId());
    Keys keys = claim.keys();
    out.writeLong(keys.scope());
    out.writeLong(keys.origin());
    out.writeZLong(keys.time());
    long[] values = new long[2 * keys.stages()];
    for (int i = 0; i < keys.stages(); i++) {
      values[2 * i] = keys.value(i);
      values[2 * i + 1] = keys.check(i);
    }
    out.writeLongArray(values);
    out.writeVInt(keys.present());
    writeTexts(keys, out);
    out.writeByteArray(keys.rank());
    Group heirTo = claim.heirTo();
    out.writeBoolean(heirTo != null);
    if (heirTo != null) {
      writeGroup(heirTo, out);
    }
    out.writeZLong(claim.found());
    out.writeBoolean(claim.replaces() != null);
    if (claim.replaces() != null) {
      out.writeCollection(claim.replaces(), StreamOutput::writeZLong);
    }
    Claim.Ruling ruling = claim.ruling();
    out.writeBoolean(ruling != null);
    if (ruling != null) {
      writeGroup(ruling.group(), out);
      out.writeBoolean(ruling.match() != null);
      if (ruling.match() != null) {
        writeMatch(ruling.match(), out);
      }
    }
    out.writeOptionalString(claim.text());
  }

  private static void writeTexts(Keys keys, StreamOutput out) throws IOException {
    int[] stages =
        IntStream.range(0, keys.stages()).filter(i -> keys.signature(i) != null).toArray();
    out.writeVInt(stages.length);
    for (int stage : stages) {
      out.writeVInt(stage);
      out.writeByteArray(keys.signature(stage).toBytes());
    }
    int[] texts = IntStream.range(0, keys.stages()).filter(i -> keys.passages(i) != null).toArray();
    out.writeVInt(texts.length);
    for (int stage : texts) {
      out.writeVInt(stage);
      PassageSubject.writePassages(keys.passages(stage), out);
    }
  }

  public static DocRef readRef(StreamInput in) throws IOException {
    return new DocRef(in.readString(), in.readString(), in.readOptionalString());
  }

  public static void writeRef(DocRef ref, StreamOutput out) throws IOException {
    out.writeString(ref.index());
    out.writeString(ref.id());
    out.writeOptionalString(ref.routing());
  }

  public static Decision.Match readMatch(StreamInput in) throws IOException {
    return new Decision.Match(readRef(in), in.readZLong(), in.readVInt(), readCloseness(in));
  }

  private static Closeness readCloseness(StreamInput in) throws IOException {
    return new Closeness(
        in.readVInt(),
        in.readBoolean()
            ? new JaccardEstimate(in.readDouble(), in.readDouble(), in.readBoolean())
            : null,
        OtherNumbers.of(in.readVInt()),
        in.readBoolean() ? new Contained(in.readVInt(), in.readVInt()) : null);
  }

  private static void writeCloseness(Closeness closeness, StreamOutput out) throws IOException {
    out.writeVInt(closeness.distance());
    JaccardEstimate jaccard = closeness.jaccard();
    out.writeBoolean(jaccard != null);
    if (jaccard != null) {
      out.writeDouble(jaccard.jaccard());
      out.writeDouble(jaccard.deviation());
      out.writeBoolean(jaccard.exact());
    }
    out.writeVInt(closeness.numbers().code());
    Contained contained = closeness.contained();
    out.writeBoolean(contained != null);
    if (contained != null) {
      out.writeVInt(contained.words());
      out.writeVInt(contained.of());
    }
  }

  public static void writeMatch(Decision.Match match, StreamOutput out) throws IOException {
    writeRef(match.of(), out);
    out.writeZLong(match.seq());
    out.writeVInt(match.stage());
    writeCloseness(match.closeness(), out);
  }

  public static Group readGroup(StreamInput in) throws IOException {
    return new Group(in.readString());
  }

  public static void writeGroup(Group group, StreamOutput out) throws IOException {
    out.writeString(group.name());
  }
}
