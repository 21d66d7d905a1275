// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * Stored ingest pipelines, and the checks that uphold the guarantee of {@code near_dup} in them.
 */
package io.neardup.ingest.pipeline;
