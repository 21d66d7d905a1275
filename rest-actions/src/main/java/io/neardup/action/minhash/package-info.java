// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** {@code POST /_minhash}: texts in, signatures and what they have in common out. */
package io.neardup.action.minhash;
