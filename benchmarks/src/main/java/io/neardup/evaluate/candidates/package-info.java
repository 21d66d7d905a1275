// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** Which pairs of documents are near by fingerprints, bands or common features. */
package io.neardup.evaluate.candidates;
