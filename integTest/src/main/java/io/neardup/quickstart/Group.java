// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

import java.util.List;

/**
 * Near-duplicates that belong together.
 *
 * @param members the canonical document first, then the others by their distance to it
 */
record Group(List<Member> members) {
  /**
   * A document of a group.
   *
   * @param distance to the group's canonical document
   */
  record Member(String id, boolean canonical, int distance) {}
}
