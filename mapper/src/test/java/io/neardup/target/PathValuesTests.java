// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.target;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.test.OpenSearchTestCase;

/** Documents are JSON with single quotes. */
public class PathValuesTests extends OpenSearchTestCase {
  private static Map<String, Object> json(String text) {
    return XContentHelper.convertToMap(JsonXContent.jsonXContent, text.replace('\'', '"'), false);
  }

  private static void assertThere(Object expected, String document) {
    assertEquals(document, expected, PathValues.at("a.b.c", json(document)));
  }

  public void testForms() {
    for (String form :
        List.of(
            "{'a':{'b':{'c':1}}}",
            "{'a.b.c':1}",
            "{'a.b':{'c':1},'a':{'b':{'d':2}}}",
            "{'a':{'x':0},'a.b.c':1}",
            "{'a':{'b.c':1,'b':null}}",
            "{'a':[{'x':2},{'b':[{'c':1}]}]}")) {
      assertThere(1, form);
      assertEquals(form, List.of(1), PathValues.all("a.b.c", json(form)));
      Map<String, Object> part = PathValues.part(json(form), Set.of("a.b.c", "d"));
      assertEquals(form, 1, PathValues.at("a.b.c", part));
      assertFalse(form, part.toString().matches(".*[xd]=.*"));
    }
  }

  public void testSeveralValues() {
    assertThere(List.of(1, List.of(2, 3)), "{'a':{'b':{'c':1}},'a.b':{'c':[2,3]}}");
    assertThere(List.of(), "{'a':{'b':{'c':[]}}}");
    assertEquals(
        List.of(1, 2, 3),
        PathValues.all("a.b", json("{'a':[{'b':[1,null]},{'b':[[2]]}],'a.b':3}")));
  }

  public void testNothing() {
    for (String form :
        List.of("{}", "{'a':1}", "{'a':['x']}", "{'a':{'b':{'c':null}}}", "{'a':{'bc':1}}")) {
      assertThere(null, form);
    }
  }

  /** A null may stand for a value. */
  public void testNullsAreKept() {
    String nulls = "{'a':{'b':null},'c':[null,1]}";
    assertEquals(json(nulls), PathValues.part(json(nulls), Set.of("a.b", "c")));
  }
}
