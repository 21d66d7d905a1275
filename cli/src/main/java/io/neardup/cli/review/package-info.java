// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** The page of {@code near-dup review}, and the web server on this machine that gives it. */
package io.neardup.cli.review;
