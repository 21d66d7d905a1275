// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import static org.hamcrest.Matchers.containsString;

import io.neardup.fingerprint.minhash.MinHasher;
import io.neardup.plugin.Answer;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** {@code _near_dup/groups}: what it answers, writes and refuses, as a request and as a task. */
public class GroupsEndpointTests extends GroupsTestCase {

  private static final String FIELDS =
      "'print':{'type':'simhash'},'sign':{'type':'minhash'},'clicks':{'type':'integer'},"
          + "'title':{'type':'text'},'team':{'type':'keyword'}";

  @Override
  protected void write() throws IOException {
    index("news", "'number_of_shards':3,'number_of_replicas':0", FIELDS);
    news("a", "0000000000000000", 1, "red");
    news("b", "0000000000000001", 5, "red");
    news("c", "0000000000000003", 3, "blue");
    news("d", "ffffffffffffffff", 9, "blue");
    document("news", "without", "{'clicks':7}");
  }

  private static void news(String id, String print, int clicks, String team) throws IOException {
    String source = "{'print':'" + print + "','clicks':" + clicks + ",'team':'" + team + "'}";
    document("news", id, source);
  }

  private Answer groups(String parameters) throws IOException {
    return groups("news", parameters);
  }

  private Answer groups(String index, String parameters) throws IOException {
    return post(index + "/_near_dup/groups", "{'field':'print'" + parameters + "}");
  }

  public void testWithoutDestNothingIsWritten() throws IOException {
    Answer answer = succeeded(groups(",'max_distance':1"));
    assertEquals(4, answer.at("documents"));
    assertEquals(4, answer.at("distinct"));
    assertEquals(1, answer.at("groups"));
    assertEquals(1, answer.at("duplicates"));
    Map<String, Object> a = Map.of("index", "news", "id", "a");
    assertEquals(List.of(Map.of("of", a, "size", 2)), answer.at("largest"));
    assertNull(answer.at("written"));
  }

  public void testKeepScopeAndQuery() throws IOException {
    Answer clicks = succeeded(groups(",'max_distance':1,'keep':[{'clicks':'desc'}]"));
    assertEquals("b", clicks.at("largest.0.of.id"));
    assertEquals(3, clicks.at("largest.0.size"));
    Answer scoped = succeeded(groups(",'scope':['team']"));
    assertEquals(2, scoped.at("largest.0.size"));
    Answer some = succeeded(groups(",'query':{'range':{'clicks':{'gte':3}}}"));
    assertEquals(3, some.at("documents"));
    assertEquals("b", some.at("largest.0.of.id"));
  }

  public void testDestHasARecordOfEachDocumentOfAGroup() throws IOException {
    Answer answer = succeeded(groups(",'dest':'found','requests_per_second':100"));
    assertEquals(3, answer.at("written"));
    assertEquals(
        "30s", succeeded(get("found/_settings")).at("found.settings.index.refresh_interval"));
    Answer records = succeeded(post("found/_search", "{'sort':'id'}"));
    assertEquals(3, records.at("hits.total.value"));
    assertEquals("new", records.at("hits.hits.0._source.status"));
    assertEquals("duplicate", records.at("hits.hits.2._source.status"));
    assertEquals(2, records.at("hits.hits.2._source.distance"));
    assertEquals("a", records.at("hits.hits.2._source.of.id"));
    assertEquals(records.at("hits.hits.0._source.group"), records.at("hits.hits.2._source.group"));
  }

  /** Whatever is to be done with the groups, and by whatever they were to be found. */
  public void testFieldsThatAreNotCompared() throws IOException {
    put(
        "news/_mapping",
        "{'properties':{'quoted':{'type':'passages'},'head':{'type':'alias','path':'title'}}}");
    String rule = "[field] must be of type [simhash] or [minhash], got ";
    String texts =
        " in [news]; a processor [simhash] or [minhash] makes such a field of texts: index the"
            + " documents again through one, and name its [target_field]";
    Map<String, String> refused =
        Map.of(
            "nope",
            "[nope], which is mapped in none of [news]",
            "clicks",
            "[clicks] of type [integer]" + texts,
            "title",
            "[title] of type [text]" + texts,
            "head",
            "[head] of type [text]" + texts,
            "quoted",
            "[quoted] of type [passages] in [news], which has many values of each document: what"
                + " stands in which document is printed by the program, [near-dup passages news],"
                + " and of one document answered by [_near_dup/passages]");
    for (String field : refused.keySet()) {
      for (String more : List.of("", ",'action':'tag'", ",'similarity':0.7,'action':'tag'")) {
        assertRefused(
            400,
            rule + refused.get(field),
            post("news/_near_dup/groups", "{'field':'" + field + "'" + more + "}"));
      }
      if (field.equals("nope") == false) {
        assertRefused(
            400,
            rule + refused.get(field),
            post("news/_near_dup/groups/_repair", "{'field':'" + field + "'}"));
      }
    }
  }

  public void testFieldsThatDoNotServe() throws IOException {
    assertRefused(
        400,
        "[keep] must name numeric, date or keyword fields with doc values, got [title] of type [text] in"
            + " [news]",
        groups(",'keep':[{'title':'asc'}]"));
    assertRefused(
        400,
        "[keep] must name numeric, date or keyword fields with doc values, got [_version] of type"
            + " [_version] in [news]",
        groups(",'keep':[{'_version':'asc'}]"));
    assertRefused(
        400,
        "[scope] must name fields with doc values, such as [keyword], got [_version] of type"
            + " [_version] in [news]",
        groups(",'scope':'_version'"));
    assertRefused(
        400,
        "[keep] must name a field of [news], got [nope], which is mapped in none",
        groups(",'keep':[{'nope':'asc'}]"));
    assertRefused(
        400,
        "[scope] must name fields with doc values, such as [keyword], got [title] of type [text]"
            + " in [news]",
        groups(",'scope':'title'"));
    assertRefused(
        400,
        "[scope] must name a field of [news], got [nope], which is mapped in none",
        groups(",'scope':'nope'"));
    index("other", "", "'print':{'type':'simhash'},'clicks':{'type':'double'}");
    assertRefused(
        400,
        "[keep] must name fields that are of one kind in all indexes, got [clicks], which is of"
            + " kinds [floating-point number, integer]",
        groups("news,other", ",'keep':[{'clicks':'asc'}]"));
  }

  /** What core says of them names no parameter. */
  public void testQueriesThatDoNotServe() throws IOException {
    String seq = "{'range':{'_seq_no':{'gte':'x'}}}";
    String term = "{'term':{'team':'red'}}";
    String terms = "{'bool':{'should':[" + (term + ",").repeat(9) + term + "]}}";
    Map<String, String> refused =
        Map.of(
            "{'nonsense':{}}",
            "must be a query, got: unknown query [nonsense]",
            "{'exists':{}}",
            "must be a query, got: [exists] must be provided with a [field]",
            seq,
            "must be a query that all indexes can run, got: For input string: \"x\"",
            "{'regexp':{'team':'a['}}",
            "must be a query that all indexes can run, got: unexpected end-of-string",
            "{'query_string':{'query':'a AND'}}",
            "must be a query that all indexes can run, got: Failed to parse query [a AND]",
            terms,
            "must be a query that all indexes can run, got: maxClauseCount is set to 9");
    clusterSetting("indices.query.bool.max_clause_count", "9");
    try {
      for (Map.Entry<String, String> each : refused.entrySet()) {
        assertRefused(400, "[query] " + each.getValue(), groups(",'query':" + each.getKey()));
        assertRefused(
            400,
            "[against] " + each.getValue(),
            groups(",'against':{'query':" + each.getKey() + "}"));
      }
      assertRefused(
          400,
          "[query], with [against] and what a run adds, must have at most [9] clauses, as"
              + " [indices.query.bool.max_clause_count] has it: leave some out, name many values by"
              + " [terms], which is one clause, or raise the setting",
          groups(",'query':" + clauses("a") + ",'against':{'query':" + clauses("b") + "}"));
    } finally {
      clusterSetting("indices.query.bool.max_clause_count", "null");
    }
  }

  /** It is looked up before the search, like what other queries look up. */
  public void testQueryByADocument() throws IOException {
    String near = "{'near_dup':{'print':{'id':'a','max_distance':0}}}";
    assertEquals(1, succeeded(groups(",'query':" + near)).at("documents"));
    assertEquals(1, succeeded(groups(",'against':{'query':" + near + "}")).at("against"));
    assertEquals(404, groups(",'query':{'near_dup':{'print':{'id':'nobody'}}}").status());
  }

  /** Fewer than are allowed, but not twice. */
  private static String clauses(String name) {
    return IntStream.range(0, 6)
        .mapToObj(i -> "{'term':{'team':'" + name + i + "'}}")
        .collect(Collectors.joining(",", "{'bool':{'should':[", "]}}"));
  }

  /** What does not belong to the type of the field is not ignored. */
  public void testParametersOfTheOtherType() throws IOException {
    assertRefused(
        400,
        "[similarity] does not apply to field [print] of type [simhash], got [0.8]; use"
            + " [max_distance]",
        groups(",'similarity':0.8"));
    assertRefused(
        400,
        "[max_distance] does not apply to field [sign] of type [minhash], got [3]; use"
            + " [similarity] and [recall]",
        signatures(",'similarity':0.8,'max_distance':3"));
    assertRefused(
        400,
        "[similarity] is required for field [sign] of type [minhash]: the least Jaccard"
            + " similarity, greater than 0 and at most 1",
        signatures(""));
    assertRefused(
        400,
        "[verify] does not apply to field [sign] of type [minhash], whose signatures are compared"
            + " in any case; use [similarity]",
        signatures(",'similarity':0.8,'verify':{'minhash':'sign','similarity':0.8}"));
    assertRefused(
        400,
        "[verify] must name a field of type [minhash], got [clicks] of type [integer] in [news]",
        groups(",'verify':{'minhash':'clicks','similarity':0.8}"));
    assertRefused(
        400,
        "[verify] must name a field of type [minhash] of [news], got [nope], which is mapped in"
            + " none",
        groups(",'verify':{'minhash':'nope','similarity':0.8}"));
    index("mixed", "", "'print':{'type':'minhash'}");
    assertRefused(
        400,
        "[field] must be of one type in all indexes, got [print], which is of types [minhash,"
            + " simhash]",
        groups("news,mixed", ""));
  }

  private Answer signatures(String parameters) throws IOException {
    return post("news/_near_dup/groups", "{'field':'sign'" + parameters + "}");
  }

  /** Documents without what verifies are not grouped, and not counted. */
  public void testSignatures() throws IOException {
    String[] signs = {sign(1, 2, 3, 4), sign(1, 2, 3, 4, 5), sign(1, 2, 3, 9), sign(7)};
    index("signed", "'number_of_shards':2", FIELDS);
    for (int i = 0; i < signs.length; i++) {
      document("signed", "s" + i, "{'sign':'" + signs[i] + "','print':'000000000000000" + i + "'}");
    }
    document("signed", "print", "{'print':'0000000000000000'}");
    document("signed", "sign", "{'sign':'" + signs[3] + "'}");
    Answer similar =
        succeeded(
            post(
                "signed/_near_dup/groups",
                "{'field':'sign','similarity':0.75,'recall':0.99,'dest':'similar'}"));
    assertEquals(5, similar.at("documents"));
    assertEquals(4, similar.at("distinct"));
    assertEquals(2, similar.at("groups"));
    assertTrue((Double) similar.at("recall") >= 0.99);
    Answer found =
        succeeded(post("similar/_search", "{'query':{'term':{'status':'duplicate'}},'sort':'id'}"));
    assertEquals(0.8, found.at("hits.hits.0._source.similarity"));
    assertNull(found.at("hits.hits.0._source.distance"));
    assertEquals(1.0, found.at("hits.hits.1._source.similarity"));
    Answer verified =
        succeeded(
            groups("signed", ",'max_distance':3,'verify':{'minhash':'sign','similarity':0.6}"));
    assertEquals(4, verified.at("documents"));
    assertEquals(1, verified.at("groups"));
    assertEquals(3, verified.at("largest.0.size"));
    assertNull(verified.at("recall"));
    Answer all = succeeded(groups("signed", ""));
    assertEquals(5, all.at("largest.0.size"));
  }

  private static String sign(int... features) {
    MinHasher hasher = new MinHasher();
    hasher.addAll(features);
    return hasher.signature().toString();
  }

  public void testLimits() throws IOException {
    assertRefused(
        400,
        "[max_distance] must be at most [11] for groups, as [plugins.near_dup.groups.max_distance]"
            + " has it, got [12]: the pairs of [4] documents would take a core some [1 seconds]",
        groups(",'max_distance':12"));
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < 5_000; i++) {
      many.append("{\"index\":{}}\n{\"print\":\"0000000000000000\"}\n");
    }
    succeeded(
        post(
            "news/_bulk?refresh=true",
            many.toString().getBytes(StandardCharsets.UTF_8),
            "application/x-ndjson"));
    clusterSetting("plugins.near_dup.groups.memory", "'1kb'");
    try {
      Answer refused = groups("");
      assertEquals(400, refused.status());
      assertThat(refused.reason(), containsString("that [plugins.near_dup.groups.memory] allows"));
    } finally {
      clusterSetting("plugins.near_dup.groups.memory", "null");
    }
  }

  /** Nothing that all documents have is compared; searches cannot look for some of it at all. */
  public void testFieldsOfCore() throws IOException {
    for (String field : List.of("_source", "_field_names", "_id")) {
      assertRefused(
          400,
          "[field] must name a field of documents, got [" + field + "], one of core's",
          post("news/_near_dup/groups", "{'field':'" + field + "'}"));
      assertRefused(
          400,
          "[verify] must name a field of documents, got [" + field + "], one of core's",
          groups(",'verify':{'minhash':'" + field + "','similarity':0.5}"));
    }
  }

  public void testBreaker() throws IOException {
    clusterSetting("indices.breaker.request.limit", "'1kb'");
    try {
      Answer refused = groups("");
      assertEquals(refused.toString(), 429, refused.status());
    } finally {
      clusterSetting("indices.breaker.request.limit", "null");
    }
  }

  public void testResultIsStoredWithTheTask() throws IOException {
    assertRefused(
        400,
        "[wait_for_completion] must be [true] or [false], got [no]; leave it out to wait",
        post("news/_near_dup/groups?wait_for_completion=no", "{'field':'print'}"));
    Answer started =
        succeeded(post("news/_near_dup/groups?wait_for_completion=false", "{'field':'print'}"));
    String task = (String) started.at("task");
    Answer ended = succeeded(get("_tasks/" + task + "?wait_for_completion=true&timeout=30s"));
    assertEquals(true, ended.at("completed"));
    assertEquals(3, ended.at("response.largest.0.size"));
    assertEquals("replay", ended.at("task.status.phase"));
    assertEquals(4, ended.at("task.status.documents"));
    assertEquals(1, ended.at("task.status.ranges.done"));
    // A fingerprint and the number of its document each.
    assertEquals(4 * (8 + 4), ended.at("task.status.bytes_moved"));
    assertEquals(
        "groups of [news], field[print], action[report], dest[]", ended.at("task.description"));
  }

  public void testOneAtATimeUntilItIsCancelled() throws Exception {
    CompletableFuture<HttpResponse<String>> answer =
        start(
            "news/_near_dup/groups", "{'field':'print','dest':'slow','requests_per_second':0.01}");
    // Not only the phase: of a job that is cancelled, no bulk begins any more.
    assertBusy(() -> assertEquals(1, ((Map<?, ?>) task(GROUPS).get("status")).get("written")));
    assertRefused(
        429,
        "this node has [1] runs of [_near_dup/groups] already, as many as"
            + " [plugins.near_dup.groups.max_concurrent] allows: wait until one has ended, see GET"
            + " _tasks?actions=indices:data/read/near_dup/groups",
        post("news/_near_dup/groups", "{'field':'print'}"));
    succeeded(post("_tasks/" + id(task(GROUPS)) + "/_cancel", null));
    assertCancelled(answer);
    succeeded(post("slow/_refresh", null));
    assertEquals(1, succeeded(get("slow/_count")).at("count"));
    succeeded(groups(""));
  }
}
