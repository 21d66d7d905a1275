// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.simhash;

import io.neardup.action.texts.BodyValues;
import io.neardup.fingerprint.Fingerprint;
import io.neardup.request.MaxDistance;
import java.io.IOException;
import java.util.Map;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/**
 * How much to return in addition to the fingerprints.
 *
 * @param heaviest how many of the heaviest features of a text to return
 * @param explain whether to return the effect of each of them, and the bits that would flip first
 * @param closeBits how many bits to explain
 * @param maxDistance of the lookup to explain for two texts
 */
public record Detail(int heaviest, boolean explain, int closeBits, int maxDistance)
    implements Writeable {
  private static final int MAX_HEAVIEST = 1_000;
  private static final int DEFAULT_CLOSE_BITS = 8;

  /** The defaults. */
  public static final Detail DEFAULT =
      new Detail(10, false, DEFAULT_CLOSE_BITS, MaxDistance.DEFAULT);

  public Detail {
    BodyValues.checkBounds("heaviest", heaviest, MAX_HEAVIEST);
    BodyValues.checkBounds("close_bits", closeBits, Fingerprint.BITS);
    MaxDistance.check(maxDistance);
  }

  /** Mirrors {@link #writeTo}. */
  Detail(StreamInput in) throws IOException {
    this(in.readVInt(), in.readBoolean(), in.readVInt(), in.readVInt());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeVInt(heaviest);
    out.writeBoolean(explain);
    out.writeVInt(closeBits);
    out.writeVInt(maxDistance);
  }

  /**
   * Takes its parameters out of a body; unknown ones stay there.
   *
   * @param texts number of texts in the request
   */
  static Detail read(Map<String, Object> body, int texts) {
    boolean explain = BodyValues.bool(body, "explain");
    Object closeBits = body.remove("close_bits");
    if (closeBits != null && explain == false) {
      throw new IllegalArgumentException(
          "[close_bits] needs [explain]; leave it out, or add \"explain\": true");
    }
    Object maxDistance = body.remove("max_distance");
    if (maxDistance != null && texts != 2) {
      throw new IllegalArgumentException(
          "[max_distance] is for the comparison of two texts, got ["
              + texts
              + "] in [text]; leave it out, or send two");
    }
    return new Detail(
        BodyValues.integer(body.remove("heaviest"), "heaviest", DEFAULT.heaviest, MAX_HEAVIEST),
        explain,
        BodyValues.integer(closeBits, "close_bits", DEFAULT.closeBits, Fingerprint.BITS),
        maxDistance == null ? DEFAULT.maxDistance : MaxDistance.parse(maxDistance));
  }
}
