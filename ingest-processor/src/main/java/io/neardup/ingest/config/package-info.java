// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** Reads what processors are given: parameters, and the paths of fields. */
package io.neardup.ingest.config;
