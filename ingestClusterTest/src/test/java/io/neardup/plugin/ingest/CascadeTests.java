// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.plugin.NodeTestCase;
import java.io.IOException;
import java.util.Map;

/** Two short reports, the second an edit of the first, through the stages of docs. */
public class CascadeTests extends NodeTestCase {
  private static final String FIRST =
      "{'url':'http://www.simhash.com','title':'计算机应用与软件',"
          + "'content':'海量网络文本去重系统实验测试,这是一段测试文本的内容。'}";
  private static final String SECOND =
      "{'url':'http://www.simhash1.com','title':'计算机应用和软件2',"
          + "'content':'海量网络文本去重系统实验检测,这是一段相似的测试文本的内容。'}";
  private static final String OTHER =
      "{'url':'http://www.simhash2.com','title':'今天的天气',"
          + "'content':'今天天气很好,我们一起去公园散步,回来的路上吃了一顿火锅。'}";

  private void cascade(String features, int distance) throws IOException {
    pipeline(
        "cascade",
        "{'simhash':{'fields':['title'],'target_field':'title_simhash'," + features + "}}",
        "{'simhash':{'fields':['content'],'target_field':'content_simhash'," + features + "}}",
        "{'near_dup':{'reveal':true,'stages':[{'exact':'url'},{'simhash':'title_simhash','max_distance':0},"
            + "{'simhash':'content_simhash','max_distance':"
            + distance
            + "}]}}");
    index(
        "reports",
        "'index.default_pipeline':'cascade'",
        NearDupAtIngestTests.MAPPING
            + ",'title_simhash':{'type':'simhash'},'content_simhash':{'type':'simhash'}");
    document("reports", "1", FIRST);
    document("reports", "2", SECOND);
    document("reports", "3", OTHER);
  }

  private static Map<?, ?> decision(String id) throws IOException {
    return (Map<?, ?>) source("reports", id).get("near_dup");
  }

  public void testSecondGetsTheGroupOfTheFirst() throws IOException {
    cascade("'features':{'type':'char_ngram','size':2}", 11);
    assertEquals("new", decision("1").get("status"));
    assertEquals("duplicate", decision("2").get("status"));
    assertEquals(decision("1").get("group"), decision("2").get("group"));
    assertEquals("content_simhash", decision("2").get("matched_by"));
    assertEquals(7, decision("2").get("distance"));
    assertEquals("new", decision("3").get("status"));
    assertEquals(24, distance("title_simhash", "1", "2"));
    assertTrue(distance("content_simhash", "1", "3") >= 25);
  }

  private static int distance(String field, String left, String right) throws IOException {
    return Fingerprint.distance(
        Fingerprint.parseValue(source("reports", left).get(field)),
        Fingerprint.parseValue(source("reports", right).get(field)));
  }

  /** Three characters in a row are too many for a text of 25 with three edits. */
  public void testDefaultFeaturesAreForLongerTexts() throws IOException {
    cascade("'min_features':1", 11);
    assertEquals("new", decision("2").get("status"));
  }

  public void testDistance3IsForLongerTexts() throws IOException {
    cascade("'features':{'type':'char_ngram','size':2}", 3);
    assertEquals("new", decision("2").get("status"));
  }
}
