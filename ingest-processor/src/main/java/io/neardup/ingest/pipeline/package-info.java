// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * Ingest pipelines as they are stored, and the checks that keep {@code near_dup} to its word in
 * them.
 */
package io.neardup.ingest.pipeline;
