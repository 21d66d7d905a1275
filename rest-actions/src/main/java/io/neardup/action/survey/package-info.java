// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * {@code /{index}/_near_dup/survey}: what each threshold would mark, with pairs to read, counted on
 * a sample of an index.
 */
package io.neardup.action.survey;
