// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.request;

import io.neardup.action.neardup.SignatureVerification;
import io.neardup.target.Verify;
import java.io.IOException;
import org.opensearch.common.Nullable;
import org.opensearch.core.xcontent.XContentParser;

/**
 * The parameter {@code verify}.
 *
 * @param signatures that near documents must have besides; null if it does not matter
 * @param loss with which a duplicate is deleted; null if nothing is said
 * @param anyLoss whether a duplicate is deleted whatever its text says
 */
record GroupsVerification(
    @Nullable SignatureVerification signatures, @Nullable TextLoss loss, boolean anyLoss) {
  /** Where nothing is said. */
  static final GroupsVerification NONE = new GroupsVerification(null, null, false);

  /** Reads an object or {@code false}; refuses what is missing or does not belong. */
  static GroupsVerification parse(XContentParser parser) throws IOException {
    if (parser.currentToken() != XContentParser.Token.VALUE_BOOLEAN) {
      return of(Verify.parse(parser));
    }
    if (parser.booleanValue()) {
      throw new IllegalArgumentException(
          "[verify] must be an object, or [false] to delete duplicates whatever their texts say,"
              + " got [true]; leave it out to delete those with which nothing is lost");
    }
    return new GroupsVerification(null, null, true);
  }

  /** What it says; refuses what is missing or does not belong. */
  private static GroupsVerification of(Verify given) {
    boolean any = Verify.Text.NONE.equals(given.text());
    TextLoss loss = any || given.text() == null ? null : TextLoss.of(given.text());
    Verify rest = given.withoutText();
    boolean onlyText = given.text() != null && rest.names().isEmpty();
    return new GroupsVerification(onlyText ? null : SignatureVerification.of(rest), loss, any);
  }

  /** What holds for deletes; null if it does not matter what is lost. */
  @Nullable TextLoss deleting() {
    return anyLoss ? null : loss == null ? TextLoss.NOTHING : loss;
  }

  /** The same, but for what another one says about texts. */
  GroupsVerification butFor(GroupsVerification other) {
    return new GroupsVerification(
        signatures, other.loss == null ? loss : other.loss, other.anyLoss);
  }

  /** Whether something is said about texts. */
  boolean isAboutTexts() {
    return loss != null || anyLoss;
  }
}
