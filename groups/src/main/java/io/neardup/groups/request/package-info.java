// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** What a job is asked for. */
package io.neardup.groups.request;
