// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** The processor {@code near_dup}, and the bulk filter that reports the outcomes of its claims. */
package io.neardup.ingest.neardup;
