// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** The program {@code near-dup}: near-duplicates of files, and jobs of a server. */
package io.neardup.cli;
