// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.simhash;

import io.neardup.action.texts.TextsBody;
import io.neardup.fingerprint.Fingerprint;
import io.neardup.request.MaxDistance;
import org.opensearch.core.xcontent.ObjectParser;

/** The parameters of {@code _simhash}. */
final class SimHashBody extends TextsBody {
  static final ObjectParser<SimHashBody, Void> PARSER = parser("simhash", SimHashBody::new);

  static {
    declare(PARSER, "heaviest", upTo(Detail.MAX_HEAVIEST), (to, value) -> to.heaviest = value);
    declare(PARSER, "explain", TextsBody::bool, (to, value) -> to.explain = value);
    declare(PARSER, "close_bits", upTo(Fingerprint.BITS), (to, value) -> to.closeBits = value);
    declare(
        PARSER,
        "max_distance",
        (name, value) -> value == null ? null : MaxDistance.parse(value),
        (to, value) -> to.maxDistance = value);
  }

  private Integer heaviest;
  private Boolean explain;
  private Integer closeBits;
  private Integer maxDistance;

  /** The request that they mean. */
  SimHashRequest request() {
    boolean explained = or(explain, false);
    if (closeBits != null && explained == false) {
      throw new IllegalArgumentException(
          "[close_bits] needs [explain]; leave it out, or add \"explain\": true");
    }
    requireTwo("max_distance", maxDistance);
    Detail byDefault = Detail.DEFAULT;
    return new SimHashRequest(
        texts(),
        new Detail(
            or(heaviest, byDefault.heaviest()),
            explained,
            or(closeBits, byDefault.closeBits()),
            or(maxDistance, byDefault.maxDistance())));
  }
}
