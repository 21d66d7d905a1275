// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.search;

import static org.hamcrest.Matchers.containsString;

import io.neardup.plugin.Answer;
import io.neardup.plugin.NodeTestCase;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** {@code _near_dup/_segments}: what it counts, over shards and indexes, and what it refuses. */
public class SegmentsTests extends NodeTestCase {
  private static final String FIELDS =
      "'print':{'type':'simhash'},'other':{'type':'simhash'},'n':{'type':'integer'}";

  /** Of each four documents, three have beef in their second segment. */
  private static void eight(String index, int shards) throws IOException {
    index(index, "'number_of_shards':" + shards + ",'number_of_replicas':0", FIELDS);
    for (int i = 0; i < 8; i++) {
      String second = i % 4 == 3 ? "000" + i : "beef";
      print(index, "d" + i, "000" + i + second + "100" + i + "200" + i);
    }
    document(index, "without", "{'n':1}");
  }

  private static Object at(Answer answer, String index, String path) throws IOException {
    return answer.at("indices." + index + ".print." + path);
  }

  public void testKeysAreNotRead() throws IOException {
    index(
        "keyed",
        "'number_of_shards':2,'number_of_replicas':0",
        "'print':{'type':'simhash','segments':'5x2'}");
    print("keyed", "d", "0123456789abcdef");
    Answer answer = succeeded(get("keyed/_near_dup/_segments"));
    String why = (String) at(answer, "keyed", "not_read");
    assertThat(why, containsString("[segments] of this field is [5x2]"));
    assertNull(at(answer, "keyed", "fingerprints"));
  }

  public void testCountsAreThoseOfTheWholeIndex() throws IOException {
    for (int shards : new int[] {1, 5}) {
      String index = "news-" + shards;
      eight(index, shards);
      Answer answer = succeeded(get(index + "/_near_dup/_segments?size=2"));
      assertEquals(
          Map.of("total", shards, "successful", shards, "failed", 0), answer.at("_shards"));
      assertEquals(8, at(answer, index, "fingerprints"));
      assertEquals("print.s1", at(answer, index, "segments.1.field"));
      assertEquals(3, at(answer, index, "segments.1.distinct_values"));
      assertEquals(
          List.of(
              Map.of("value", "beef", "fingerprints", 6, "share", 0.75),
              Map.of("value", "0003", "fingerprints", 1, "share", 0.125)),
          at(answer, index, "segments.1.hottest"));
      assertEquals(8, at(answer, index, "segments.0.distinct_values"));
      // (6*6 + 1 + 1) / 8 in segment 1, and 8 / 8 in each of the others.
      assertEquals(7.75, at(answer, index, "candidates_per_lookup"));
      assertEquals(
          4 * 8 / 65536.0, (Double) at(answer, index, "candidates_per_lookup_if_even"), 1e-6);
      assertEquals(0.96875, at(answer, index, "share_of_scan"));
      assertEquals(0, answer.at("indices." + index + ".other.fingerprints"));
      assertEquals(0.0, answer.at("indices." + index + ".other.share_of_scan"));
    }
    Answer both = succeeded(get("news-*/_near_dup/_segments?field=print&size=0"));
    assertEquals(8, at(both, "news-1", "fingerprints"));
    assertEquals(List.of(), at(both, "news-5", "segments.1.hottest"));
    assertNull(both.at("indices.news-5.other"));
    assertEquals(6, both.at("_shards.total"));
  }

  /** A megabyte is held of each index, whatever the number of its fields and shards. */
  public void testCountsThatDoNotFit() throws IOException {
    String fields =
        IntStream.range(0, 40)
            .mapToObj(i -> "'f" + i + "':{'type':'simhash'}")
            .collect(Collectors.joining(","));
    for (String index : List.of("news", "more")) {
      index(index, "'number_of_shards':5,'number_of_replicas':0", fields);
      document(index, "1", "{'f0':'0000000000000001','f39':'0000000000000001'}");
    }
    String limit = "{'transient':{'indices.breaker.request.limit':$}}";
    put("_cluster/settings", limit.replace("$", "'1500kb'"));
    try {
      Answer answer = succeeded(get("news/_near_dup/_segments?size=0"));
      assertEquals(5, answer.at("_shards.successful"));
      assertEquals(1, answer.at("indices.news.f39.fingerprints"));
      assertEquals(0, answer.at("indices.news.f38.fingerprints"));
      Answer full = get("news,more/_near_dup/_segments");
      assertEquals(full.toString(), 429, full.status());
      assertThat(full.reason(), containsString("data for [<near_dup segments>] would be"));
      assertThat(full.reason(), containsString("name one field by [field], or fewer indexes"));
    } finally {
      put("_cluster/settings", limit.replace("$", "null"));
    }
    Answer whole = succeeded(get("news,more/_near_dup/_segments?field=f0"));
    assertEquals(10, whole.at("_shards.successful"));
  }

  /** As {@code _idf}; an alias with a routing means the shard that it means. */
  public void testAliases() throws IOException {
    eight("news", 5);
    post(
        "_aliases",
        "{'actions':[{'add':{'index':'news','alias':'some','filter':{'term':{'n':1}}}},"
            + "{'add':{'index':'news','alias':'all'}},"
            + "{'add':{'index':'news','alias':'one','routing':'x'}}]}");
    assertRefused(
        400,
        "[index] must not be an alias with a filter, got [some]: all documents of an index"
            + " count; name [news] itself",
        get("some/_near_dup/_segments"));
    assertEquals(8, at(succeeded(get("all/_near_dup/_segments")), "news", "fingerprints"));
    assertEquals(1, succeeded(get("one/_near_dup/_segments")).at("_shards.total"));
  }

  public void testFieldsInObjectsAndMultiFields() throws IOException {
    index(
        "news",
        "'number_of_shards':2,'number_of_replicas':0",
        "'o':{'properties':{'print':{'type':'simhash'}}},"
            + "'k':{'type':'keyword','fields':{'print':{'type':'simhash'}}}");
    document("news", "1", "{'o':{'print':'0000000000000001'},'k':'0000000000000002'}");
    Map<?, ?> fields = (Map<?, ?>) succeeded(get("news/_near_dup/_segments")).at("indices.news");
    assertEquals(Set.of("o.print", "k.print"), fields.keySet());
  }

  public void testDeletedDocumentsMayCount() throws IOException {
    eight("news", 1);
    succeeded(call("DELETE", "news/_doc/d0?refresh=true", null));
    Answer answer = succeeded(get("news/_near_dup/_segments"));
    int fingerprints = (Integer) at(answer, "news", "fingerprints");
    assertTrue(answer.toString(), fingerprints == 8 || fingerprints == 7);
    assertEquals("five are shown", 5, ((List<?>) at(answer, "news", "segments.0.hottest")).size());
  }

  public void testBadRequests() throws IOException {
    eight("news", 1);
    assertRefused(
        400,
        "[field] names no field of type [simhash] in [news], got [n]; leave it out to see all",
        get("news/_near_dup/_segments?field=n"));
    for (String size : List.of("-1", "1001", "x", "1.5", "NaN", "99999999999", "")) {
      assertRefused(
          400,
          "[size] must be an integer from 0 to 1000, got [" + size + "]",
          get("news/_near_dup/_segments?size=" + size));
    }
    Answer parameter = get("news/_near_dup/_segments?sizes=1");
    assertEquals(400, parameter.status());
    assertThat(parameter.reason(), containsString("unrecognized parameter: [sizes]"));
    assertRefused(404, "no such index [nope]", get("nope/_near_dup/_segments"));
    succeeded(get("news,nope/_near_dup/_segments?ignore_unavailable=true"));
    assertEquals(Map.of(), succeeded(get("nothing-*/_near_dup/_segments")).at("indices"));
    succeeded(post("news/_close", null));
    assertEquals(400, get("news/_near_dup/_segments").status());
  }
}
