// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.util.List;

/** {@code _near_dup/verdicts}: lists that are written, exported and deleted. */
public class VerdictsTests extends NodeTestCase {
  private static final String A = "0000000000000000";
  private static final String B = "000000000000000f";
  private static final String C = "ffffffffffffffff";

  private static String line(String first, String second, String verdict) {
    return "{'pair':['" + first + "','" + second + "'],'verdict':'" + verdict + "'}\n";
  }

  private static String exported(String name) {
    return text("_near_dup/verdicts/" + name).replace('"', '\'');
  }

  public void testWritesExportsAndDeletes() throws IOException {
    Answer made =
        put(
            "_near_dup/verdicts/said",
            line(C, A, "never") + line(A, B, "always") + line(B, C, "never"));
    assertEquals(3, made.at("created"));
    assertEquals(List.of(), made.at("changed_pairs"));
    assertEquals(
        line(A, B, "always") + line(A, C, "never") + line(B, C, "never"), exported("said"));

    Answer again = put("_near_dup/verdicts/said", line(B, A, "always") + line(A, C, "always"));
    assertEquals(0, again.at("created"));
    assertEquals(1, again.at("unchanged"));
    assertEquals(1, again.at("changed"));
    assertEquals(List.of(List.of(A, C)), again.at("changed_pairs"));
    assertEquals(
        line(A, B, "always") + line(A, C, "always") + line(B, C, "never"), exported("said"));

    Answer deleted =
        succeeded(
            call(
                "DELETE",
                "_near_dup/verdicts/said",
                line(B, A, "never") + "{'pair':['" + A + "','0000000000000001']}"));
    assertEquals(1, deleted.at("deleted"));
    assertEquals(1, deleted.at("missing"));
    assertEquals(line(A, C, "always") + line(B, C, "never"), exported("said"));
    put("_near_dup/verdicts/copy", exported("said"));
    assertEquals(exported("said"), exported("copy"));
  }

  public void testLaterLineWins() throws IOException {
    Answer made = put("_near_dup/verdicts/said", line(A, B, "never") + line(B, A, "always"));
    assertEquals(1, made.at("created"));
    assertEquals(1, made.at("changed"));
    assertEquals(List.of(List.of(A, B)), made.at("changed_pairs"));
    assertEquals(line(A, B, "always"), exported("said"));
  }

  public void testDocuments() throws IOException {
    index("news", null);
    print("news", "1", A);
    print("news", "2", C);
    String pair = "{'pair':[{'index':'news','id':'1'},{'index':'news','id':'2','field':'print'}]";
    put("_near_dup/verdicts/said", pair + ",'verdict':'never'}");
    assertEquals(line(A, C, "never"), exported("said"));
    assertEquals(1, succeeded(call("DELETE", "_near_dup/verdicts/said", pair + "}")).at("deleted"));
    assertEquals("", exported("said"));
  }

  public void testRefused() throws IOException {
    index("news", null);
    print("news", "1", A);
    print("news", "same", A);
    document("news", "without", "{'other':1}");
    refused("", "[body] must have a line for each pair, got none");
    refused(
        line(A, B, "sometimes"),
        "[body] line 1: [verdict] must be [always] or [never], got [sometimes]");
    refused(
        line(A, B, "never") + "{'pair':['" + A + "','" + C + "']}",
        "line 2: [verdict] must be [always] or [never], got none");
    refused(
        line(A, B, "never") + line(C, C, "never"),
        "line 2: [pair] must be of two contents, got one twice, [ffffffffffffffff]");
    refused(
        line(A, "xyz", "never"), "line 1: [pair] must have digests of 16 hex digits, got [xyz]");
    refused("{'pair':['" + A + "'],'verdict':'never'}", "line 1: [pair] must be a list of two");
    refused("{'pair':[1,2],'verdict':'never'}", "line 1: [pair] must have digests");
    refused(
        "{'pairs':1,'verdict':'never'}",
        "line 1: unknown parameters [pairs]; known are [pair, verdict]");
    refused(line(A, B, "never") + "[1]", "line 2 must be a JSON object");
    refused(line(A, B, "never") + "{", "line 2 is not");
    refused(
        "{'pair':[{'index':'news','id':'1'},{'index':'news','id':'same'}],'verdict':'never'}",
        "got one twice");
    refused(
        "{'pair':[{'index':'news','id':'1'},{'index':'news','id':'without'}],'verdict':'never'}",
        "[without] has none");
    refused(
        "{'pair':[{'index':'news','id':'1'},{'id':'1'}],'verdict':'never'}",
        "[index] must be there");
    refused(
        "{'pair':[{'index':'news','id':'1'},{'index':'news','id':'1','field':'other'}],'verdict':'never'}",
        "is of type [long]");
    assertEquals(
        404,
        call(
                "PUT",
                "_near_dup/verdicts/said",
                "{'pair':[{'index':'news','id':'1'},{'index':'news','id':'gone'}],'verdict':'never'}")
            .status());
    assertEquals("nothing was made", 404, get("said").status());
    for (String name : List.of("news", "News", "_news", "a*")) {
      Answer answer = call("PUT", "_near_dup/verdicts/" + name, line(A, B, "never"));
      assertEquals(answer.toString(), 400, answer.status());
      assertThat(answer.reason(), containsString("[verdicts] must be the name of"));
    }
    Answer missing = get("_near_dup/verdicts/said");
    assertEquals(400, missing.status());
    assertThat(
        missing.reason(),
        containsString("[said], which does not exist; PUT _near_dup/verdicts/said makes it"));
    assertEquals(400, call("DELETE", "_near_dup/verdicts/said", line(A, B, "never")).status());
  }

  private static void refused(String lines, String reason) throws IOException {
    Answer answer = call("PUT", "_near_dup/verdicts/said", lines);
    assertEquals(answer.toString(), 400, answer.status());
    assertThat(answer.reason(), containsString(reason));
  }

  public void testDeletedMeanwhile() throws IOException {
    put("_near_dup/verdicts/said", line(A, B, "never"));
    assertEquals(line(A, B, "never"), exported("said"));
    succeeded(call("DELETE", "said", null));
    assertEquals(400, get("_near_dup/verdicts/said").status());
    put("_near_dup/verdicts/said", line(A, B, "always"));
    assertEquals(line(A, B, "always"), exported("said"));
  }

  public void testGroupsNameAList() throws IOException {
    index("news", null);
    print("news", "1", A);
    print("news", "2", C);
    String body = "{'field':'print','dest':'record','verdicts':'said'}";
    Answer missing = post("news/_near_dup/groups", body);
    assertRefused(
        400,
        "[verdicts] must be the name of a list of verdicts, got [said], which does not exist; PUT"
            + " _near_dup/verdicts/said makes it",
        missing);
    assertEquals("nothing is written", 404, get("record").status());
    put("_near_dup/verdicts/said", line(A, C, "always"));
    assertEquals(1, succeeded(post("news/_near_dup/groups", body)).at("duplicates"));
    assertEquals(64, source("record", id("record", "duplicate")).get("distance"));
    assertEquals("verdict", source("record", id("record", "duplicate")).get("decided_by"));
    assertNull(source("record", id("record", "new")).get("decided_by"));
    assertThat(
        post("news/_near_dup/groups", "{'field':'print','verdicts':'said','action':'tag'}")
            .reason(),
        containsString("[verdicts] is obeyed by [action] [report] and [delete], got [tag]"));
    for (String wrong : List.of("news", "a*", "_x", "")) {
      Answer answer = post("news/_near_dup/groups", "{'field':'print','verdicts':'" + wrong + "'}");
      assertEquals(answer.toString(), 400, answer.status());
      assertThat(answer.reason(), containsString("[verdicts] must be"));
    }
    put("_near_dup/verdicts/said", line(A, C, "never"));
    String again = "{'field':'print','max_distance':0,'verdicts':'said'}";
    assertEquals(0, succeeded(post("news/_near_dup/groups", again)).at("duplicates"));
  }

  private static String id(String index, String status) throws IOException {
    Answer found = post(index + "/_search", "{'query':{'term':{'status':'" + status + "'}}}");
    return found.found().get(0);
  }

  public void testManyVerdicts() throws IOException {
    StringBuilder lines = new StringBuilder();
    int count = 12_345;
    for (int i = 1; i <= count; i++) {
      lines.append(line(A, hex(i), i % 3 == 0 ? "always" : "never"));
    }
    assertEquals(count, put("_near_dup/verdicts/said", lines.toString()).at("created"));
    assertEquals(lines.toString(), exported("said"));
  }

  private static String hex(int number) {
    String digits = Integer.toHexString(number);
    return "0".repeat(16 - digits.length()) + digits;
  }
}
