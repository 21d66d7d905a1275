// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** What requests share: limits, memory, tasks, and the version of messages. */
package io.neardup.request;
