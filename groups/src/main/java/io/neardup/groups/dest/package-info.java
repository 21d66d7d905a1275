// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** The index that a job writes its records to, and what it tells about the run that owns it. */
package io.neardup.groups.dest;
