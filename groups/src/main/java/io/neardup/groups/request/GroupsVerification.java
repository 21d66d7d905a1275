// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.request;

import io.neardup.action.neardup.SignatureVerification;
import io.neardup.target.Verify;
import org.opensearch.common.Nullable;

/**
 * The parameter {@code verify}.
 *
 * @param signatures that near documents must have besides; null if it does not matter
 * @param loss with which a duplicate is deleted; null if it does not matter
 */
record GroupsVerification(@Nullable SignatureVerification signatures, @Nullable TextLoss loss) {
  /** Where nothing is said. */
  static final GroupsVerification NONE = new GroupsVerification(null, null);

  /**
   * What it says.
   *
   * @throws IllegalArgumentException naming what is missing or does not belong here
   */
  static GroupsVerification of(Verify given) {
    TextLoss loss = given.text() == null ? null : TextLoss.of(given.text());
    Verify rest = given.withoutText();
    boolean onlyText = loss != null && rest.names().isEmpty();
    return new GroupsVerification(onlyText ? null : SignatureVerification.of(rest), loss);
  }
}
