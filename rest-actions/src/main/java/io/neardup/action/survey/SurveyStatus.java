// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.survey;

import io.neardup.request.WireVersion;
import java.io.IOException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.tasks.Task;

/**
 * How far a survey is.
 *
 * @param phase what is done now: {@code sample}, {@code neighbors}, {@code labels}, {@code texts};
 *     and of boilerplate, {@code hashes}, {@code passages}
 * @param total how many there are of what the phase takes
 * @param done how many of them it has taken
 */
public record SurveyStatus(String phase, int total, int done) implements Task.Status {
  public static final String NAME = "near_dup_survey";

  /** Mirrors {@link #writeTo}. */
  public SurveyStatus(StreamInput in) throws IOException {
    this(phase(in), in.readVInt(), in.readVInt());
  }

  private static String phase(StreamInput in) throws IOException {
    WireVersion.read(in);
    return in.readString();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeString(phase);
    out.writeVInt(total);
    out.writeVInt(done);
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    return builder
        .startObject()
        .field("phase", phase)
        .field("total", total)
        .field("done", done)
        .endObject();
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }
}
