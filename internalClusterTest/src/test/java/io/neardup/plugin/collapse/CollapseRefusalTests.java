// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.collapse;

import static org.hamcrest.Matchers.containsString;

import io.neardup.plugin.Answer;
import java.io.IOException;
import java.util.List;

/** Collapsing that is refused, with its reason. */
public class CollapseRefusalTests extends CollapseTestCase {
  public void testProcessorsThatDoNotFit() throws IOException {
    news();
    String only = "'response_processors':[{'near_dup_collapse':{'field':'print'}}]";
    Answer without =
        ask(
            "news",
            "'search_pipeline':{" + only + "}," + BY_N + ",'docvalue_fields':['print'],'size':4");
    assertEquals(List.of("d0", "d1"), succeeded(without).found());
    assertEquals(List.of("0000000000000000"), without.at("hits.hits.0.fields.print"));
    assertSummary(4, 2, true, without);
    Answer bare = ask("news", "'search_pipeline':{" + only + "},'size':4," + BY_N);
    assertEquals(List.of("d0", "d1"), succeeded(bare).found());
    assertNull(bare.at("hits.hits.1.fields.print"));
    String kept = only.replace("'print'", "'print','scope':['tenant'],'keep':{'field':'n'}");
    Answer newest = succeeded(ask("news", "'search_pipeline':{" + kept + "},'size':4," + BY_N));
    assertEquals(List.of("d2", "d3"), newest.found());
    assertRefused(
        400,
        "[near_dup_collapse] [ignore_failure] would show hits that are not fetched, as many as are"
            + " examined, got [true]; leave it out",
        pipeline("", "{'near_dup_collapse':{'field':'print','ignore_failure':true}}"));
    assertRefused(
        400,
        "[near_dup_oversample] needs [near_dup_collapse] with [field] [print] in the"
            + " [response_processors] of its pipeline, got none",
        ask("news", "'search_pipeline':{" + OVERSAMPLE + "}"));
    Answer swapped =
        call(
            "PUT",
            "_search/pipeline/p",
            "{'request_processors':[{'near_dup_collapse':{'field':'print'}}]}");
    assertEquals(400, swapped.status());
    assertThat(swapped.reason(), containsString("Invalid processor type near_dup_collapse"));
    assertRefused(
        400,
        "[near_dup_collapse] may be in a pipeline once; leave out the others",
        call(
            "PUT",
            "_search/pipeline/p",
            "{"
                + OVERSAMPLE
                + ",'response_processors':[{'near_dup_collapse':{'field':'print'}},"
                + "{'near_dup_collapse':{'field':'print'}}]}"));
  }

  private static Answer pipeline(String request, String response) throws IOException {
    return call(
        "PUT",
        "_search/pipeline/p",
        "{'request_processors':[" + request + "],'response_processors':[" + response + "]}");
  }

  public void testProcessorsInTheWrongOrder() throws IOException {
    news();
    String oversample = "{'near_dup_oversample':{'field':'print','factor':2}}";
    String collapse = "{'near_dup_collapse':{'field':'print'}}";
    assertRefused(
        400,
        "[near_dup_oversample] may be in a pipeline once; leave out the others",
        pipeline(oversample + "," + oversample, collapse));
    Answer swapped = pipeline("", oversample);
    assertEquals(400, swapped.status());
    assertThat(swapped.reason(), containsString("Invalid processor type near_dup_oversample"));
    succeeded(pipeline("{'near_dup_oversample':{'field':'other'}}", collapse));
    assertRefused(
        400,
        "[near_dup_oversample] needs [near_dup_collapse] with [field] [other] in the"
            + " [response_processors] of its pipeline, got one with [print]",
        ask("news", "'search_pipeline':'p'"));
    succeeded(pipeline("{'one_more':{}}," + oversample, collapse));
    Answer before = succeeded(ask("news", "'search_pipeline':'p','size':2," + BY_N));
    assertEquals(6, before.at("ext.near_dup_collapse.examined"));
    succeeded(pipeline(oversample + ",{'one_more':{}}", collapse));
    assertRefused(
        400,
        "[near_dup_collapse] must get the hits that [near_dup_oversample] asks for, [4] at most,"
            + " got [5]: put [near_dup_oversample] behind all other [request_processors]",
        ask("news", "'search_pipeline':'p','size':2," + BY_N));
  }

  public void testScrolls() throws IOException {
    news();
    assertRefused(
        400,
        "[ext] [near_dup_collapse] does not apply to [scroll], which reads all hits, got [1m]; page"
            + " with [from], or leave [near_dup_collapse] out of [ext]",
        post("news/_search?scroll=1m", "{'ext':{'near_dup_collapse':{'field':'print'}}}"));
  }

  public void testBadParameters() throws IOException {
    news();
    String[][] refused = {
      {
        "'factor':0.5",
        "[factor] must be a number from 1 to 10, got [0.5]; leave it out for the default of [3]"
      },
      {
        "'factor':'many'",
        "[factor] must be a number from 1 to 10, got [many]; leave it out for the default of [3]"
      },
      {
        "'factor':'1." + "0".repeat(100_000) + "'",
        "[factor] must be a number from 1 to 10, got [1.0000000"
      },
      {
        "'distance':3",
        "does not know [distance]; it takes [field, max_distance, similarity, numbers, coverage, keep, scope, verify, factor]"
      },
      {
        "'keep':'n'",
        "[keep] must be a field and its [order], [asc] or [desc], such as {\"field\":"
            + " \"published\", \"order\": \"desc\"}, got [n]"
      },
      {
        "'keep':{'field':'n','order':'up'}",
        "[keep] must be a field and its [order], [asc] or [desc], such as {\"field\":"
            + " \"published\", \"order\": \"desc\"}, got [{field=n, order=up}]"
      },
      {
        "'max_distance':65",
        "[max_distance] must be an integer from 0 (the same fingerprint) to 64 (any fingerprint),"
            + " got [65]"
      },
      {
        "'similarity':0.8",
        "[similarity] does not apply to field [print] of type [simhash], got [0.8]; use"
            + " [max_distance]"
      },
      {"'scope':['n','n']", "[scope] must name at most 8 fields, each once, got [[n, n]]"},
      {
        "'scope':['note']",
        "[scope] needs doc values, which field [note] of type [text] does not have in index"
            + " [news]; use a field with doc values, such as a [keyword] beside it"
      },
      {
        "'scope':['bare']",
        "[scope] needs doc values, which field [bare] of type [keyword] does not have in index"
            + " [news]; use a field with doc values, such as a [keyword] beside it"
      },
      {
        "'keep':{'field':'tenant'}",
        "[keep] must be a number or a date, got [tenant], which is of type [keyword] in index"
            + " [news]; name another field, or leave out that index"
      },
      {
        "'keep':{'field':'none'}",
        "[keep] must be mapped by an index of the search, and none maps [none]; correct the name,"
            + " or map it"
      },
    };
    for (String[] pair : refused) {
      Answer answer = ext("," + pair[0], BY_N);
      assertEquals(answer.toString(), 400, answer.status());
      assertThat(answer.reason(), containsString("[near_dup_collapse] " + pair[1]));
    }
    assertRefused(
        400,
        "[ext] [near_dup_collapse] [field] must be [simhash], [minhash] or [passages], got [n], which is of"
            + " type [integer] in index [news]; name another field, or leave out that index",
        ask("news", "'ext':{'near_dup_collapse':{'field':'n'}}"));
    assertRefused(
        400,
        "[ext] [near_dup_collapse] [field] must be mapped by an index of the search, and none maps"
            + " [prnt]; correct the name, or map it",
        ask("news", "'ext':{'near_dup_collapse':{'field':'prnt'}}"));
    assertRefused(
        400,
        "[ext] [near_dup_collapse] shows at most the first [1000] hits of a search, got [from]"
            + " [995] and [size] [10]; narrow the search, or leave [near_dup_collapse] out of"
            + " [ext]",
        ext("", "'from':995"));
    assertRefused(
        400,
        "[ext] [near_dup_collapse] [keep] shows hits in the place of others, so that"
            + " [search_after] would skip some; page with [from], or leave out [keep]",
        ext(",'keep':{'field':'n'}", BY_N + ",'search_after':[1]"));
    assertRefused(
        400,
        "[near_dup_oversample] [factor] must be a number from 1 to 10, got [11]; leave it out for"
            + " the default of [3]",
        pipeline("{'near_dup_oversample':{'field':'print','factor':11}}", ""));
  }

  /** More than one of a kind can hold, and names that mean two things. */
  public void testLimits() throws IOException {
    news();
    index("numbers", "", "'bare_number':{'type':'integer','doc_values':false}");
    assertRefused(
        400,
        "[near_dup_collapse] shows at most the first [1000] hits of a search, got [from] [990] and"
            + " [size] [11]; narrow the search, or set [search_pipeline] to [_none]",
        piped("", "'from':990,'size':11"));
    assertRefused(
        400,
        "[ext] [near_dup_collapse] [scope] must name at most 8 fields, each once, got [[a, b, c, d,"
            + " e, f, g, h, i]]",
        ext(",'scope':['a','b','c','d','e','f','g','h','i']", BY_N));
    assertRefused(
        400,
        "[ext] [near_dup_collapse] [keep] needs doc values, which field [bare_number] of type"
            + " [integer] does not have in index [numbers]; use a field with doc values, such as a"
            + " number or a date beside it",
        ask(
            "news,numbers",
            "'ext':{'near_dup_collapse':{'field':'print','keep':{'field':'bare_number'}}}"));
  }

  /** What is refused changes nothing. */
  public void testARefusedPipelineLeavesTheOneThatIsThere() throws IOException {
    news();
    String good = "{" + collapse("") + "}";
    succeeded(call("PUT", "_search/pipeline/p", good));
    Object before = get("_search/pipeline/p").body();
    assertEquals(
        400,
        call("PUT", "_search/pipeline/p", "{" + collapse(",'max_distance':65") + "}").status());
    assertEquals(before, get("_search/pipeline/p").body());
    assertEquals(
        List.of("d0", "d1", "d5", "d7"), ask("news", "'search_pipeline':'p'," + BY_N).found());
    assertEquals(
        400,
        call("PUT", "_search/pipeline/q", "{" + collapse(",'max_distance':65") + "}").status());
    assertEquals(404, get("_search/pipeline/q").status());
  }
}
