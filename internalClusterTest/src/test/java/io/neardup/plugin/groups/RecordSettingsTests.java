// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import io.neardup.plugin.NodeTestCase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What docs/choosing-features.md recommends for records, on some that people have reported. */
public class RecordSettingsTests extends NodeTestCase {
  private static List<String> decided(String processors, String mapping, String... texts)
      throws IOException {
    pipeline("p", processors);
    put(
        "records",
        "{'settings':{'index.default_pipeline':'p'},'mappings':{'properties':{" + mapping + "}}}");
    for (int i = 0; i < texts.length; i++) {
      document("records", "" + i, "{'t':'" + texts[i] + "'}");
    }
    List<String> decided = new ArrayList<>();
    for (int i = 0; i < texts.length; i++) {
      Map<?, ?> decision = (Map<?, ?>) source("records", "" + i).get("near_dup");
      Map<?, ?> of = (Map<?, ?>) decision.get("of");
      decided.add(of == null ? (String) decision.get("status") : (String) of.get("id"));
    }
    return decided;
  }

  public void testOneShortWord() throws IOException {
    assertEquals(
        List.of("new", "new", "0"),
        decided(
            "{'near_dup':{'fields':['t'],'lost':0,'reveal':true}}",
            "",
            "Norvale trail jacket, moss green, size M",
            "Norvale trail jacket, moss green, size L",
            "Norvale Trail Jacket - moss green - size M"));
  }

  public void testPhoneNumbers() throws IOException {
    assertEquals(
        List.of("new", "0", "0", "0", "0", "new"),
        decided(
            "{'gsub':{'field':'t','pattern':'^\\\\+1|[^0-9]','replacement':'',"
                + "'target_field':'digits'}},"
                + "{'near_dup':{'stages':[{'exact':'digits'}],'reveal':true}}",
            "'digits':{'type':'keyword'}",
            "212-555-0142",
            "(212) 555-0142",
            "+1 212 555 0142",
            "212.555.0142",
            "2125550142",
            "2125550143"));
  }

  public void testAddresses() throws IOException {
    assertEquals(
        List.of("new", "0", "new", "new", "new", "new"),
        decided(
            "{'gsub':{'field':'t','pattern':'\\\\bSt\\\\b','replacement':'Street',"
                + "'target_field':'place'}},"
                + "{'gsub':{'field':'place','pattern':'\\\\bS\\\\b','replacement':'South'}},"
                + "{'near_dup':{'fields':['place'],'similarity':0.6,'reveal':true}}",
            "",
            "232 James St S, Hamilton",
            "232 James Street South, Hamilton",
            "30 W 26th St, New York, NY",
            "30 W 27th St, New York, NY",
            "118 Orchard Ave Apt 4, Salem",
            "118 Orchard Ave Apt 5, Salem"));
  }

  public void testNames() throws IOException {
    assertEquals(
        List.of("new", "0", "new", "2", "new", "new"),
        decided(
            "{'minhash':{'fields':['t'],'target_field':'signature',"
                + "'features':{'type':'char_ngram','size':2}}},"
                + "{'near_dup':{'stages':[{'minhash':'signature','similarity':0.5}],"
                + "'reveal':true}}",
            "'signature':{'type':'minhash','similarity':0.5}",
            "Lemon Squeezy",
            "LemonSqueezy",
            "Acme Widgets Inc.",
            "ACME Widgets, Incorporated",
            "Arize AI",
            "Ariel AI"));
  }
}
