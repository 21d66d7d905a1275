// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import static org.hamcrest.Matchers.containsString;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import io.neardup.plugin.Answer;
import io.neardup.plugin.HeldRequestsPlugin;
import io.neardup.plugin.NodeTestCase;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.opensearch.OpenSearchSecurityException;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.IndicesRequest;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.plugins.Plugin;

/** {@code _near_dup/verdicts}: lists that are written, exported and deleted. */
public class VerdictsTests extends NodeTestCase {
  private static final String A = "0000000000000000";
  private static final String B = "000000000000000f";
  private static final String C = "ffffffffffffffff";

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    Collection<Class<? extends Plugin>> plugins = super.getPlugins();
    plugins.add(HeldRequestsPlugin.class);
    return plugins;
  }

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

  public void testATemplateMapsMore() throws IOException {
    put(
        "_index_template/all",
        "{'index_patterns':['*'],'template':{'settings':{},'mappings':{'properties':"
            + "{'at':{'type':'date'}}}}}");
    try {
      put("_near_dup/verdicts/said", line(A, B, "never"));
      assertEquals(line(A, B, "never"), exported("said"));
    } finally {
      succeeded(call("DELETE", "_index_template/all", null));
    }
    index("other", null);
    assertEquals(400, get("_near_dup/verdicts/other").status());
  }

  public void testLaterLineWins() throws IOException {
    Answer made = put("_near_dup/verdicts/said", line(A, B, "never") + line(B, A, "always"));
    assertEquals(1, made.at("created"));
    assertEquals(1, made.at("changed"));
    assertEquals(List.of(List.of(A, B)), made.at("changed_pairs"));
    assertEquals(line(A, B, "always"), exported("said"));
  }

  public void testEachBeginsOnALineOfItsOwn() throws IOException {
    String first = line(A, B, "never");
    String second = line(A, C, "never");
    for (String between : List.of("", " ", "\t", ",")) {
      refused(
          "\n" + first.trim() + between + second,
          between.equals(",")
              ? "[body] must be a JSON object for each pair, line 2 is not"
              : "[body] line 2 must be one JSON object, got more behind it; put each pair on a line"
                  + " of its own");
    }
    refused(first.trim() + "}", "line 1 is not");
    refused(first.trim() + "[1]", "line 1 must be one JSON object, got more behind it");
    refused(first + "\n\n" + line(C, C, "never"), "line 4: [pair] must be of two contents");
    assertEquals("nothing was made", 404, get("said").status());
    for (String end : List.of("\n", "\r\n", "\r", "\n\n \n")) {
      put("_near_dup/verdicts/said", first.trim() + end + second.trim());
    }
    assertEquals(first + second, exported("said"));
    put("_near_dup/verdicts/said", line(A, B, "always").replace(",", "\n,\n") + second);
    assertEquals(line(A, B, "always") + second, exported("said"));
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

  /** Which fields an index has is told to whoever may read it. */
  public void testDocumentsWithoutAField() throws IOException {
    index("payroll", "", "'print':{'type':'simhash'},'salary':{'type':'simhash'}");
    document("payroll", "1", "{'print':'" + A + "'}");
    String pair = "{'pair':[{'index':'payroll','id':'1'},'" + B + "'],'verdict':'never'}";
    refused(pair, "[field] must say by which field, got none; the indexes have [print, salary]");
    HeldRequestsPlugin.hold(VerdictsTests::deny);
    try {
      Answer denied = call("PUT", "_near_dup/verdicts/said", pair);
      assertEquals(denied.toString(), 403, denied.status());
      assertEquals("no permissions for [payroll]", denied.reason());
    } finally {
      HeldRequestsPlugin.letGo();
    }
  }

  /** As a security plugin does. */
  private static boolean deny(ActionRequest request) {
    if (request instanceof IndicesRequest named && List.of(named.indices()).contains("payroll")) {
      throw new OpenSearchSecurityException("no permissions for [payroll]", RestStatus.FORBIDDEN);
    }
    return false;
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

  /** What a lookup finds, in both kinds of fields, is what brute force over all pairs does. */
  public void testLookupsObeyAList() throws IOException {
    index("news", "'number_of_shards':2", "'print':{'type':'simhash'},'sign':{'type':'minhash'}");
    Map<String, Long> prints = new TreeMap<>();
    Map<String, MinHashSignature> signs = new TreeMap<>();
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      long print = rarely() ? randomLong() : 0xffL << between(0, 3) & ~(1L << between(0, 11));
      MinHasher hasher = new MinHasher();
      for (int feature = between(0, 6); feature < 20; feature++) {
        hasher.add(feature * 0x9e3779b9);
      }
      hasher.add(between(0, 3));
      prints.put("d" + i, print);
      signs.put("d" + i, hasher.signature());
      bulk.append("{'index':{'_id':'d").append(i).append("'}}\n{'print':'");
      bulk.append(Fingerprint.toHex(print)).append("','sign':'").append(signs.get("d" + i));
      bulk.append("'}\n");
    }
    succeeded(post("news/_bulk?refresh=true", bulk.toString()));
    Map<Set<Long>, String> said = new HashMap<>();
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 150; i++) {
      String one = "d" + between(0, 59);
      String other = "d" + between(0, 59);
      boolean signed = randomBoolean();
      long first = signed ? signs.get(one).digest() : prints.get(one);
      long second = signed ? signs.get(other).digest() : prints.get(other);
      if (first != second) {
        String verdict = randomFrom("always", "never");
        said.put(Set.of(first, second), verdict);
        lines.append(line(Fingerprint.toHex(first), Fingerprint.toHex(second), verdict));
      }
    }
    put("_near_dup/verdicts/said", lines.toString());
    for (String asked : prints.keySet()) {
      Set<String> byPrint = new TreeSet<>();
      Set<String> bySign = new TreeSet<>();
      for (String id : prints.keySet()) {
        int distance = Fingerprint.distance(prints.get(asked), prints.get(id));
        if (finds(said, prints.get(asked), prints.get(id), distance <= 3)) {
          byPrint.add(id);
        }
        double jaccard = signs.get(asked).jaccard(signs.get(id)).jaccard();
        if (finds(said, signs.get(asked).digest(), signs.get(id).digest(), jaccard >= 0.8)) {
          bySign.add(id);
        }
      }
      byPrint.remove(asked);
      bySign.remove(asked);
      String id = "'id':'" + asked + "','size':100,'verdicts':'said'";
      String found = "'field':'print','max_distance':3,";
      String similar = "'field':'sign','similarity':0.8,'recall':1,";
      Answer prints3 = succeeded(post("news/_near_dup", "{" + found + id + "}"));
      assertEquals(asked, byPrint, new TreeSet<>(prints3.ids()));
      assertEquals(byPrint.size(), prints3.at("results.0.total.value"));
      Answer signs8 = succeeded(post("news/_near_dup", "{" + similar + id + "}"));
      assertEquals(asked, bySign, new TreeSet<>(signs8.ids()));
      for (Object hit : (List<?>) prints3.at("results.0.hits")) {
        long print = prints.get((String) ((Map<?, ?>) hit).get("_id"));
        boolean always =
            print != prints.get(asked)
                && "always".equals(said.get(Set.of(print, prints.get(asked))));
        assertEquals(
            hit.toString(), always ? "verdict" : null, ((Map<?, ?>) hit).get("decided_by"));
        assertNull(((Map<?, ?>) hit).get("matched_queries"));
      }
    }
  }

  private static boolean finds(Map<Set<Long>, String> said, long digest, long other, boolean near) {
    String verdict = digest == other ? null : said.get(Set.of(digest, other));
    return verdict == null ? near : verdict.equals("always");
  }

  public void testLookupsNameAList() throws IOException {
    index("news", null);
    print("news", "1", A);
    print("news", "2", C);
    assertRefused(
        400,
        "[verdicts] must be the name of a list of verdicts, got [said], which does not exist; PUT"
            + " _near_dup/verdicts/said makes it",
        nearDup("news", "'hash':'" + A + "','verdicts':'said'"));
    put("_near_dup/verdicts/said", line(A, C, "always") + line(A, B, "never"));
    Answer found =
        succeeded(nearDup("news", "'hashes':['" + A + "','" + C + "'],'verdicts':'said'"));
    assertEquals(List.of("1", "2"), found.ids(0));
    assertEquals(List.of("2", "1"), found.ids(1));
    assertEquals(64, found.at("results.0.hits.1.distance"));
    assertEquals(
        List.of("1", "2"),
        succeeded(get("news/_near_dup?field=print&verdicts=said&hash=" + A)).ids());
    assertThat(
        nearDup("news", "'hash':'" + A + "','k':1,'verdicts':'said'").reason(),
        containsString("[verdicts] cannot be combined with [k], got [said]; leave one out"));
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
