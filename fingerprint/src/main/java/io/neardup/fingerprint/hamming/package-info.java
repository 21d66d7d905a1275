// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.

/** Sets of fingerprints, and which of them are near a given one. */
package io.neardup.fingerprint.hamming;
