// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** Lists of what people have said about pairs of contents, for all that decides about them. */
package io.neardup.verdicts;
