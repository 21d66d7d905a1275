// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * All pairs of near fingerprints of a whole collection, and the groups that follow from them: equal
 * fingerprints are {@linkplain io.neardup.fingerprint.pairs.DistinctFingerprints collapsed},
 * {@linkplain io.neardup.fingerprint.pairs.NearPairs near ones} found by blocks in which they
 * agree, and a greedy replay picks the {@linkplain io.neardup.fingerprint.pairs.Stars canonicals}.
 * No input, no output; memory is known before anything starts.
 */
package io.neardup.fingerprint.pairs;
