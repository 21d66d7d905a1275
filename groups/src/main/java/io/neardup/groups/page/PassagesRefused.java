// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.page;

import io.neardup.mapper.PassagesFieldMapper;

/** Says that documents are not grouped by passages, and what to do instead. */
public final class PassagesRefused {
  private PassagesRefused() {}

  /**
   * The error.
   *
   * @param indexes where the field is of passages
   */
  public static IllegalArgumentException of(String field, String indexes) {
    return new IllegalArgumentException(
        "[field] must be of type [simhash] or [minhash], got ["
            + field
            + "] of type ["
            + PassagesFieldMapper.CONTENT_TYPE
            + "] in ["
            + indexes
            + "], which has many values of each document: what stands in which document is"
            + " printed by the program, [near-dup passages "
            + indexes
            + "], and of one document answered by [_near_dup/passages]");
  }
}
