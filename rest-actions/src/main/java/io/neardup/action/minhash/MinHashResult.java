// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.minhash;

import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.MinHashSignature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * The signature of one text and its features.
 *
 * @param features number of features, counting repetitions
 * @param distinct number of distinct features
 * @param bands keys, as hex digits, in the order of the bands
 * @param shown some features, in the order of the text
 */
public record MinHashResult(
    MinHashSignature signature, int features, int distinct, List<String> bands, List<Shown> shown)
    implements ToXContentObject {

  /**
   * One feature.
   *
   * @param hash the element of the set that it is
   * @param count how often the text has it
   */
  record Shown(String text, int hash, int count) implements ToXContentObject {
    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      return builder
          .startObject()
          .field("feature", text)
          .field("hash", hex(hash, Integer.BYTES * 2))
          .field("count", count)
          .endObject();
    }
  }

  /** The requested part of a text. */
  static MinHashResult of(
      TextFeatures features, int distinct, MinHashSignature signature, MinHashDetail detail) {
    return new MinHashResult(
        signature,
        features.count(),
        distinct,
        keys(signature, detail.bands()),
        shown(features, detail.showFeatures()));
  }

  private static List<String> keys(MinHashSignature signature, Bands bands) {
    List<String> keys = new ArrayList<>(bands.count());
    for (long key : bands.keys(signature)) {
      keys.add(hex(key, bands.rows()));
    }
    return keys;
  }

  private static String hex(long value, int digits) {
    String all = String.format(Locale.ROOT, "%016x", value);
    return all.substring(all.length() - digits);
  }

  private static List<Shown> shown(TextFeatures features, int limit) {
    Map<Integer, Shown> shown = new LinkedHashMap<>();
    for (int i = 0; i < features.count() && limit > 0; i++) {
      int hash = (int) (features.hash(i) >>> Integer.SIZE);
      Shown before = shown.get(hash);
      if (before != null) {
        shown.put(hash, new Shown(before.text, hash, before.count + 1));
      } else if (shown.size() < limit) {
        shown.put(hash, new Shown(features.text(i), hash, 1));
      }
    }
    return List.copyOf(shown.values());
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder
        .startObject()
        .field("signature", signature.toString())
        .field("exact", signature.isExact())
        .field("features", features)
        .field("distinct_features", distinct)
        .field("bands", bands);
    if (shown.isEmpty() == false) {
      builder.field("shown_features", shown);
    }
    return builder.endObject();
  }
}
