// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** The composition root: registers the parts of the other modules with the server, nothing else. */
package io.neardup.plugin;
