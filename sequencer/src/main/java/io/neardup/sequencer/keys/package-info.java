// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.

/** What documents are compared by, the rules of that, and tables that find what is near. */
package io.neardup.sequencer.keys;
