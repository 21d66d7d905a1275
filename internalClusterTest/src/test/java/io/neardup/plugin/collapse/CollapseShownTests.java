// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.collapse;

import io.neardup.plugin.Answer;
import io.neardup.plugin.SearchEffectsPlugin;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Whatever is asked of hits, those that a collapsed search shows are what they are in the search
 * without; and what is not shown is not fetched.
 */
public class CollapseShownTests extends CollapseTestCase {
  private static final String NESTED =
      FIELDS
          + ",'parts':{'type':'nested','properties':{'word':{'type':'keyword'},'at':{'type':"
          + "'integer'}}},'stored':{'type':'keyword','store':true},'text':{'type':'text'}";

  /** Searches that ask for something of the hits. */
  private static final List<String> ASKED =
      List.of(
          "'query':{'match_all':{}}",
          "'sort':[{'n':'desc'}],'_source':['n','parts.word'],'version':true",
          "'sort':[{'n':'asc'}],'fields':['*'],'docvalue_fields':['n',{'field':'when','format':"
              + "'dd/MM/yyyy'}],'seq_no_primary_term':true",
          "'docvalue_fields':['print','print','n'],'sort':[{'tenant':'asc'},{'n':'asc'}]",
          "'sort':[{'n':'asc'}],'stored_fields':['stored','_routing']",
          "'sort':[{'n':'asc'}],'stored_fields':['stored'],'_source':true",
          "'sort':[{'n':'asc'}],'stored_fields':'_none_','_source':false,'docvalue_fields':['n']",
          "'sort':[{'when':{'order':'asc','numeric_type':'date_nanos'}},'n'],'stored_fields':'_none_',"
              + "'_source':false,'version':true,'seq_no_primary_term':true,'docvalue_fields':['n']",
          "'script_fields':{'print':{'script':{'source':'doc[\\\"n\\\"].value * 2'}}}",
          "'query':{'match':{'text':'storm'}},'explain':true,'highlight':{'fields':{'text':{}}}",
          "'query':{'bool':{'must':[{'match':{'text':'storm'}}],'filter':[{'term':{'tenant':"
              + "{'value':'a','_name':'of a'}}}],'should':[{'match':{'text':{'query':'coast',"
              + "'_name':'coast'}}}]}},'include_named_queries_score':true,'highlight':"
              + "{'require_field_match':false,'fields':{'note':{},'text':{'type':'plain'}}}",
          "'query':{'match':{'text':'storm coast'}},'track_scores':true,'sort':[{'n':'desc'}]",
          "'query':{'match':{'text':'storm coast'}},'rescore':{'window_size':3,'query':"
              + "{'rescore_query':{'match':{'text':'coast'}}}}",
          "'query':{'match':{'text':'storm'}},'explain':true,'rescore':{'window_size':3,'query':"
              + "{'rescore_query':{'match':{'text':'coast'}}}}",
          "'query':{'function_score':{'query':{'match':{'text':'coast'}},'random_score':{}}},"
              + "'min_score':0.0001,'terminate_after':1000,'timeout':'10s'",
          "'query':{'nested':{'path':'parts','query':{'range':{'parts.at':{'gte':1}}},"
              + "'inner_hits':{'size':2,'sort':[{'parts.at':'desc'}]}}},'sort':['n']",
          "'query':{'match':{'text':'storm'}},'post_filter':{'nested':{'path':'parts','query':"
              + "{'exists':{'field':'parts.word'}},'inner_hits':{'name':'all'}}}",
          "'query':{'match':{'text':'storm'}},'sort':['n'],'collapse':{'field':'stored',"
              + "'inner_hits':{'name':'all','size':9,'explain':true,'sort':['n']}}",
          "'query':{'match':{'text':'storm'}},'collapse':{'field':'stored','inner_hits':"
              + "[{'name':'one','size':1},{'name':'old','size':3,'sort':['when']}]}",
          "'query':{'match':{'text':'storm'}},'collapse':{'field':'stored'},'explain':true",
          "'indices_boost':[{'news':2.5}],'query':{'match':{'text':'storm'}},'explain':true",
          "'derived':{'twice':{'type':'long','script':{'source':'emit(doc[\\\"n\\\"].value *"
              + " 2)'}}},'fields':['twice'],'sort':['n']",
          "'query':{'near_dup':{'print':{'id':'d1','index':'news','max_distance':64}}}");

  private static void documents() throws IOException {
    for (String index : List.of("news", "old")) {
      index(index, "'number_of_shards':2", NESTED);
      for (int i = 0; i < 12; i++) {
        String print =
            i == 5 ? "" : "'print':'00000000000000" + List.of("00", "f0", "0f").get(i % 3);
        String more = print.isEmpty() ? "" : print + "',";
        String stored = i % 4 == 0 ? "" : "'stored':'s" + i % 4 + "',";
        String document =
            more
                + stored
                + "'n':"
                + (index.equals("news") ? i : 100 - i)
                + ",'when':'2026-01-1"
                + i % 10
                + "','tenant':'"
                + (i % 2 == 0 ? "a" : "b")
                + "','note':'a of r1','text':'storm "
                + "coast ".repeat(i % 4)
                + "','parts':[{'word':'w"
                + i
                + "','at':1},{'word':'v','at':"
                + i
                + "}]";
        String routing = i % 5 == 0 ? "&routing=r" + i % 3 : "";
        succeeded(
            call("PUT", index + "/_doc/d" + i + "?refresh=true" + routing, "{" + document + "}"));
      }
    }
  }

  private static Map<Object, Object> byPlace(Answer answer) throws IOException {
    Map<Object, Object> hits = new HashMap<>();
    for (Object hit : (List<?>) answer.at("hits.hits")) {
      Map<?, ?> map = (Map<?, ?>) hit;
      Object key =
          map.get("_id") == null
              ? List.of(map.get("_index"), map.get("fields"), map.get("sort"))
              : List.of(map.get("_index"), map.get("_id"));
      hits.put(key, hit);
    }
    return hits;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> withoutList(Object hit) {
    Map<String, Object> shown = new HashMap<>((Map<String, Object>) hit);
    if (shown.get("fields") != null) {
      Map<String, Object> fields = new HashMap<>((Map<String, Object>) shown.get("fields"));
      fields.remove("near_dup_collapsed");
      if (fields.isEmpty()) {
        shown.remove("fields");
      } else {
        shown.put("fields", fields);
      }
    }
    return shown;
  }

  public void testShownHitsAreWhatTheyAreWithout() throws IOException {
    documents();
    put("_search/pipeline/p", "{" + collapse("").replace("'factor':3", "'factor':8") + "}");
    String ours = "{'near_dup_collapse':{'field':'print'}}";
    String behind =
        collapse("")
            .replace("'factor':3", "'factor':8")
            .replace(ours, "{'first_hits':{'size':1000}}," + ours);
    for (String asked : ASKED) {
      Answer bare = succeeded(ask("news,old", asked + ",'size':100"));
      Map<Object, Object> without = byPlace(bare);
      for (String how :
          List.of(
              "'ext':{'near_dup_collapse':{'field':'print','factor':8}},",
              "'search_pipeline':'p',",
              "'search_pipeline':{" + behind + "},")) {
        boolean idsNeeded = how.contains("first_hits") && asked.contains("_none_");
        Answer answer = ask("news,old", how + asked + ",'size':7");
        if (idsNeeded) {
          assertEquals(400, answer.status());
          continue;
        }
        succeeded(answer);
        assertFalse(how + asked, ((List<?>) answer.at("hits.hits")).isEmpty());
        byPlace(without(answer))
            .forEach(
                (place, hit) -> {
                  boolean random = asked.contains("random_score");
                  if (random) {
                    assertTrue(without.containsKey(place));
                  } else {
                    assertEquals(how + asked, without.get(place), hit);
                  }
                });
        assertNull(answer.at("ext.near_dup_collapse.gone"));
      }
    }
  }

  public void testParametersOfTheUrl() throws IOException {
    documents();
    String ext = "'ext':{'near_dup_collapse':{'field':'print','factor':8}},";
    for (String url :
        List.of(
            "search_type=dfs_query_then_fetch&preference=_local",
            "routing=r0,r1",
            "q=text:coast&df=text&explain=true",
            "rest_total_hits_as_int=true&typed_keys=true&allow_partial_search_results=false",
            "pre_filter_shard_size=1&max_concurrent_shard_requests=1&batched_reduce_size=2",
            "cancel_after_time_interval=10s&timeout=10s&phase_took=true&ignore_unavailable=true")) {
      String asked = "'suggest':{'s':{'text':'strom','term':{'field':'text'}}},'_source':['n']";
      Map<Object, Object> all =
          byPlace(succeeded(post("news,old/_search?" + url, "{" + asked + ",'size':100}")));
      Answer answer = succeeded(post("news,old/_search?" + url, "{" + ext + asked + ",'size':4}"));
      assertNotNull(answer.at("suggest"));
      assertNull(answer.at("ext.near_dup_collapse.gone"));
      byPlace(without(answer)).forEach((place, hit) -> assertEquals(url, all.get(place), hit));
    }
  }

  private static Answer without(Answer answer) throws IOException {
    @SuppressWarnings("unchecked")
    List<Object> hits = (List<Object>) answer.at("hits.hits");
    hits.replaceAll(CollapseShownTests::withoutList);
    return answer;
  }

  public void testOnlyShownHitsAreFetched() throws IOException {
    documents();
    put("_search/pipeline/p", "{" + collapse("") + "}");
    for (String how :
        List.of("'ext':{'near_dup_collapse':{'field':'print'}},", "'search_pipeline':'p',")) {
      for (String asked :
          List.of(
              "'size':2",
              "'size':2,'_source':['n']",
              "'size':2,'fields':['*'],'_source':false",
              "'size':2,'query':{'nested':{'path':'parts','query':{'match_all':{}},'inner_hits':{}"
                  + "}}")) {
        SearchEffectsPlugin.SOURCES.set(0);
        Answer answer = succeeded(ask("news", how + asked));
        assertEquals(2, answer.found().size());
        int shown = 2 + (asked.contains("inner_hits") ? 4 : 0);
        assertEquals(how + asked, shown, SearchEffectsPlugin.SOURCES.get());
      }
    }
  }

  public void testIdsThatSeveralDocumentsHave() throws IOException {
    index("news", "'number_of_shards':4,'max_result_window':9", FIELDS);
    for (int i = 0; i < 4; i++) {
      for (String routing : List.of("a", "b", "c", "d", "e", "f")) {
        String document =
            "{'n':" + i + ",'note':'" + routing + "','print':'000000000000" + i + "000'}";
        succeeded(
            call("PUT", "news/_doc/d" + i + "?routing=" + routing + "&refresh=true", document));
      }
    }
    Answer answer = succeeded(ext("", "'sort':['n'],'size':3"));
    assertEquals(1, answer.found().size());
    assertNull(answer.at("ext.near_dup_collapse.gone"));
    Answer behind =
        succeeded(
            ask(
                "news",
                "'search_pipeline':{"
                    + collapse("")
                        .replace(
                            "'response_processors':[",
                            "'response_processors':[{'reverse_hits':{}},")
                    + "},'size':3"));
    assertNull(behind.at("ext.near_dup_collapse.gone"));
  }

  public void testADocumentThatIsGoneIsCounted() throws IOException {
    news();
    for (String how :
        List.of(
            "'ext':{'near_dup_collapse':{'field':'print'}},",
            "'search_pipeline':{" + collapse("") + "},")) {
      SearchEffectsPlugin.AFTER_QUERY.set(
          () -> client().prepareDelete("news", "d5").setRefreshPolicy("true").get());
      Answer answer = succeeded(ask("news", how + BY_N));
      assertEquals(List.of("d0", "d1", "d7"), answer.found());
      assertEquals(1, answer.at("ext.near_dup_collapse.gone"));
      document("news", "d5", "{'n':5,'when':'2026-01-06','tenant':'a','note':'x'}");
    }
  }

  public void testHitsAreChargedToTheRequestBreaker() throws IOException {
    index("news", "", FIELDS);
    String big = "x".repeat(1_000_000);
    for (int i = 0; i < 12; i++) {
      document(
          "news",
          "d" + i,
          "{'n':"
              + i
              + ",'print':'"
              + "0".repeat(15)
              + (char) ('a' + i % 6)
              + "','note':'"
              + big
              + "'}");
    }
    put("_cluster/settings", "{'transient':{'indices.breaker.request.limit':'4mb'}}");
    try {
      succeeded(ext(",'factor':10", "'size':2"));
      String behind =
          collapse("")
              .replace(
                  "'response_processors':[", "'response_processors':[{'first_hits':{'size':99}},");
      Answer refused = ask("news", "'search_pipeline':{" + behind + "},'size':4");
      assertEquals(refused.toString(), 429, refused.status());
      assertTrue(refused.toString(), refused.toString().contains("request"));
      Answer derived =
          ext(
              ",'factor':10",
              "'size':1,'derived':{'two':{'type':'long','script':{'source':'emit(2)'}}}");
      assertEquals(derived.toString(), 429, derived.status());
    } finally {
      put("_cluster/settings", "{'transient':{'indices.breaker.request.limit':null}}");
    }
    assertEquals(
        0,
        ((Number)
                get("_nodes/stats/breaker")
                    .at("nodes." + nodeId() + ".breakers.request.estimated_size_in_bytes"))
            .intValue());
  }

  private String nodeId() {
    return client().admin().cluster().prepareState().get().getState().nodes().getLocalNodeId();
  }
}
