// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * The protocol of claims: the client on the node that writes, the home on the node that decides,
 * and the messages between them. See {@code docs/design/claims.md}.
 */
package io.neardup.ingest.claim;
