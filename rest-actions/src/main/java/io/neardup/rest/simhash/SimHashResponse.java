// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.rest.simhash;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.TextFeatures.Feature;
import java.io.IOException;
import java.util.List;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/** The fingerprints of the texts of a request, in its order. */
public final class SimHashResponse extends ActionResponse implements ToXContentObject {
  private final List<Result> results;

  public SimHashResponse(List<Result> results) {
    this.results = List.copyOf(results);
  }

  /** Mirrors {@link #writeTo}. */
  public SimHashResponse(StreamInput in) throws IOException {
    super(in);
    results = in.readList(Result::new);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeList(results);
  }

  /** One for each text. */
  public List<Result> results() {
    return results;
  }

  /**
   * The fingerprint of one text.
   *
   * @param features how many the text has, repetitions counted
   * @param heaviest the first of them by weight
   */
  public record Result(long fingerprint, int features, List<Feature> heaviest)
      implements Writeable {
    private Result(StreamInput in) throws IOException {
      this(
          in.readLong(),
          in.readVInt(),
          in.readList(feature -> new Feature(feature.readString(), feature.readDouble())));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeLong(fingerprint);
      out.writeVInt(features);
      out.writeCollection(
          heaviest,
          (to, feature) -> {
            to.writeString(feature.text());
            to.writeDouble(feature.weight());
          });
    }
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject().field("algorithm", Fingerprint.ALGORITHM).startArray("results");
    for (Result result : results) {
      toXContent(builder, result);
    }
    builder.endArray();
    if (results.size() == 2) {
      int distance =
          Fingerprint.distance(results.get(0).fingerprint(), results.get(1).fingerprint());
      builder.field("distance", distance).field("similarity", Fingerprint.similarity(distance));
    }
    return builder.endObject();
  }

  private static void toXContent(XContentBuilder builder, Result result) throws IOException {
    builder.startObject();
    builder.field("hash", Fingerprint.toHex(result.fingerprint()));
    builder.startArray("segments");
    for (int s = 0; s < Fingerprint.SEGMENTS; s++) {
      builder.value(Fingerprint.segmentHex(result.fingerprint(), s));
    }
    builder.endArray();
    builder.field("features", result.features());
    builder.startArray("heaviest");
    for (Feature feature : result.heaviest()) {
      builder
          .startObject()
          .field("feature", feature.text())
          .field("weight", feature.weight())
          .endObject();
    }
    builder.endArray().endObject();
  }
}
