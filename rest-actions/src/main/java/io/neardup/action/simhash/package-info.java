// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** {@code POST /_simhash}: texts in, fingerprints and what they are made of out. */
package io.neardup.action.simhash;
