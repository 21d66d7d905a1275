// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * {@code /{index}/_near_dup}: the near-duplicates of many documents, ids or fingerprints in one
 * request, each answered on its own, through the normal search path.
 */
package io.neardup.action.neardup;
