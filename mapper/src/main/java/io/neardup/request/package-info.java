// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** What requests have in common: limits, memory, tasks, and the version of messages. */
package io.neardup.request;
