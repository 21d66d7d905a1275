// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.

/** What two texts share word for word, in the format {@code winnow_v1}. */
package io.neardup.fingerprint.passages;
