// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.resolve;

import io.neardup.target.Target;
import org.opensearch.common.Nullable;
import org.opensearch.core.action.ActionListener;

/**
 * A lookup of a document's fingerprint.
 *
 * @param index as in the request, possibly an alias
 * @param routing of the document, or null for that of its id or of the alias
 * @param listener gets the target, or null if the document has none
 */
record IdLookup(
    String index, String id, @Nullable String routing, ActionListener<Target> listener) {}
