// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import static org.hamcrest.Matchers.startsWith;

import io.neardup.groups.dest.DestMetadataAction;
import io.neardup.plugin.Answer;
import io.neardup.plugin.HeldRequestsPlugin;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** {@code _near_dup/groups}: which indexes records can be written to. */
public class GroupsDestTests extends GroupsTestCase {
  private static final String WAY_OUT =
      "change the template if one maps it so, and delete the index if there is one, or name another"
          + " one; an index that does not exist is created";

  @Override
  protected void write() throws IOException {
    index("news", "", "'print':{'type':'simhash'}");
    document("news", "a", "{'print':'0000000000000000'}");
    document("news", "b", "{'print':'0000000000000001'}");
  }

  private static Answer groups(String parameters) throws IOException {
    return post("news/_near_dup/groups", "{'field':'print'" + parameters + "}");
  }

  /** A slice of a large group may have none of its members. */
  public void testMoreOfOneTextBeforeThanAreWrittenAtATime() throws IOException {
    document("news", "c", "{'print':'0000000000000000'}");
    Answer answer =
        succeeded(
            groups(
                ",'dest':'record','requests_per_second':1,'query':{'ids':{'values':['b']}},"
                    + "'against':{'query':{'ids':{'values':['a','c']}}}"));
    assertEquals(answer.toString(), 2, answer.at("written"));
  }

  public void testDestsThatDoNotServe() throws IOException {
    assertRefused(
        400,
        "[dest] must not be one of the indexes that are grouped, got [news]",
        groups(",'dest':'news'"));
    assertRefused(
        400,
        "[dest] must not be one of the indexes that are grouped, got [news]",
        post("news,other*/_near_dup/groups", "{'field':'print','dest':'news'}"));
    for (String name : List.of("<>", "<news-{now/x}>")) {
      Answer refused = groups(",'dest':'" + name + "'");
      assertEquals(refused.toString(), 400, refused.status());
      assertThat(
          refused.reason(),
          startsWith("[dest] must be the name of one index of this cluster, got [" + name + "]: "));
    }
    index("taken", "", "'index':{'type':'text'}");
    assertRefused(
        400,
        "[dest] must be the name of one index of this cluster, got [Records]: a name must be lowercase",
        groups(",'dest':'Records'"));
    Answer mapped = groups(",'dest':'taken'");
    assertRefused(
        400,
        "[dest] must map [decided_by] as [keyword], got no mapping in [taken]: " + WAY_OUT,
        mapped);
    // Whoever names a wrong index has not changed it.
    assertNull(succeeded(get("taken/_mapping")).at("taken.mappings.properties.status"));
    succeeded(groups(",'dest':'full'"));
    assertRefused(
        400,
        "[dest] must be empty or not exist, got [full], which has documents: delete it, or name"
            + " another one",
        groups(",'dest':'full'"));
    succeeded(post("_aliases", "{'actions':[{'add':{'index':'full','alias':'also'}}]}"));
    assertRefused(
        400,
        "[dest] must be the name of an index, got [also], which is an alias",
        groups(",'dest':'also'"));
    succeeded(
        put("_index_template/flow", "{'index_patterns':['flow'],'data_stream':{},'priority':9}"));
    succeeded(put("_data_stream/flow", "{}"));
    assertRefused(
        400,
        "[dest] takes no records, got [flow]: only write ops with an op_type of create are allowed in"
            + " data streams; name another one",
        groups(",'dest':'flow'"));
    succeeded(call("DELETE", "_data_stream/flow", null));
    succeeded(call("DELETE", "_index_template/flow", null));
  }

  /** What core says of such indexes names no parameter, or it has them written to. */
  public void testDestsThatNobodyMayWriteTo() throws IOException {
    for (String name : List.of(".tasks", "<.tasks-{now/d}>")) {
      assertRefused(
          400,
          "[dest] must be the name of one index of this cluster, got ["
              + name
              + "]: that is the name of a system index; name another one",
          groups(",'dest':'" + name + "'"));
    }
    assertEquals(404, get(".tasks").status());
    index("blocked", "", "");
    for (String block : List.of("write", "read_only", "read", "metadata")) {
      put("blocked/_settings", "{'index.blocks." + block + "':true}");
      assertRefused(
          403,
          "[dest] must be open to reads and writes, got [blocked] with the blocks [index "
              + block.replace("_only", "-only")
              + " (api)]: take them off by PUT blocked/_settings, and in a template that has them, or name"
              + " another one",
          groups(",'dest':'blocked'"));
      put("blocked/_settings", "{'index.blocks." + block + "':false}");
    }
  }

  /** What is not found, or not whole, would not be obeyed, such as that a document is to stay. */
  public void testDestsWhoseRecordsCannotBeReadAgain() throws IOException {
    template("unread", "'_source':{'enabled':false}");
    template("short", "'properties':{'verdict':{'type':'keyword','ignore_above':3}}");
    template("routed", "'_routing':{'required':true}");
    template("off", "'enabled':false");
    template("inner", "'properties':{'of':{'enabled':false}}");
    assertUnfit(
        "keep the whole [_source] of records, which are read again, got [_source] {enabled=false}",
        "unread");
    assertUnfit(
        "map [verdict], by which records are found, without [ignore_above] and [index] false, got"
            + " {ignore_above=3, type=keyword}",
        "short");
    assertUnfit("not require a routing of records, got [_routing] {required=true}", "routed");
    assertGone("routed");
    // As one that somebody has made, which the user may write to, and which stays.
    put("routed", "{}");
    assertUnfit("not require a routing of records, got [_routing] {required=true}", "routed");
    succeeded(get("routed"));
    assertUnfit("map [decided_by] as [keyword], got the whole mapping has [enabled] false", "off");
    assertUnfit("map [of.id] as [keyword], got [of] has [enabled] false", "inner");
    assertGone("unread", "short", "off", "inner");
  }

  private static void assertGone(String... created) throws IOException {
    for (String dest : created) {
      assertEquals(dest, 404, get(dest).status());
    }
  }

  private static void assertUnfit(String rule, String dest) throws IOException {
    assertRefused(
        400,
        "[dest] must " + rule + " in [" + dest + "]: " + WAY_OUT,
        groups(",'dest':'" + dest + "'"));
  }

  /** What core says of such indexes names no parameter. */
  public void testDestsThatTemplatesDoNotAllow() throws IOException {
    template("deep", "", "'settings':{'index.mapping.depth.limit':1}");
    assertRefused(
        400,
        "[dest] cannot be created as [deep]: Limit of mapping depth [1] has been exceeded due to"
            + " object field [of]; change the setting or the template that says so, or name"
            + " one that is there",
        groups(",'dest':'deep'"));
    template("append", "", "'settings':{'index.append_only.enabled':true}");
    Answer append = groups(",'dest':'append'");
    assertEquals(append.toString(), 400, append.status());
    assertThat(append.reason(), startsWith("[dest] takes no records, got [append]: "));
    succeeded(post("_aliases", "{'actions':[{'add':{'index':'news','alias':'all'}}]}"));
    template("also", "", "'aliases':{'all':{}}");
    assertRefused(
        400,
        "[dest] must not be one of the indexes that are grouped, got [also], which a template adds"
            + " to [all]: change the template, or name another one",
        post("all/_near_dup/groups", "{'field':'print','dest':'also'}"));
    for (String block : List.of("write", "read_only", "metadata")) {
      template("shut", "", "'settings':{'index.blocks." + block + "':true}");
      Answer shut = groups(",'dest':'shut'");
      assertEquals(shut.toString(), 403, shut.status());
      assertThat(
          shut.reason(),
          startsWith("[dest] must be open to reads and writes, got [shut] with the"));
      assertGone("shut");
    }
    assertGone("deep", "append", "also");
    template("unread", "", "'settings':{'index.blocks.read':true}");
    assertEquals(2, succeeded(groups(",'dest':'unread'")).at("written"));
  }

  /** What core says of such settings names no parameter. */
  public void testDestsUnderSettingsOfTheCluster() throws IOException {
    String closed = "cluster.blocks.create_index";
    String intervals =
        "{'transient':{'cluster.default.index.refresh_interval':%1$s,"
            + "'cluster.minimum.index.refresh_interval':%1$s}}";
    try {
      put("_cluster/settings", String.format(Locale.ROOT, intervals, "'40s'"));
      succeeded(groups(",'dest':'slow'"));
      assertEquals(
          "40s", succeeded(get("slow/_settings")).at("slow.settings.index.refresh_interval"));
      assertEquals(0, succeeded(groups(",'max_distance':0,'dest':'emptied'")).at("written"));
      clusterSetting(closed, "true");
      assertRefused(
          403,
          "[dest] cannot be created as [new]: blocked by: [FORBIDDEN/10/cluster create-index blocked"
              + " (api)]; change the setting or the template that says so, or name one that is there",
          groups(",'dest':'new'"));
      assertEquals(2, succeeded(groups(",'dest':'emptied'")).at("written"));
    } finally {
      put("_cluster/settings", String.format(Locale.ROOT, intervals, "null"));
      clusterSetting(closed, "null");
    }
  }

  /** Somebody else is faster. */
  public void testAnotherIndexInPlaceOfARefusedDest() throws Exception {
    template("unread", "'_source':{'enabled':false}");
    HeldRequestsPlugin.hold(DestMetadataAction.Request.class::isInstance);
    CompletableFuture<HttpResponse<String>> answer =
        start("news/_near_dup/groups", "{'field':'print','dest':'unread'}");
    assertBusy(() -> assertEquals(1, HeldRequestsPlugin.HELD.get()));
    succeeded(call("DELETE", "unread", null));
    succeeded(put("unread", "{}"));
    HeldRequestsPlugin.letGo();
    assertEquals(400, Answer.of(answer.get(60, TimeUnit.SECONDS)).status());
    succeeded(get("unread"));
  }

  /** Whoever may write to an index is found out by a write of this id, which changes nothing. */
  public void testDocumentOfTheIdThatIsProbed() throws IOException {
    for (String request : List.of("groups", "_resume", "_apply")) {
      index("kept", "", "'print':{'type':'simhash'}");
      document("kept", "probe", "{'print':'00000000000000ff'}");
      Answer refused =
          switch (request) {
            case "_resume" -> post("_near_dup/groups/_resume", "{'dest':'kept'}");
            case "_apply" -> post("_near_dup/groups/_apply", "{'dest':'kept','action':'tag'}");
            default -> groups(",'dest':'kept'");
          };
      assertEquals(refused.toString(), 400, refused.status());
      assertEquals(request, Map.of("print", "00000000000000ff"), source("kept", "probe"));
      succeeded(call("DELETE", "kept", null));
    }
  }

  /** An empty one is no document of those that all indexes have. */
  public void testDestIsLeftOutOfAllIndexes() throws IOException {
    assertEquals(0, succeeded(groups(",'max_distance':0,'dest':'emptied'")).at("written"));
    succeeded(post("_all/_near_dup/groups", "{'field':'print','dest':'emptied'}"));
  }

  private static void template(String name, String mapping) throws IOException {
    template(name, mapping, "'order':1");
  }

  private static void template(String name, String mapping, String more) throws IOException {
    succeeded(
        put(
            "_template/" + name,
            "{'index_patterns':['" + name + "'],'mappings':{" + mapping + "}," + more + "}"));
  }
}
