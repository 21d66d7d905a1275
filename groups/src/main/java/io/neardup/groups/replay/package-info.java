// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** The documents of a job in a table, and which of them is whose duplicate. */
package io.neardup.groups.replay;
