// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * Collapsed search results: the search processors {@code near_dup_oversample} and {@code
 * near_dup_collapse}, and the same per request through {@code ext}. The request side makes a {@code
 * CollapsePlan}, the response side carries it out.
 */
package io.neardup.collapse;
