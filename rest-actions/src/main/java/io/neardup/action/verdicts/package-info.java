// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** {@code _near_dup/verdicts}: writes, deletes and exports lists of verdicts. */
package io.neardup.action.verdicts;
