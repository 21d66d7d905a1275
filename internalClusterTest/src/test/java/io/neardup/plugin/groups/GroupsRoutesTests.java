// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import io.neardup.plugin.Answer;
import java.io.IOException;
import java.util.List;

/** {@code _near_dup/groups}: what is done depends on the path alone. */
public class GroupsRoutesTests extends GroupsTestCase {
  @Override
  protected void write() throws IOException {
    index("news", "", "'print':{'type':'simhash'},'near_dup':{'type':'near_dup'}");
    print("news", "a", "0000000000000000");
    print("news", "b", "0000000000000001");
  }

  /** Core takes a path for the same with slashes at its end and without. */
  public void testSlashesAtTheEnd() throws IOException {
    for (String end : List.of("", "/", "//")) {
      String dest = "record" + end.length();
      Answer grouped =
          post("news/_near_dup/groups" + end, "{'field':'print','dest':'" + dest + "'}");
      assertEquals(2, succeeded(grouped).at("written"));
      Answer repaired = post("news/_near_dup/groups/_repair" + end, "{'field':'print'}");
      assertEquals(repaired.toString(), 0, succeeded(repaired).at("without_canonical"));
      assertRefused(
          400,
          "[dest] must be of a run that was cut short, and that of ["
              + dest
              + "] is done: nothing is left to do",
          post("_near_dup/groups/_resume" + end, "{'dest':'" + dest + "'}"));
      String tag = "{'dest':'" + dest + "','action':'tag'}";
      assertEquals(1, succeeded(post("_near_dup/groups/_apply" + end, tag)).at("groups"));
    }
  }
}
