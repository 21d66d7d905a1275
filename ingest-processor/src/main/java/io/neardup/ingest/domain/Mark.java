// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import java.util.Set;

/** What {@code checked} in a decision says is to be done with a duplicate, for any later home. */
public final class Mark {
  /** It is to be deleted when its canonical is acknowledged. */
  public static final String REMOVABLE = "removable";

  /** It is to become canonical in place of the document that it duplicates. */
  public static final String OUTRANKS = "outranks";

  /** The same, and that document is then to be deleted. */
  public static final String REPLACES = "replaces";

  /** Another document has become canonical in its place: it is to be deleted. */
  public static final String REPLACED = "replaced";

  /** Nothing is: it is a duplicate by its sketch alone, since a text could not be read. */
  public static final String SKETCH = "sketch";

  /** Of what is to be deleted once a better one of its group is canonical. */
  public static final Set<String> DELETED = Set.of(REMOVABLE, REPLACES, REPLACED);

  /** All with which something is to be done. */
  public static final Set<String> ALL = Set.of(REMOVABLE, OUTRANKS, REPLACES, REPLACED);

  private Mark() {}
}
