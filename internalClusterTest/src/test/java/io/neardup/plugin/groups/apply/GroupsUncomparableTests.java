// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups.apply;

import io.neardup.plugin.Answer;
import io.neardup.plugin.groups.GroupsTestCase;
import java.io.IOException;
import java.util.Map;

/**
 * {@code _near_dup/groups/_repair} and {@code _apply} of groups with a document that cannot be
 * compared, since it was written past the pipeline: it is left as it is, and all others are not.
 */
public class GroupsUncomparableTests extends GroupsTestCase {
  @Override
  protected void write() throws IOException {
    pipeline(
        "dedup",
        "{'near_dup':{'reveal':true,'stages':[{'simhash':'print','precomputed':true}],"
            + "'window':{'field':'at','age':'7d'}}}");
    index(
        "news",
        "'index.default_pipeline':'dedup'",
        "'print':{'type':'simhash'},'at':{'type':'date'},'near_dup':{'type':'near_dup'}");
  }

  private static void news(String id, String print) throws IOException {
    document("news", id, "{'at':'2026-03-01','print':'" + print + "'}");
  }

  private static void withoutDate(String id, String print, String more) throws IOException {
    document("news", id + "?pipeline=_none", "{'print':'" + print + "'" + more + "}");
  }

  private static Map<?, ?> decision(String id) throws IOException {
    return (Map<?, ?>) source("news", id).get("near_dup");
  }

  private static void assertDuplicate(String id, String of) throws IOException {
    Map<?, ?> decision = decision(id);
    assertEquals(id, "duplicate", decision.get("status"));
    assertEquals(id, decision(of).get("group"), decision.get("group"));
    assertEquals(id, Map.of("index", "news", "id", of), decision.get("of"));
  }

  private static void assertTally(int tagged, int changed, Answer answer) throws IOException {
    succeeded(answer);
    assertEquals(answer.toString(), tagged, answer.at("tagged"));
    assertEquals(answer.toString(), changed, answer.at("changed"));
  }

  /** It would have led its group, as the first member, if it could be compared. */
  public void testRepair() throws IOException {
    news("a", "0000000000000000");
    news("b", "0000000000000001");
    news("c", "0000000000000003");
    news("x", "ff00000000000000");
    news("y", "ff00000000000001");
    Map<?, ?> lost = decision("a");
    withoutDate(
        "odd",
        "0000000000000001",
        ",'near_dup':{'group':'"
            + lost.get("group")
            + "','status':'duplicate','matched_by':'print','seq':1}");
    Map<?, ?> odd = source("news", "odd");
    // Otherwise a deletion has the group led by another one at once.
    put("news/_settings", "{'index.default_pipeline':'_none'}");
    succeeded(call("DELETE", "news/_doc/a?refresh=true", null));
    succeeded(call("DELETE", "news/_doc/x?refresh=true", null));
    put("news/_settings", "{'index.default_pipeline':'dedup'}");
    Answer repaired = post("news/_near_dup/groups/_repair", "{'field':'print'}");
    assertTally(3, 1, repaired);
    assertEquals(2, repaired.at("without_canonical"));
    assertEquals("new", decision("b").get("status"));
    assertEquals(lost.get("group"), decision("b").get("group"));
    assertDuplicate("c", "b");
    assertEquals("new", decision("y").get("status"));
    assertEquals(odd, source("news", "odd"));
    Answer again = post("news/_near_dup/groups/_repair", "{'field':'print'}");
    assertTally(0, 0, again);
    assertEquals(0, again.at("without_canonical"));
  }

  /** It was there when the records were written, and was edited since then. */
  public void testApply() throws IOException {
    put("news/_settings", "{'index.default_pipeline':'_none'}");
    for (int i = 0; i < 4; i++) {
      news("a" + i, "000000000000000" + i);
      news("b" + i, "ff0000000000000" + i);
    }
    put("news/_settings", "{'index.default_pipeline':'dedup'}");
    succeeded(post("news/_near_dup/groups", "{'field':'print','dest':'record'}"));
    withoutDate("a1", "0000000000000001", "");
    // Nor is the group of a canonical that is not what it was.
    withoutDate("b0", "ff00000000000000", "");
    assertTally(3, 5, post("_near_dup/groups/_apply", "{'dest':'record','action':'tag'}"));
    assertEquals("new", decision("a0").get("status"));
    assertDuplicate("a2", "a0");
    assertDuplicate("a3", "a0");
    for (String id : new String[] {"a1", "b0", "b1", "b2", "b3"}) {
      assertNull(id, decision(id));
    }
    // It still leads its group.
    withoutDate(
        "a0",
        "0000000000000000",
        ",'near_dup':{'group':'" + decision("a0").get("group") + "','status':'new','seq':1}");
    assertTally(0, 8, post("_near_dup/groups/_apply", "{'dest':'record','action':'tag'}"));
  }

  /** Nobody has edited it, so that whoever applies records is told about it. */
  public void testApplyNamesOneThatWasGrouped() throws IOException {
    withoutDate("a", "0000000000000000", "");
    withoutDate("b", "0000000000000001", "");
    succeeded(post("news/_near_dup/groups", "{'field':'print','dest':'record'}"));
    assertRefused(
        400,
        "document [a] of [news] cannot be compared: the field [at] of the near_dup [window] must"
            + " hold a date in the format [strict_date_optional_time||epoch_millis], got [null];"
            + " set the field before near_dup, or send what its mapping takes; leave it out by a"
            + " [query]",
        post("_near_dup/groups/_apply", "{'dest':'record','action':'tag'}"));
  }
}
