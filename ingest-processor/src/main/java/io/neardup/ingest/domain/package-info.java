// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * What is compared with what: the options of {@code near_dup}, the domain of documents that compete
 * with each other, and its location in the cluster.
 */
package io.neardup.ingest.domain;
