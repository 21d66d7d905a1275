// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.startsWith;

import io.neardup.plugin.Answer;
import io.neardup.plugin.NodeTestCase;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Pipelines whose near_dup would compare a field that nothing writes are not stored. */
public class NearDupPutTests extends NodeTestCase {
  private static final String NEAR_DUP = "{'near_dup':{'field':'print'}}";
  private static final String MISSING =
      "[field] names [print], which no earlier simhash processor writes, got ";

  private static Answer send(String id, String... processors) throws IOException {
    return call(
        "PUT", "_ingest/pipeline/" + id, "{'processors':[" + String.join(",", processors) + "]}");
  }

  private static void assertStored(String... processors) throws IOException {
    succeeded(send("p", processors));
  }

  private static void assertMissing(String seen, String... processors) throws IOException {
    assertRefused(
        400,
        MISSING
            + seen
            + "; add a simhash processor with this [target_field] before near_dup, or set"
            + " [precomputed] to true if documents bring their own fingerprint",
        send("p", processors));
    assertEquals(404, get("_ingest/pipeline/p").status());
  }

  private static String call(String id) {
    return "{'pipeline':{'name':'" + id + "'}}";
  }

  public void testASimHashMustStandBefore() throws IOException {
    assertMissing("[]", NEAR_DUP);
    assertMissing("[]", NEAR_DUP, simHash(""));
    assertMissing("[text]", "{'simhash':{'fields':['a'],'target_field':'text'}}", NEAR_DUP);
    assertMissing("[]", "{'rename':{'field':'hash','target_field':'print'}}", NEAR_DUP);
    assertStored(simHash(""), NEAR_DUP);
    assertStored("{'simhash':{'fields':['a'],'target_field':'_source.print'}}", NEAR_DUP);
    assertStored(simHash(""), "{'near_dup':{'field':'_source.print'}}");
  }

  /** Documents would be compared with nothing, or go nowhere. */
  public void testNamesThatNoIndexCanHave() throws IOException {
    String nearDup = "{'near_dup':{'field':'print',%}}";
    for (String name :
        List.of("<news-{now/x}>", "<>", "UPPER", "a b", "_news", "a#b", "N*", "..")) {
      Answer refused = send("p", simHash(""), nearDup.replace("%", "'indices':['" + name + "']"));
      assertEquals(name + refused, 400, refused.status());
      assertThat(refused.reason(), startsWith("[indices] must hold names that indexes, aliases"));
      assertThat(refused.reason(), endsWith("got [" + name + "]"));
    }
    for (String name : List.of("<news-{now/x}>", "<>", "UPPER", "a b", "x-*", "_all")) {
      Answer refused =
          send(
              "p",
              simHash(""),
              nearDup.replace("%", "'on_duplicate':'reroute','to':'" + name + "'"));
      assertEquals(name + refused, 400, refused.status());
      assertThat(refused.reason(), startsWith("[to] must be a name that an index can have"));
    }
    for (String name : List.of("<news-{now/d}>", ".news", "news-*", "_all", "*", "a.b_c-1")) {
      assertStored(simHash(""), nearDup.replace("%", "'indices':['" + name + "']"));
    }
  }

  public void testTheDecisionMustNotOverwriteWhatIsCompared() throws IOException {
    String[][] overlaps = {
      {"'stages':[{'exact':'near_dup.url'}]", "near_dup.url"},
      {"'stages':[{'exact':'url'}],'target_field':'url.dup'", "url"},
      {"'stages':[{'exact':'url'}],'scope':'near_dup'", "near_dup"},
    };
    for (String[] one : overlaps) {
      Answer refused = send("p", "{'near_dup':{" + one[0] + "}}");
      assertEquals(400, refused.status());
      assertThat(
          refused.reason(),
          startsWith("[target_field] must not overlap with the field [" + one[1] + "], which is"));
    }
  }

  public void testEveryStage() throws IOException {
    String stages =
        "{'near_dup':{'stages':[{'exact':'url'},{'simhash':'print'},{'simhash':'text'}]}}";
    Answer refused = send("p", simHash(""), stages);
    assertEquals(400, refused.status());
    assertThat(
        refused.reason(),
        startsWith(
            "[stages[2].simhash] names [text], which no earlier simhash processor writes, got"
                + " [print];"));
    assertStored("{'near_dup':{'stages':[{'exact':'url'}]}}");
  }

  public void testInCalledPipelines() throws IOException {
    assertMissing("[]", call("missing"), NEAR_DUP);
    assertMissing("[]", call("{{kind}}"), NEAR_DUP);
    pipeline("inner", simHash(""));
    pipeline("middle", call("inner"));
    assertStored(call("middle"), NEAR_DUP);
    assertMissingIn("alone", NEAR_DUP);
  }

  private static void assertMissingIn(String id, String... processors) throws IOException {
    Answer refused = send(id, processors);
    assertEquals(refused.toString(), 400, refused.status());
    assertThat(refused.reason(), startsWith(MISSING));
  }

  public void testFailureHandlers() throws IOException {
    String failing = "{'fail':{'message':'x','on_failure':[" + simHash("") + "," + NEAR_DUP + "]}}";
    assertStored(failing);
    assertMissingIn("q", "{'fail':{'message':'x','on_failure':[" + NEAR_DUP + "]}}");
    Answer refused =
        call(
            "PUT",
            "_ingest/pipeline/q",
            "{'processors':[{'fail':{'message':'x'}}],'on_failure':[" + NEAR_DUP + "]}");
    assertEquals(400, refused.status());
    assertThat(refused.reason(), startsWith(MISSING));
  }

  public void testNotInALoop() throws IOException {
    pipeline("inner", simHash(""), NEAR_DUP);
    for (String body : new String[] {NEAR_DUP, call("inner")}) {
      Answer refused =
          send("p", simHash(""), "{'foreach':{'field':'parts','processor':" + body + "}}");
      assertRefused(
          400,
          "[processor] must not run near_dup, which decides about whole documents, got a loop"
              + " over [parts]; move near_dup after the foreach",
          refused);
    }
    assertStored(
        simHash(""),
        "{'foreach':{'field':'parts','processor':{'trim':{'field':'_ingest._value'}}}}",
        NEAR_DUP);
  }

  public void testPrecomputed() throws IOException {
    assertStored("{'near_dup':{'field':'print','precomputed':true}}");
    assertStored(
        "{'near_dup':{'stages':[{'simhash':'print','precomputed':true}],'ignore_missing':true}}");
    assertMissingIn("q", "{'near_dup':{'field':'print','precomputed':false}}");
    assertRefused(
        400,
        "[precomputed] must be true or false, got [x]",
        send("q", "{'near_dup':{'field':'print','precomputed':'x'}}"));
    assertRefused(
        400,
        "[stages[0]] does not know [precomputed]; it takes [exact]",
        send("q", "{'near_dup':{'stages':[{'exact':'url','precomputed':true}]}}"));
    assertRefused(
        400,
        "[ignore_missing] needs a stage with [precomputed], got none; leave it out: documents"
            + " without a fingerprint are [new] anyway",
        send("q", simHash(""), "{'near_dup':{'field':'print','ignore_missing':true}}"));
  }

  public void testACalledPipelineMustGoOnWriting() throws IOException {
    pipeline("inner", simHash(""));
    assertStored(call("inner"), NEAR_DUP);
    Answer refused = send("inner", "{'trim':{'field':'title'}}");
    assertEquals(refused.toString(), 400, refused.status());
    assertThat(
        refused.reason(),
        startsWith("[processors] pipeline [p] calls [inner] and would break: " + MISSING + "[]"));
    succeeded(send("inner", "{'trim':{'field':'title'}}", simHash(2, "")));
  }

  /** One that is broken already does not stand in the way of others. */
  public void testOthersThatAreBrokenAreLeftAlone() throws IOException {
    pipeline("inner", simHash(""));
    assertStored(call("inner"), NEAR_DUP);
    assertEquals(200, call("DELETE", "_ingest/pipeline/inner", null).status());
    succeeded(send("inner", "{'trim':{'field':'title'}}"));
    succeeded(send("other", simHash("")));
    succeeded(send("other", "{'trim':{'field':'title'}}"));
  }

  private static final String BEHIND =
      "must not change [%s] after near_dup, which identifies the document by it; move the processor"
          + " before near_dup, got a [%s] processor in pipeline [%s]";

  private static void assertRefusedBehind(String reason, String... behind) throws IOException {
    String[] all = new String[behind.length + 2];
    all[0] = simHash("");
    all[1] = NEAR_DUP;
    System.arraycopy(behind, 0, all, 2, behind.length);
    assertRefused(400, reason, send("p", all));
    assertEquals(404, get("_ingest/pipeline/p").status());
  }

  /** What is written must be what was claimed. */
  public void testADocumentKeepsItsNameBehindNearDup() throws IOException {
    for (String field : new String[] {"_id", "_routing"}) {
      String[][] changes = {
        {"field", "set", "{'set':{'field':'#','value':'{{url}}'}}"},
        {"field", "set", "{'set':{'field':'_source.#','value':'x','if':'ctx.url != null'}}"},
        {"field", "append", "{'append':{'field':'#','value':'x'}}"},
        {"target_field", "rename", "{'rename':{'field':'url','target_field':'#'}}"},
        {"field", "rename", "{'rename':{'field':'#','target_field':'url'}}"},
        {"field", "remove", "{'remove':{'field':['url','#']}}"},
        {"target_field", "copy", "{'copy':{'source_field':'url','target_field':'#'}}"},
        {"target_field", "uppercase", "{'uppercase':{'field':'url','target_field':'#'}}"},
        {"field", "lowercase", "{'lowercase':{'field':'#'}}"},
        {"field", "set", "{'foreach':{'field':'a','processor':{'set':{'field':'#','value':'x'}}}}"},
        {"field", "set", "{'trim':{'field':'a','on_failure':[{'set':{'field':'#','value':'x'}}]}}"},
      };
      for (String[] change : changes) {
        String reason = String.format(Locale.ROOT, BEHIND, field, change[1], "p");
        assertRefusedBehind("[" + change[0] + "] " + reason, change[2].replace("#", field));
        // Before it, nothing is claimed.
        succeeded(send("before", change[2].replace("#", field), simHash(""), NEAR_DUP));
      }
      assertStored(
          simHash(""),
          NEAR_DUP,
          "{'lowercase':{'field':'" + field + "','target_field':'copy'}}",
          "{'copy':{'source_field':'" + field + "','target_field':'copy'}}",
          "{'script':{'source':'ctx.a = 1'}}",
          "{'remove':{'field':'print_of_old'}}");
      assertEquals(200, call("DELETE", "_ingest/pipeline/p", null).status());
    }
  }

  public void testAndInCalledPipelines() throws IOException {
    String name = "{'set':{'field':'_id','value':'{{url}}'}}";
    String reason = String.format(Locale.ROOT, BEHIND, "_id", "set", "name");
    pipeline("name", name);
    pipeline("decide", simHash(""), NEAR_DUP);
    pipeline("middle", call("name"));
    assertRefused(400, "[field] " + reason, send("p", call("decide"), call("middle")));
    assertStored(call("middle"), call("decide"));
    // Those that are called may change, too.
    succeeded(send("p", call("decide"), call("later")));
    assertRefused(
        400,
        "[processors] pipeline [p] calls [later] and would break: [field] "
            + String.format(Locale.ROOT, BEHIND, "_id", "set", "later"),
        send("later", name));
    succeeded(send("q", call("first"), name));
    assertRefused(
        400,
        "[processors] pipeline [q] calls [first] and would break: [field] "
            + String.format(Locale.ROOT, BEHIND, "_id", "set", "q"),
        send("first", simHash(""), NEAR_DUP));
    // In the second turn its own fingerprint comes behind near_dup.
    assertEquals(400, send("loop", simHash(""), NEAR_DUP, call("loop")).status());
  }

  public void testDeadLettersMayHaveOtherNames() throws IOException {
    String name = "{'set':{'field':'_id','value':'x'}}";
    String away = "{'set':{'field':'_index','value':'dead'}}";
    String processors = "{'processors':[" + simHash("") + "," + NEAR_DUP + "],'on_failure':[";
    Answer refused = call("PUT", "_ingest/pipeline/p", processors + name + "]}");
    assertRefused(400, "[field] " + String.format(Locale.ROOT, BEHIND, "_id", "set", "p"), refused);
    put("_ingest/pipeline/p", processors + name + "," + away + "]}");
    put("_ingest/pipeline/p", processors + away + "]}");
    assertStored(
        simHash(""),
        NEAR_DUP,
        "{'fail':{'message':'x','on_failure':[" + away + "," + name + "]}}",
        away.replace("}}", ",'if':'ctx.bad == true'}}"));
    // One that fails itself decides nothing.
    assertStored(simHash(""), NEAR_DUP.replace("}}", ",'on_failure':[" + name + "]}}"));
  }

  public void testTheIndexIsChosenBeforeNearDup() throws IOException {
    String reason =
        "] must not change [_index] after near_dup, which searches the index that is written to;"
            + " move the processor before near_dup, or give it an [if] to send only some documents"
            + " elsewhere, got a [";
    String set = "{'set':{'field':'_index','value':'news-2'}}";
    String byDate =
        "{'date_index_name':{'field':'date','date_rounding':'M','index_name_prefix':'news-'}}";
    assertRefusedBehind("[field" + reason + "set] processor in pipeline [p]", set);
    assertRefusedBehind(
        "[index_name_prefix" + reason + "date_index_name] processor in pipeline [p]", byDate);
    String among = NEAR_DUP.replace("}}", ",'indices':['news-*']}}");
    for (String[] change :
        new String[][] {{"field", "news-2", set}, {"index_name_prefix", "news-", byDate}}) {
      for (String later :
          new String[] {
            change[2].replace("}}", ",'if':'ctx.old == true'}}"),
            "{'fail':{'message':'x','on_failure':[" + change[2] + "]}}"
          }) {
        Answer refused = send("p", simHash(""), among, later);
        assertEquals(refused.toString(), 400, refused.status());
        assertThat(
            refused.reason(),
            startsWith(
                "["
                    + change[0]
                    + "] must not send documents to ["
                    + change[1]
                    + "] after near_dup, which compares documents with those in [news-*]; move the"
                    + " processor before near_dup, or use an index that is not in [indices], got a"
                    + " ["));
      }
      assertStored(change[2], simHash(""), among);
    }
  }

  public void testADomainLooksIntoTheSameIndices() throws IOException {
    index("news-1", null);
    put("news-1/_alias/news", null);
    String domain = "{'near_dup':{'field':'print','domain':'d','indices':";
    succeeded(send("p", simHash(""), domain + "['news','old']}}"));
    assertRefused(
        400,
        "[domain] names [d] over the [indices] [news-1], but pipeline [p] over [news-1, old]; name"
            + " the same [indices] in both, or another [domain]",
        send("q", simHash(""), domain + "'news'}}"));
    succeeded(send("q", simHash(""), domain + "['old','news-1','old']}}"));
    succeeded(send("p", simHash(""), domain.replace("'d'", "'e'") + "'news'}}"));
    succeeded(send("p", simHash(""), domain + "['news','old']}}"));
  }

  /** Core and the processor say it in their own words. */
  public void testOtherFaultsAreNotHidden() throws IOException {
    Answer distance = send("p", "{'near_dup':{'field':'print','max_distance':12}}");
    assertThat(distance.reason(), startsWith("[max_distance] must be an integer between 0 and 11"));
    assertThat(
        send("p", "{'near_dup':{'field':'print','precomputed':true,'colour':'red'}}").reason(),
        containsString("[colour]"));
    assertEquals(400, call("PUT", "_ingest/pipeline/p", "{'processors':").status());
    assertEquals(400, call("PUT", "_ingest/pipeline/p", "{'processors':'x'}").status());
    assertEquals(
        400, call("PUT", "_ingest/pipeline/p", "{'processors':[{'near_dup':7}]}").status());
  }

  /** The server itself stores, and runs, rows of any length. */
  public void testRowsOfCallsThatAreTooLongToCheck() throws IOException {
    int most = 100;
    pipeline("c" + most, simHash(""));
    for (int i = most - 1; i > 0; i--) {
      pipeline("c" + i, call("c" + (i + 1)));
    }
    String tooLong =
        "[processors] pipeline [p] begins a row of [101] pipelines that call each other, but at"
            + " most [100] in a row are followed to what simhash, minhash and near_dup do in them;"
            + " put the processors of several into one";
    assertRefused(400, tooLong, send("p", call("c1"), NEAR_DUP));
    assertStored(call("c2"), NEAR_DUP);
    pipeline("c102", simHash(""));
    pipeline("c101", call("c102"));
    assertRefused(
        400,
        "[processors] pipeline [p] calls [c100] and would break: "
            + tooLong.replace("[101]", "[102]"),
        send("c100", call("c101")));
    pipeline("q", call("c1"));
    index("news", "q");
    succeeded(nearDup("news", "'doc':" + STORM));
  }
}
