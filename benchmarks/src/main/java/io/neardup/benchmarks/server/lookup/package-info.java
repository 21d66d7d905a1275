// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** Searches by distance of fingerprints, and the size of their fields. */
package io.neardup.benchmarks.server.lookup;
