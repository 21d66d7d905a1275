// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.request;

import io.neardup.action.RequestBody;
import io.neardup.action.neardup.SignatureVerification;
import io.neardup.fingerprint.lost.AllowedLoss;
import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.target.KeepField;
import io.neardup.target.Nearness;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.index.query.TermQueryBuilder;
import org.opensearch.search.SearchModule;
import org.opensearch.test.OpenSearchTestCase;

/** What a body may say, and how what it may not say is refused. */
public class GroupsRequestParserTests extends OpenSearchTestCase {
  private static final SearchModule SEARCH = new SearchModule(Settings.EMPTY, List.of());

  private static GroupsRequest parse(String json) {
    return RequestBody.parse(
        new BytesArray(json.replace('\'', '"')),
        new NamedXContentRegistry(SEARCH.getNamedXContents()),
        parser -> GroupsRequestParser.parse(parser, new SearchRequest("news")));
  }

  private void assertRefused(String reason, String parameters) {
    Exception refused =
        expectThrows(
            IllegalArgumentException.class, () -> parse("{'field':'print'," + parameters + "}"));
    assertEquals(reason, refused.getMessage());
  }

  public void testDefaults() {
    GroupsRequest request = parse("{'field':'print'}");
    assertEquals("print", request.field());
    assertEquals(Nearness.DEFAULT, request.nearness());
    assertNull(request.verify());
    assertNull(request.query());
    assertNull(request.against());
    assertNull(request.dest());
    assertEquals(List.of(), request.keep());
    assertEquals(List.of(), request.scope());
    assertEquals(Float.POSITIVE_INFINITY, request.requestsPerSecond(), 0);
    assertFalse(request.getShouldStoreResult());
  }

  public void testAllIsRead() {
    GroupsRequest request =
        parse(
            "{'field':'print','max_distance':5,'similarity':0.5,'recall':'0.25',"
                + "'verify':{'minhash':'sign','similarity':0.75},'query':{'term':{'day':1}},'against':{'query':{'term':{'day':0}}},'scope':['a','b'],"
                + "'keep':[{'clicks':'desc'},{'day':'asc'}],'action':'report','dest':'groups',"
                + "'requests_per_second':1.5}");
    assertArrayEquals(new String[] {"news"}, request.indices());
    assertEquals(new Nearness(5, 0.5, 0.25, null), request.nearness());
    assertEquals(new SignatureVerification("sign", 0.75, NumbersRule.KEPT), request.verify());
    assertEquals(new TermQueryBuilder("day", 1), request.query());
    assertEquals(new TermQueryBuilder("day", 0), request.against());
    assertEquals(List.of("a", "b"), request.scope());
    assertEquals(
        List.of(new KeepField("clicks", true), new KeepField("day", false)), request.keep());
    assertEquals("groups", request.dest());
    assertEquals(1.5f, request.requestsPerSecond(), 0);
  }

  public void testTag() {
    GroupsRequest request =
        parse("{'field':'print','keep':[{'day':'asc'}],'action':'tag','target_field':'dup'}");
    request.orderFirstBy(new KeepField("dup.seq", false));
    assertEquals(Action.TAG, request.action());
    assertEquals("dup", request.targetField());
    assertEquals(
        List.of(new KeepField("dup.seq", false), new KeepField("day", false)), request.keep());
  }

  public void testDelete() {
    assertEquals(Action.DELETE, parse("{'field':'print','action':'delete','dest':'d'}").action());
  }

  public void testWhatMayBeLost() {
    GroupsRequest request =
        parse(
            "{'field':'print','action':'delete','dest':'d','numbers':'ignore',"
                + "'verify':{'text':{'fields':['a','b.c'],'lost':0.08,'max_doc_freq':0.5}}}");
    assertEquals(new TextLoss(List.of("a", "b.c"), new AllowedLoss(0.08, 0.5)), request.loss());
    assertNull(request.verify());
    assertEquals(NumbersRule.IGNORE, request.nearness().numbers());
    AllowedLoss nothing = new AllowedLoss(0, 0.003);
    String delete = "{'field':'print','action':'delete','dest':'d'";
    assertEquals(new TextLoss(List.of(), nothing), parse(delete + "}").loss());
    assertEquals(
        new TextLoss(List.of("a"), nothing),
        parse(delete + ",'verify':{'text':{'fields':['a']}}}").loss());
    assertNull(parse(delete + ",'verify':false}").loss());
    assertNull(parse("{'field':'print'}").loss());
    String text = "'verify':{'text':{'fields':['a'],'lost':0}}";
    assertEquals(
        new TextLoss(List.of("a"), nothing),
        parse("{'field':'print','dest':'d'," + text + "}").loss());
    assertRefused(
        "[verify] [text] has the records in [dest] say what would be lost, and there is none; name"
            + " [dest], or leave [text] out",
        text);
  }

  public void testBadParameters() {
    assertEquals("near_dup.signature", parse("{}").field());
    assertEquals(0.5, parse("{}").nearness().similarity(), 0);
    assertRefused("[action] must be [report], [tag] or [delete], got [merge]", "'action':'merge'");
    assertRefused(
        "[target_field] is where [action] [tag] writes to; leave it out", "'target_field':'dup'");
    assertRefused(
        "[target_field] is where [action] [tag] writes to; leave it out",
        "'action':'delete','dest':'d','target_field':'dup'");
    assertRefused(
        "[dest] is required where [action] is [delete]: the index for a record of each document"
            + " that is deleted, and of the one that stays in its place",
        "'action':'delete'");
    assertRefused(
        "[dest] must be the name of an index, got [ ]; leave it out for none", "'dest':' '");
    assertRefused(
        "[requests_per_second] limits what is written to [dest], and there is none; leave it out",
        "'requests_per_second':5");
    for (String rate : List.of("1.0E-38", "1.4E-45", "0.009", "1.0E10", "1.0E38")) {
      assertRefused(
          "[requests_per_second] must be a number from 0.01 to 1000000000, got ["
              + rate
              + "]; leave it out for no limit",
          "'dest':'d','requests_per_second':" + rate);
    }
    for (String rate : List.of("0", "-1", "'x'", "'NaN'", "'Infinity'", "true")) {
      assertRefused(
          "[requests_per_second] must be a number greater than 0, got ["
              + rate.replace("'", "")
              + "]; leave it out for no limit",
          "'dest':'d','requests_per_second':" + rate);
    }
    assertRefused(
        "[max_distance] must be an integer from 0 (the same fingerprint) to 64 (any fingerprint),"
            + " got [65]",
        "'max_distance':65");
    assertRefused("[similarity] must be greater than 0 and at most 1, got [2.0]", "'similarity':2");
    assertRefused(
        "[verify] requires [minhash], the field of signatures to compare, and [similarity], the"
            + " least Jaccard similarity, got [minhash]",
        "'verify':{'minhash':'sign'}");
    for (Map.Entry<String, String> bad :
        Map.of("'clicks'", "clicks", "{'clicks':'up'}", "{clicks=up}", "3", "3").entrySet()) {
      assertRefused(
          "[keep] must be a list of fields, each with [asc] or [desc], such as [{\"clicks\":"
              + " \"desc\"}], or [none], got ["
              + bad.getValue()
              + "]",
          "'keep':[" + bad.getKey() + "]");
    }
    assertRefused(
        "[against] must have a [query] for the documents that are canonical already; leave it out"
            + " if there are none",
        "'against':{}");
    assertRefused(
        "[keep] must name each field once, got [a, a]", "'keep':[{'a':'asc'},{'a':'desc'}]");
    assertRefused("[scope] must be a list of names of fields, got [1]", "'scope':[1]");
    assertRefused("[scope] must name each field once, got [a, a]", "'scope':['a','a']");
    assertRefused(
        "[scope] may name at most [8] fields, got [9]",
        "'scope':['a','b','c','d','e','f','g','h','i']");
    Exception unknown =
        expectThrows(Exception.class, () -> parse("{'field':'print','max_distanse':3}"));
    assertTrue(
        unknown.getMessage(),
        unknown.getMessage().toLowerCase(Locale.ROOT).contains("unknown field [max_distanse]"));
  }
}
