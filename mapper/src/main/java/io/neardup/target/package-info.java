// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * What a search is near to, and how near: the seam between the kinds of fields. A new kind is a
 * constant of {@code TargetKind}, a record of {@code Target}, and a field type that implements
 * {@code TargetFieldType}; queries, endpoints and the resolution of ids and documents pass targets
 * on without looking inside.
 */
package io.neardup.target;
