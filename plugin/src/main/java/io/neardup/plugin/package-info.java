// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** The composition root: only registers the parts of the other modules with the server. */
package io.neardup.plugin;
