// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** {@code GET /_near_dup/stats}: what each node has fingerprinted and answered since its start. */
package io.neardup.action.stats;
