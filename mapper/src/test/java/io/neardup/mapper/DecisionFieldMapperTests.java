// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import java.util.List;

/** What a field of type {@code near_dup} is to mappings and searches. */
public class DecisionFieldMapperTests extends SimHashNodeTestCase {
  public void testSearchesOfAllFieldsLeaveItOut() {
    createNews(
        "{'properties':{'near_dup':{'type':'near_dup'},'title':{'type':'text'},"
            + "'number':{'type':'long'}}}");
    index("word", "{'title':'new york'}");
    index("number", "{'number':3}");
    index("decided", "{'near_dup':{'status':'new','distance':3,'of':{'index':'york','id':'3'}}}");
    assertEquals(List.of("word"), find("{'query_string':{'query':'new'}}"));
    assertEquals(List.of("number"), find("{'query_string':{'query':'3'}}"));
    assertEquals(List.of("word"), find("{'multi_match':{'query':'new','fields':['*']}}"));
    assertEquals(List.of("decided"), find("{'term':{'near_dup.status':'new'}}"));
    assertEquals(List.of("decided"), find("{'query_string':{'query':'near_dup.distance:3'}}"));
  }
}
