// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.startsWith;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.opensearch.common.xcontent.XContentType;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.xcontent.XContentBuilder;

/** A body is one JSON object and nothing else, and names are names of fields, in every endpoint. */
public class StrictBodiesTests extends NodeTestCase {
  private static final String HASH = "00000000000000ff";

  /** A good body of each endpoint that takes one. */
  private static final Map<String, String> GOOD =
      Map.of(
          "news/_near_dup", "{'field':'print','hash':'" + HASH + "'}",
          "_simhash", "{'text':'a b c d'}",
          "_minhash", "{'text':'a b c d'}",
          "news/_simhash/_idf", "{'field':'title'}",
          "news/_near_dup/survey", "{'field':'print'}",
          "news/_near_dup/groups", "{'field':'print'}",
          "news/_near_dup/groups/_repair", "{'field':'print'}",
          "_near_dup/groups/_resume", "{'dest':'records'}",
          "_near_dup/groups/_apply", "{'dest':'records','action':'delete','verify':false}");

  private static byte[] utf8(String singleQuoted) {
    return singleQuoted.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] join(byte[] one, int... more) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(one);
    for (int each : more) {
      all.write(each);
    }
    return all.toByteArray();
  }

  private static Answer json(String path, byte[] body) throws IOException {
    return post(path, body, "application/json");
  }

  private static void assertBodyRefused(String reason, String path, Answer answer)
      throws IOException {
    assertEquals(path + answer, 400, answer.status());
    assertThat(path, (String) answer.at("error.reason"), startsWith(reason));
  }

  private static void news() throws IOException {
    index(
        "news",
        "",
        "'print':{'type':'simhash'},'title':{'type':'text'},'tenant':{'type':'keyword'},"
            + "'near_dup':{'properties':{'group':{'type':'keyword'},'status':{'type':'keyword'},"
            + "'seq':{'type':'long'}}}");
  }

  public void testGoodBodies() throws IOException {
    news();
    for (Map.Entry<String, String> good : GOOD.entrySet()) {
      for (String space : List.of("", " \n\t")) {
        Answer answer = json(good.getKey(), utf8(good.getValue() + space));
        if (good.getKey().endsWith("_idf")) {
          continue;
        }
        if (good.getValue().contains("records")) {
          assertThat((String) answer.at("error.reason"), containsString("[records]"));
        } else {
          succeeded(answer);
        }
      }
    }
  }

  public void testMoreThanOneObject() throws IOException {
    news();
    for (String path : GOOD.keySet()) {
      String more = "[body] must be one JSON object, got more behind it at [1:";
      for (String behind : List.of(",'no':1}", "}", "{}", " 1", ",", "]", "x", "/**/ null", "\0")) {
        Answer answer = json(path, utf8(GOOD.get(path) + behind));
        assertEquals(path + behind + answer, 400, answer.status());
        assertThat((String) answer.at("error.reason"), startsWith("[body] must be "));
      }
      assertBodyRefused(more, path, json(path, utf8(GOOD.get(path) + "{'no':1}")));
      for (String other : List.of("[" + GOOD.get(path) + "]", "1", "null", "'a'", "true", " ")) {
        assertBodyRefused("[body] must be a JSON object, got ", path, json(path, utf8(other)));
      }
    }
  }

  /** The query of this request ends before the brace that closes it. */
  public void testNothingIsDeletedByHalfARequest() throws IOException {
    news();
    for (int i = 0; i < 4; i++) {
      document("news", "" + i, "{'print':'" + HASH + "','tenant':'" + (i < 2 ? "a" : "b") + "'}");
    }
    Answer answer =
        post(
            "news/_near_dup/groups",
            "{'field':'print','action':'delete','verify':false,'dest':'gone'},'query':{'term':{'tenant':'a'}}}");
    assertBodyRefused("[body] must be ", "groups", answer);
    succeeded(post("news/_refresh", null));
    assertEquals(4, get("news/_count").at("count"));
  }

  public void testMalformedText() throws IOException {
    news();
    for (String path : GOOD.keySet()) {
      String first = GOOD.get(path).substring(0, GOOD.get(path).indexOf(':') + 2);
      for (int[] bytes :
          List.of(
              new int[] {0xe2, 0x82},
              new int[] {0xf0, 0x9f},
              new int[] {0xff, '"', '}'},
              new int[] {0xc0, 0x80, '"', '}'},
              new int[] {0xed, 0xa0, 0x80, '"', '}'})) {
        assertBodyRefused(
            "[body] must be in UTF-8, got other bytes", path, json(path, join(utf8(first), bytes)));
      }
      for (String broken : List.of(first, "{", "{'a", "{'a':}", "{'a':1,'a':2}", "{'a':01}")) {
        Answer answer = json(path, utf8(broken));
        assertEquals(path + broken + answer, 400, answer.status());
      }
      String name = GOOD.get(path).substring(1, GOOD.get(path).indexOf(':'));
      assertBodyRefused(
          "[body] must be JSON: ",
          path,
          json(path, utf8(GOOD.get(path).replace("{", "{" + name + ":'a',"))));
      String digits = "9".repeat(1_001);
      assertBodyRefused(
          "[body] must be JSON: Number value length",
          path,
          json(path, utf8("{'" + name.replace("'", "") + "':" + digits + "}")));
      String deep = "[".repeat(10_000) + "]".repeat(10_000);
      for (String odd : List.of("x", "field", "query", "doc", "text", "features")) {
        Answer answer = json(path, utf8("{'" + odd + "':" + deep + "}"));
        assertEquals(path + odd + answer, 400, answer.status());
      }
    }
  }

  public void testOtherTypes() throws IOException {
    news();
    for (XContentType type : List.of(XContentType.SMILE, XContentType.CBOR, XContentType.YAML)) {
      for (String path : GOOD.keySet()) {
        String name = type.mediaTypeWithoutParameters();
        XContentBuilder other = XContentBuilder.builder(type.xContent());
        other.startObject().field("field", "print").endObject();
        for (byte[] body :
            List.of(utf8(GOOD.get(path)), BytesReference.toBytes(BytesReference.bytes(other)))) {
          assertBodyRefused(
              "[Content-Type] must be [application/json], got [" + name + "]",
              path,
              post(path + "?format=json", body, name));
        }
      }
    }
  }

  public void testSource() throws IOException {
    news();
    String source =
        "news/_near_dup?source=%7B%22field%22:%22print%22,%22hash%22:%22" + HASH + "%22%7D";
    succeeded(get(source + "&source_content_type=application/json"));
    String type = "&source_content_type=application/json";
    assertBodyRefused("[body] must be JSON", source, get(source + "%7D" + type));
    String json = "[source_content_type] must be [application/json], got [";
    assertBodyRefused(json + "null]", source, get(source));
    for (String other : List.of("text/plain", "application/yaml", "json", "")) {
      assertBodyRefused(json + other + "]", source, get(source + "&source_content_type=" + other));
    }
  }

  public void testListsThatAreTooDeep() throws IOException {
    news();
    String deep = "[".repeat(1_500) + "]".repeat(1_500);
    String body = "{'ext':{'near_dup_collapse':{'field':" + deep + "}}}";
    assertBodyRefused("[ext] [near_dup_collapse] must be JSON: ", body, post("news/_search", body));
  }

  /** Messages repeat names, which are no place for megabytes. */
  public void testNamesThatAreTooLong() throws IOException {
    news();
    String name = "n".repeat(60_000);
    for (Map.Entry<String, String> request :
        Map.ofEntries(
                Map.entry("news/_near_dup", "'field':'%s','hash':'" + HASH + "'"),
                Map.entry("news/_near_dup?a", "'field':'print','id':'%s'"),
                Map.entry("news/_near_dup?c", "'field':'print','id':'1','index':'%s'"),
                Map.entry("news/_near_dup?d", "'field':'print','doc':{'a':1},'pipeline':'%s'"),
                Map.entry("news/_near_dup?e", "'field':'print','id':'1','verdicts':'%s'"),
                Map.entry("news/_near_dup/survey", "'field':'%s'"),
                Map.entry("news/_near_dup/survey?a", "'field':'print','labels':'%s'"),
                Map.entry("news/_near_dup/survey?b", "'field':'print','fields':['%s']"),
                Map.entry("news/_near_dup/boilerplate", "'field':'%s'"),
                Map.entry("news/_near_dup/boilerplate?a", "'field':'print','by':'%s'"),
                Map.entry("news/_near_dup/passages", "'field':'%s','text':'a'"),
                Map.entry("news/_near_dup/passages?a", "'field':'print','id':'%s'"),
                Map.entry("news/_near_dup/groups", "'field':'%s'"),
                Map.entry("news/_near_dup/groups?a", "'field':'print','dest':'%s'"),
                Map.entry("news/_near_dup/groups?b", "'field':'print','scope':['%s']"),
                Map.entry("_near_dup/groups/_resume", "'dest':'%s'"),
                Map.entry("news/_simhash/_idf", "'field':'%s'"),
                Map.entry("_simhash", "'text':'a','pipeline':'%s'"),
                Map.entry("_minhash", "'text':'a','analyzer':'%s'"),
                Map.entry("news/_search", "'query':{'near_dup':{'print':{'id':'%s'}}}"),
                Map.entry("news/_search?a", "'query':{'passages':{'print':{'id':'%s'}}}"))
            .entrySet()) {
      String path = request.getKey().replaceAll("[?].*", "");
      Answer answer = post(path, "{" + request.getValue().replace("%s", name) + "}");
      assertEquals(request.getKey(), 400, answer.status());
      assertThat(request.getKey(), answer.toString().length(), lessThan(5_000));
    }
    Answer many = post("news/_near_dup", "{'field':'print','ids':['" + name + "']}");
    assertEquals(many.toString(), 400, many.at("results.0.status"));
    assertThat(many.toString().length(), lessThan(5_000));
  }

  public void testNamesThatNoFieldHas() throws IOException {
    news();
    for (String name : List.of("", " ", ".", "..", "a..b", ".a", "a.", "*", "p*", "a. .b")) {
      for (String path : GOOD.keySet()) {
        if (path.contains("news/")) {
          assertBodyRefused(
              "[field] must ",
              path + name,
              post(path, GOOD.get(path).replaceAll("'(print|title)'", "'" + name + "'")));
        }
      }
      String groups = "news/_near_dup/groups";
      assertNameRefused(groups, "scope", "'scope':['" + name + "']");
      assertNameRefused(groups, "keep", "'keep':[{'" + name + "':'asc'}]");
      assertNameRefused(groups, "target_field", "'action':'tag','target_field':'" + name + "'");
      assertNameRefused(groups + "/_repair", "target_field", "'target_field':'" + name + "'");
      assertNameRefused(groups + "/_repair", "scope", "'scope':['" + name + "']");
      String verify = "'verify':{'minhash':'" + name + "','similarity':0.5}";
      assertNameRefused(groups, "verify] [minhash", verify);
      assertNameRefused("news/_near_dup", "verify] [minhash", "'id':'1'," + verify);
      assertNameRefused("news/_near_dup", "sort", "'id':'1','sort':['" + name + "']");
    }
  }

  private static void assertNameRefused(String path, String parameter, String json)
      throws IOException {
    assertBodyRefused(
        "[" + parameter + "] must ", path + json, post(path, "{'field':'print'," + json + "}"));
  }
}
