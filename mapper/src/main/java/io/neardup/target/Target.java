// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.target;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.NumbersRule;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;

/** What documents have to be near to: any of some values of one kind. */
public sealed interface Target extends Writeable, ToXContentFragment {

  /** Fingerprints of a {@code simhash} field. */
  record Fingerprints(FingerprintSet set) implements Target {
    @Override
    public TargetKind kind() {
      return TargetKind.SIMHASH;
    }

    @Override
    public boolean isEmpty() {
      return set.size() == 0;
    }

    @Override
    public LongStream digests() {
      return Arrays.stream(set.toArray());
    }

    @Override
    public List<String> values() {
      return Arrays.stream(set.toArray()).mapToObj(Fingerprint::toHex).toList();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeEnum(kind());
      out.writeLongArray(set.toArray());
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      return values(builder, "hash", "hashes");
    }
  }

  /** Signatures of a {@code minhash} field. */
  record Signatures(List<MinHashSignature> list) implements Target {
    public Signatures {
      list = List.copyOf(list);
    }

    private static Signatures readFrom(StreamInput in) throws IOException {
      return new Signatures(in.readList(stream -> signature(stream.readByteArray())));
    }

    private static MinHashSignature signature(byte... bytes) {
      return MinHashSignature.of(bytes, 0, bytes.length);
    }

    @Override
    public TargetKind kind() {
      return TargetKind.MINHASH;
    }

    @Override
    public boolean isEmpty() {
      return list.isEmpty();
    }

    @Override
    public LongStream digests() {
      return list.stream().mapToLong(MinHashSignature::digest);
    }

    @Override
    public List<String> values() {
      return list.stream().map(MinHashSignature::toString).toList();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeEnum(kind());
      out.writeCollection(list, (stream, signature) -> stream.writeByteArray(signature.toBytes()));
    }

    @Override
    public Target under(NumbersRule rule) {
      return new Signatures(list.stream().map(signature -> signature.under(rule)).toList());
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      return values(builder, "signature", "signatures");
    }
  }

  /** A target of one fingerprint. */
  static Target of(long fingerprint) {
    return new Fingerprints(FingerprintSet.of(fingerprint));
  }

  /** A target of one signature. */
  static Target of(MinHashSignature signature) {
    return new Signatures(List.of(signature));
  }

  /** Reads what {@link #writeTo} of any kind has written. */
  static Target readFrom(StreamInput in) throws IOException {
    return switch (in.readEnum(TargetKind.class)) {
      case SIMHASH -> new Fingerprints(FingerprintSet.of(in.readLongArray()));
      case MINHASH -> Signatures.readFrom(in);
    };
  }

  /** The same, whose signatures are compared by this rule. */
  default Target under(NumbersRule rule) {
    return this;
  }

  /** The kind of field this is looked for in. */
  TargetKind kind();

  /** The digests by which verdicts know the values, as they are indexed. */
  LongStream digests();

  /** The written forms of the values. */
  List<String> values();

  /** Whether there is no value, to which nothing is near. */
  boolean isEmpty();

  /** Writes the values as the parameter for one, or for many. */
  default XContentBuilder values(XContentBuilder builder, String one, String many)
      throws IOException {
    List<String> values = values();
    return values.size() == 1 ? builder.field(one, values.get(0)) : builder.field(many, values);
  }
}
