// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import org.opensearch.action.bulk.BulkRequest;

/** Deletes duplicates only, so that no group loses its canonical. */
public final class RemovalBulk extends BulkRequest {}
