// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.

/** {@code _near_dup/passages}: who quotes what. */
package io.neardup.action.passages;
