// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** What a job is asked for, and the job as all that do a part of it see it. */
package io.neardup.groups.request;
