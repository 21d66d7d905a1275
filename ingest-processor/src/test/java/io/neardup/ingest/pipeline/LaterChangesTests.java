// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.startsWith;

import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.domain.NearDupOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.OpenSearchException;

public class LaterChangesTests extends PipelinesTestCase {
  private static final String NAME = "{'set':{'field':'_id','value':'x'}}";
  private static final String AWAY = "{'set':{'field':'_index','value':'dead'}}";
  private static final String AMONG = "{'near_dup':{'field':'print','indices':['news-*','dead']}}";

  private String fault() {
    return LaterChanges.fault(configs(), "p").map(OpenSearchException::getMessage).orElse("");
  }

  private String fault(String... processors) {
    processors("p", processors);
    return fault();
  }

  private static String some(String processor) {
    return processor.replace("}}", ",'if':'ctx.x'}}");
  }

  private static String failing(String... handlers) {
    return "{'fail':{'message':'x','on_failure':[" + String.join(",", handlers) + "]}}";
  }

  public void testOrder() {
    assertEquals("", fault(NAME, NEAR_DUP));
    assertThat(fault(NEAR_DUP, NAME), startsWith("[field] must not change [_id] after near_dup"));
    assertThat(fault(NAME, NEAR_DUP, some(NAME)), containsString("a [set] processor in pipeline"));
    assertThat(fault(failing(NEAR_DUP), NAME), startsWith("[field] must not change [_id]"));
    assertEquals("", fault(NAME));
  }

  /** Without knowing the field, core's processors for it name documents by a shard. */
  public void testRouting() {
    for (String routing :
        List.of(
            "{'hierarchical_routing':{'path_field':'path'}}",
            "{'temporal_routing':{'timestamp_field':'time','granularity':'day','format':'iso8601'}}",
            "{'acl_routing':{'acl_field':'team'}}")) {
      assertEquals(routing, "", fault(routing, NEAR_DUP));
      assertThat(fault(NEAR_DUP, routing), containsString("must not change [_routing]"));
    }
    String elsewhere = "{'acl_routing':{'acl_field':'team','target_field':'shard'}}";
    assertEquals("", fault(NEAR_DUP, elsewhere));
  }

  /** What is compared with later documents, and decisions, must stay as near_dup had them. */
  public void testWhatIsReadBack() {
    String nearDup =
        "{'near_dup':{'stages':[{'simhash':'print','max_distance':3},{'exact':'page.url'}],"
            + "'scope':'lang','window':{'field':'@timestamp','age':'1d'},'target_field':'dup'}}";
    String[][] changes = {
      {"{'remove':{'field':'print'}}", "print"},
      {"{'remove':{'field':['a','page']}}", "page.url"},
      {"{'remove':{'exclude_field':['print','dup','lang','@timestamp']}}", "page.url"},
      {"{'remove_by_pattern':{'field_pattern':['a','pa*.u*']}}", "page.url"},
      {"{'remove_by_pattern':{'field_pattern':'dup.*'}}", "dup"},
      {"{'remove_by_pattern':{'exclude_field_pattern':['print','dup*','page*','@*']}}", "lang"},
      {"{'rename':{'field':'print','target_field':'other'}}", "print"},
      {"{'rename':{'field':'other','target_field':'lang'}}", "lang"},
      {"{'lowercase':{'field':'page.url'}}", "page.url"},
      {"{'set':{'field':'lang','value':'x'}}", "lang"},
      {"{'set':{'field':'dup.status','value':'new'}}", "dup"},
      {"{'remove':{'field':'_source.dup'}}", "dup"},
      {"{'date':{'field':'x','formats':['ISO8601']}}", "@timestamp"},
      {"{'simhash':{'fields':['b'],'target_field':'print'}}", "print"},
      {each("lang", "{'lowercase':{'field':'_ingest._value'}}"), "lang"},
      {each("page", "{'rename':{'field':'_ingest._value.url','target_field':'x'}}"), "page.url"},
      {each("page", each("_ingest._value.url", "{'trim':{'field':'_ingest._value'}}")), "page.url"},
    };
    for (String[] change : changes) {
      assertEquals(change[0], "", fault(change[0], nearDup));
      assertThat(
          change[0],
          fault(nearDup, change[0]),
          containsString("] must not change [" + change[1] + "] after near_dup, which reads it"));
      assertThat(fault(nearDup, some(change[0])), containsString("must not change"));
      assertThat(fault(nearDup, NEAR_DUP, change[0]), containsString("must not change"));
    }
    for (String other :
        new String[] {
          "{'set':{'field':'language','value':'x'}}",
          "{'lowercase':{'field':'page.url','target_field':'page.lower'}}",
          each("lang", "{'lowercase':{'field':'_ingest._value','target_field':'lower'}}"),
          each("page", "{'lowercase':{'field':'_ingest._value.title'}}"),
          "{'remove':{'exclude_field':['print','page','dup','lang','@timestamp']}}",
          "{'remove_by_pattern':{'field_pattern':'other*'}}",
          "{'remove_by_pattern':{'exclude_field_pattern':['pr*','page','dup','lang','@*']}}"
        }) {
      assertEquals(other, "", fault(nearDup, other));
    }
    assertEquals("", fault(nearDup, failing(AWAY, "{'remove':{'field':'print'}}")));
  }

  /** Texts are read again for what would be lost, and fields for what is merged. */
  public void testWhatElseIsReadBack() {
    String texts = "{'near_dup':{'fields':['title','page.text']#}}";
    String lost = texts.replace("#", ",'lost':0.04");
    String merge =
        "{'near_dup':{'stages':[{'exact':'url'}],'on_duplicate':'drop',"
            + "'merge':{'copies':'count','sites':{'add':'site'}}}}";
    String[][] changes = {
      {lost, "{'gsub':{'field':'title','pattern':'[0-9]+','replacement':'#'}}", "title"},
      {lost, "{'remove':{'field':'page'}}", "page.text"},
      {merge, "{'remove':{'field':'site'}}", "site"},
      {merge, "{'set':{'field':'copies','value':0}}", "copies"},
    };
    for (String[] one : changes) {
      assertThat(fault(one[0], one[1]), containsString("must not change [" + one[2] + "] after"));
      assertEquals("", fault(one[1], one[0]));
      assertEquals("", fault(texts.replace("#", ""), one[1]));
    }
  }

  private static String each(String field, String body) {
    return "{'foreach':{'field':'" + field + "','processor':" + body + "}}";
  }

  /** Some of core's processors write to a field that they need not name. */
  public void testFieldsThatAreNotNamed() {
    for (String type :
        List.of("attachment", "community_id", "fingerprint", "geoip", "ip2geo", "user_agent")) {
      String nearDup = "{'near_dup':{'stages':[{'exact':'" + type + "'}]}}";
      String writer = "{'" + type + "':{'field':'x'}}";
      assertThat(
          fault(nearDup, writer), startsWith("[target_field] must not change [" + type + "]"));
      assertEquals("", fault(writer, nearDup));
      assertEquals("", fault(nearDup, writer.replace("}}", ",'target_field':'y'}}")));
    }
  }

  /** A pipeline that is called twice is walked before and after near_dup. */
  public void testTheSamePipelineTwice() {
    processors("name", NAME);
    assertEquals("", fault(call("name"), NEAR_DUP));
    assertThat(fault(call("name"), NEAR_DUP, call("name")), containsString("in pipeline [name]"));
  }

  /** Each of them calls the next one twice, and the last one the first. */
  public void testManyCallsAreWalkedOnce() {
    for (int i = 0; i < 60; i++) {
      processors("c" + i, call("c" + (i + 1)), NEAR_DUP, call("c" + (i + 1)));
    }
    processors("c60", call("c0"));
    assertEquals("", fault(call("c0")));
    processors("c60", call("c0"), NAME);
    assertThat(fault(call("c0")), containsString("in pipeline [c60]"));
  }

  public void testHandlersThatSendTheDocumentAway() {
    assertThat(fault(NEAR_DUP, failing(NAME)), startsWith("[field] must not change [_id]"));
    assertEquals("", fault(NEAR_DUP, failing(NAME, AWAY)));
    assertThat(
        fault(NEAR_DUP, failing(NAME, some(AWAY))), startsWith("[field] must not change [_id]"));
    processors("name", NAME);
    assertEquals("", fault(NEAR_DUP, failing(AWAY, call("name"))));
    // An index of the same domain is not elsewhere.
    assertThat(
        fault(AMONG, failing(AWAY)),
        startsWith(
            "[field] must not send documents to [dead] after near_dup, which compares documents"
                + " with those in [news-*, dead]"));
    pipeline("p", "{'processors':[" + NEAR_DUP + "],'on_failure':[" + AWAY + "," + NAME + "]}");
    assertEquals("", fault());
    pipeline("p", "{'processors':[" + NEAR_DUP + "],'on_failure':[" + NAME + "]}");
    assertThat(fault(), startsWith("[field] must not change [_id]"));
  }

  public void testNearDupMayFailInAnyWay() {
    String own = NEAR_DUP.replace("}}", ",'on_failure':[" + NAME + "]}}");
    assertEquals("", fault(own));
    assertThat(fault(own, NAME), startsWith("[field] must not change [_id]"));
  }

  public void testTheIndex() {
    assertThat(
        fault(NEAR_DUP, AWAY), startsWith("[field] must not change [_index] after" + " near_dup"));
    assertEquals("", fault(NEAR_DUP, some(AWAY)));
    assertEquals("", fault(AWAY, AMONG));
    processors("away", AWAY);
    assertEquals("", fault(NEAR_DUP, some(call("away"))));
    assertThat(fault(NEAR_DUP, call("away")), containsString("in pipeline [away]"));
    assertThat(fault(AMONG, some(AWAY)), containsString("to [dead] after near_dup"));
  }

  public void testAfterAnotherPipeline() {
    NearDupOptions decided =
        NearDupOptions.read(
            new ConfigReader("near_dup", null, new HashMap<>(Map.of("field", "print"))));
    processors("p", NAME);
    assertTrue(LaterChanges.fault(configs(), "p", decided).isPresent());
    assertTrue(LaterChanges.fault(configs(), "p").isEmpty());
  }

  public void testOtherFaults() {
    assertEquals("", fault("{'near_dup':{'field':'print','max_distance':77}}", NAME));
    pipeline("p", "{'processors':[" + NEAR_DUP + ",7,'x'],'on_failure':{}}");
    assertEquals("", fault());
    pipeline("p", "{'processors':");
    assertEquals("", fault());
    assertTrue(LaterChanges.fault(configs(), "unknown").isEmpty());
  }

  public void testRowsOfAnyLength() {
    int length = 5000;
    for (int i = 0; i < length; i++) {
      processors("c" + i, "{'fail':{'message':'x','on_failure':[" + call("c" + (i + 1)) + "]}}");
    }
    assertEquals("", fault(NEAR_DUP, call("c0")));
    processors("c" + length, NAME);
    assertThat(fault(NEAR_DUP, call("c0")), containsString("in pipeline [c5000]"));
  }
}
