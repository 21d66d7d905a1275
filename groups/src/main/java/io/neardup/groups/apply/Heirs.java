// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.apply;

import io.neardup.ingest.neardup.StoredDecision;
import io.neardup.sequencer.Group;
import java.util.HashSet;
import java.util.Set;
import org.opensearch.common.Nullable;

/**
 * Groups that have lost their canonical, while their members are decided in order: the first of a
 * group that becomes new leads it, and the group keeps its name. Any later one founds its own.
 */
public final class Heirs {
  private final boolean any;
  private final Set<Group> led = new HashSet<>();

  private Heirs(boolean any) {
    this.any = any;
  }

  /** Of documents whose groups may all have a canonical. */
  public static Heirs none() {
    return new Heirs(false);
  }

  /** Of documents whose groups have none. */
  public static Heirs ofAll() {
    return new Heirs(true);
  }

  /** Whether the groups of the documents have none. */
  boolean any() {
    return any;
  }

  /** The group that the document with this decision may lead; null if another one does. */
  @Nullable Group heirTo(StoredDecision stored) {
    return any && stored.group() != null && led.contains(stored.group()) == false
        ? stored.group()
        : null;
  }

  /** A decision that a document has got. */
  void wrote(StoredDecision decided) {
    if (any && decided.isCanonical()) {
      led.add(decided.group());
    }
  }
}
