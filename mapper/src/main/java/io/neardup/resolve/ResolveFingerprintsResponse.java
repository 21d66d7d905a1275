// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.resolve;

import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.request.LocalAction;
import io.neardup.target.Target;
import java.util.List;
import org.opensearch.common.Nullable;

/**
 * The requested fingerprints: those of all sources in the first field, in the order of the request,
 * then in the next field. Each may have failed on its own.
 */
public final class ResolveFingerprintsResponse extends LocalAction.Response {
  private final List<Item> items;

  /**
   * @param items one for each field and source of the request, in its order
   */
  public ResolveFingerprintsResponse(List<Item> items) {
    this.items = List.copyOf(items);
  }

  /**
   * The answers in one field, one for each source.
   *
   * @param place of the field in the request
   * @param sources how many there are
   */
  public List<Item> of(int place, int sources) {
    return items.subList(place * sources, (place + 1) * sources);
  }

  /** One answer for each field and source of the request, in its order. */
  public List<Item> items() {
    return items;
  }

  /**
   * One answer: the fingerprint or signature of a document as a target, which is empty if it has
   * none; or why it cannot be told.
   *
   * @param target null with a failure
   * @param failure null if there was none
   */
  public record Item(@Nullable Target target, @Nullable Exception failure) {

    /** The answer that the document has none. */
    public static final Item NONE = of(new Target.Fingerprints(FingerprintSet.of()));

    /** The answer that there is one. */
    public static Item of(Target target) {
      return new Item(target, null);
    }

    /** The answer that it is unknown, and why. */
    public static Item failed(Exception failure) {
      return new Item(null, failure);
    }
  }
}
