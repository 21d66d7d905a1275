// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.

/** The documents nearest to fingerprints, with the number of all that are near. */
package io.neardup.lucene.nearest;
