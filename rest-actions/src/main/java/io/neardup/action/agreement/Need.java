// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.agreement;

import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.domain.NearDupOptions;
import io.neardup.ingest.idf.IdfName;
import io.neardup.ingest.idf.IdfReference;
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
import org.opensearch.common.Nullable;
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
    ANALYZER("analyzer"),
    /** The content of a file of passages. */
    WITHOUT("without");

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

  /** What this step needs; none if its parameters are not valid, which the processor rejects. */
  static Stream<Need> of(Step step) {
    ConfigReader reader = step.reader();
    try {
      return switch (step.type()) {
        case SimHashProcessor.TYPE -> {
          FingerprintOptions options = FingerprintOptions.read(reader);
          IdfReference idf = options.idfReference();
          yield Stream.of(
                  need(Kind.IDF, idf == null ? null : idf.name()),
                  need(Kind.WITHOUT, options.without()),
                  need(Kind.ANALYZER, options.analyzer()))
              .flatMap(needs -> needs);
        }
        case MinHashProcessor.TYPE -> of(MinHashOptions.read(reader));
        case NearDupOptions.TYPE -> {
          Map<String, Object> signer = NearDupOptions.read(reader).signer();
          yield signer == null
              ? Stream.empty()
              : of(MinHashOptions.read(new ConfigReader(null, null, new HashMap<>(signer))));
        }
        default -> Stream.empty();
      };
    } catch (RuntimeException e) {
      return Stream.empty();
    }
  }

  private static Stream<Need> of(MinHashOptions options) {
    return Stream.concat(
        need(Kind.WITHOUT, options.without()), need(Kind.ANALYZER, options.analyzer()));
  }

  private static Stream<Need> need(Kind kind, @Nullable Object name) {
    return Stream.ofNullable(name).map(found -> new Need(kind, found.toString()));
  }

  /** The analyzer of this step, if it has one and its parameters are valid. */
  public static Optional<Need> analyzer(Step step) {
    return of(step).filter(need -> need.kind == Kind.ANALYZER).findFirst();
  }

  /** Whether this is a dictionary without a digest. */
  boolean isUnpinned() {
    return kind != Kind.ANALYZER && IdfName.parse(name).digest() == null;
  }
}
