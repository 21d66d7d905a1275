// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.

/**
 * The objects of {@code dashboards/near-dup.ndjson} without Dashboards: parsed, linked, and turned
 * into the searches that Dashboards sends for them.
 */
package io.neardup.dashboards;
