// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

/** Something the user can put right; the message says how, and no stack trace is needed. */
final class Refusal extends RuntimeException {
  Refusal(String message) {
    super(message);
  }
}
