// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * Decides which document comes first: claims are numbered and decided in one place, with a window
 * of those that a search cannot see yet. Does not depend on OpenSearch. See {@code
 * docs/design/claims.md}.
 */
package io.neardup.sequencer;
