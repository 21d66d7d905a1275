// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.agreement;

import io.neardup.ingest.idf.IdfName;
import io.neardup.ingest.minhash.MinHashOptions;
import io.neardup.ingest.minhash.MinHashProcessor;
import io.neardup.ingest.pipeline.Step;
import io.neardup.ingest.simhash.FingerprintOptions;
import io.neardup.ingest.simhash.SimHashProcessor;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/**
 * What a {@code simhash} or {@code minhash} processor needs of the node that it runs on, and what
 * has to be the same on all of them.
 *
 * @param name as configured in the processor
 */
public record Need(Kind kind, String name) implements Writeable {
  /** The kind, named after the parameter. */
  public enum Kind {
    /** The content of a file. */
    IDF("idf"),
    /** The tokens of a probe text. */
    ANALYZER("analyzer");

    private final String parameter;

    Kind(String parameter) {
      this.parameter = parameter;
    }

    @Override
    public String toString() {
      return parameter;
    }
  }

  Need(StreamInput in) throws IOException {
    this(in.readEnum(Kind.class), in.readString());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeEnum(kind);
    out.writeString(name);
  }

  /** What this step needs; the processor itself rejects invalid names. */
  static Stream<Need> of(Step step) {
    Optional<Need> idf =
        SimHashProcessor.TYPE.equals(step.type()) && step.config().get("idf") instanceof String name
            ? IdfName.find(name).map(found -> new Need(Kind.IDF, found.toString()))
            : Optional.empty();
    return Stream.concat(idf.stream(), analyzer(step).stream());
  }

  /** The analyzer of this step, if it has one and its parameters are valid. */
  public static Optional<Need> analyzer(Step step) {
    Map<String, Object> config = new HashMap<>(step.config());
    try {
      return Optional.ofNullable(
              switch (step.type()) {
                case SimHashProcessor.TYPE ->
                    FingerprintOptions.read(null, null, config).analyzer();
                case MinHashProcessor.TYPE -> MinHashOptions.read(null, null, config).analyzer();
                default -> null;
              })
          .map(name -> new Need(Kind.ANALYZER, name));
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  /** Whether this is a dictionary without a digest. */
  boolean isUnpinned() {
    return kind == Kind.IDF && IdfName.parse(name).digest() == null;
  }
}
