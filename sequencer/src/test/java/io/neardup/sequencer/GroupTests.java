// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNull;

import org.junit.Test;

/** Names are written as they are read, whoever made them up. */
public class GroupTests {

  @Test
  public void testAreShort() {
    assertEquals("AAAAAAAAAAEAAAAAAAAAAg", new Group(1, 2).toString());
    assertEquals(22, new Group(-1, Long.MIN_VALUE).name().length());
    assertNotEquals(new Group(1, 2), new Group(2, 1));
  }

  @Test
  public void testAreRead() {
    Group made = new Group(1, 2);
    assertEquals(made, Group.parse(made.toString()));
    String longer = "0000000000000001-0000000000000002";
    assertEquals("that of a job", longer, Group.parse(longer).toString());
    for (Object other : new Object[] {null, 7, "", "a b", "short", longer + "0"}) {
      assertNull(Group.parse(other));
    }
  }
}
