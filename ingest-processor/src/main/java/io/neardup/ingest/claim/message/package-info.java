// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.

/**
 * The messages of the claim protocol: claims to a home, outcomes to it, and what a new home
 * collects.
 */
package io.neardup.ingest.claim.message;
