// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import static io.neardup.target.Nearness.within;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;

import io.neardup.action.Json;
import io.neardup.request.NearDupLimits;
import io.neardup.resolve.FingerprintSource.OfDoc;
import io.neardup.resolve.FingerprintSource.OfId;
import io.neardup.target.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.opensearch.ExceptionsHelper;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.fetch.subphase.FetchSourceContext;
import org.opensearch.search.sort.SortBuilders;
import org.opensearch.test.OpenSearchTestCase;

public class NearDupRequestParserTests extends OpenSearchTestCase {
  private static final String HASH = "'9f3a5c3b12ff00aa'";
  private static final long FINGERPRINT = 0x9f3a5c3b12ff00aaL;
  private static final NearDupLimits LIMITS =
      new NearDupLimits(Settings.builder().put("plugins.near_dup.max_hashes", 9).build());
  private static final String ONE_OF =
      "one of [hash], [signature], [id], [doc], or any of [hashes], [signatures], [ids], [docs] is"
          + " required, got ";
  private static final String NO_FINGERPRINT =
      "a fingerprint is 16 hex digits, [0b] and 64 binary digits, or a JSON integer from 0 to"
          + " 2^64 - 1; got ";

  private static NearDupRequest parse(String body) throws IOException {
    return Json.body(
        body, parser -> NearDupRequestParser.parse(parser, new SearchRequest("news"), LIMITS));
  }

  /** A body with the field and what else is given. */
  private static NearDupRequest parseWith(String parameters) throws IOException {
    return parse("{'field':'print'," + parameters + "}");
  }

  private static String refusal(String parameters) {
    Exception e = expectThrows(Exception.class, () -> parseWith(parameters));
    assertEquals(e.toString(), RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
    return e.getMessage();
  }

  private static String failure(Question entry) {
    assertNull(entry.target());
    assertNull(entry.source());
    assertEquals(RestStatus.BAD_REQUEST, ExceptionsHelper.status(entry.failure()));
    return entry.failure().getMessage();
  }

  public void testDefaults() throws IOException {
    NearDupRequest request = parseWith("'hash':" + HASH);
    assertEquals("print", request.field());
    assertEquals(within(3), request.nearness());
    assertTrue(request.single());
    assertEquals(
        List.of(new Question(null, Target.of(FINGERPRINT), null, null)), request.questions());
    assertArrayEquals(new String[] {"news"}, request.indices());
    assertNull(request.search().source().query());
    assertEquals(-1, request.search().source().size());
    assertEquals(Integer.MAX_VALUE, (int) request.search().source().trackTotalHitsUpTo());
  }

  public void testFieldIsThatOfNearDupByDefault() throws IOException {
    assertEquals("near_dup.signature", parse("{'id':'1'}").field());
    assertThat(
        expectThrows(IllegalArgumentException.class, () -> parse("{'field':null}")).getMessage(),
        endsWith("[near_dup] field doesn't support values of type: VALUE_NULL"));
  }

  public void testOneKindOfQuestionIsRequired() {
    assertEquals(ONE_OF + "none", refusal("'size':1"));
    assertEquals(ONE_OF + "[hash, id]", refusal("'id':'1','hash':" + HASH));
    assertEquals(ONE_OF + "[hash, hashes]", refusal("'hashes':[],'hash':" + HASH));
    assertEquals(ONE_OF + "[id, docs]", refusal("'id':'1','docs':[{'a':1}]"));
    assertEquals(
        ONE_OF + "[hash, id, doc, hashes, ids, docs]",
        refusal("'doc':{'a':1},'docs':[],'id':'1','ids':[],'hash':" + HASH + ",'hashes':[]"));
  }

  public void testCompanionsNeedTheirKind() {
    String hash = "'hash':" + HASH;
    assertEquals(
        "[index] needs [id] or [ids], got it with [hash]; leave it out",
        refusal(hash + ",'index':'news'"));
    assertEquals(
        "[routing] needs [id] or [ids], got it with [doc]; leave it out",
        refusal("'doc':{'a':1},'routing':'x'"));
    assertEquals(
        "[pipeline] needs [doc] or [docs], got it with [hashes, ids]; leave it out",
        refusal("'ids':['1'],'hashes':[" + HASH + "],'pipeline':'p'"));
  }

  public void testTextsAreSentAsDocuments() {
    for (String name : List.of("text", "like")) {
      for (String value : List.of("'a text'", "['a text']", "{'_id':'1'}")) {
        assertEquals(
            "["
                + name
                + "] is no parameter of [_near_dup]: send it as [doc], an object with the fields of"
                + " a document, as in {\"doc\": {\"content\": \"a text\"}}",
            refusal("'" + name + "':" + value));
      }
    }
  }

  public void testListsAreCountedAsTheyAreRead() {
    for (String list :
        List.of(
            "'ids':['1'" + ",'2'".repeat(9) + "]",
            "'hashes':[1" + ",2".repeat(9) + "]",
            "'docs':[{}" + ",{'b':{'c':[1]}}".repeat(9) + "]")) {
      String name = list.substring(1, list.indexOf(':') - 1);
      assertEquals(
          "["
              + name
              + "] may name at most [9] fingerprints, got [10]: send them in several requests, or"
              + " raise the cluster setting [plugins.near_dup.max_hashes]",
          refusal(list));
    }
  }

  public void testUnknownParameter() {
    assertThat(
        refusal("'distance':3,'hash':" + HASH),
        containsString("[near_dup] unknown field [distance]"));
  }

  public void testMalformedJson() {
    for (String body :
        List.of("", "{", "{'field':'print'", "{'field' 'print'}", "[]", "'text'", "{'a':}")) {
      Exception e = expectThrows(Exception.class, () -> parse(body));
      assertEquals(body + " " + e, RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
    }
  }

  public void testMaxDistance() throws IOException {
    for (int distance : new int[] {0, 3, 64}) {
      String hash = "'hash':" + HASH + ",'max_distance':";
      assertEquals(within(distance), parseWith(hash + distance).nearness());
      assertEquals(within(distance), parseWith(hash + "'" + distance + "'").nearness());
    }
    for (String bad :
        List.of("-1", "65", "3.5", "'3.5'", "1e1", "true", "null", "'x'", "99999999999")) {
      assertEquals(
          "[max_distance] must be an integer from 0 (the same fingerprint) to 64 (any"
              + " fingerprint), got ["
              + (bad.equals("1e1") ? "10.0" : bad.replace("'", ""))
              + "]",
          refusal("'hash':" + HASH + ",'max_distance':" + bad));
    }
  }

  public void testNearest() throws IOException {
    NearDupRequest any = parseWith("'k':12,'hash':" + HASH);
    assertEquals((Integer) 12, any.k());
    assertEquals(within(64), any.nearness());
    assertEquals("as many as are asked for", 12, any.size());
    NearDupRequest few = parseWith("'k':12,'size':5,'max_distance':9,'hash':" + HASH);
    assertEquals(within(9), few.nearness());
    assertEquals(5, few.size());
    assertEquals(12, parseWith("'k':12,'size':50,'hash':" + HASH).size());
    assertNull(parseWith("'hash':" + HASH).k());
    assertEquals(
        "[k] must be an integer from 1 to 10000, got [0]", refusal("'k':0,'hash':" + HASH));
    assertEquals(
        "[sort] cannot be combined with [k], whose hits are ordered by distance;"
            + " leave one out",
        refusal("'k':1,'sort':'date','hash':" + HASH));
  }

  public void testSize() throws IOException {
    assertEquals(0, parseWith("'size':0,'hash':" + HASH).search().source().size());
    assertEquals(25, parseWith("'size':25,'hash':" + HASH).search().source().size());
    for (String bad : List.of("-1", "3.5", "'x'", "null", "false", "3000000000")) {
      assertEquals(
          "[size] must be an integer from 0 to the index's [index.max_result_window], got ["
              + bad.replace("'", "")
              + "]",
          refusal("'size':" + bad + ",'hash':" + HASH));
    }
  }

  public void testId() throws IOException {
    NearDupRequest request = parseWith("'id':42");
    assertTrue(request.single());
    assertEquals(new OfId("42", null, null), request.questions().get(0).source());
    assertEquals(
        new OfId("a", "old", "7"),
        parseWith("'id':'a','index':'old','routing':7").questions().get(0).source());
    assertThat(
        refusal("'id':{'a':1}"),
        endsWith("[near_dup] id doesn't support values of type: START_OBJECT"));
  }

  public void testDoc() throws IOException {
    NearDupRequest request = parseWith("'doc':{'a':{'b':[1,'x']}},'pipeline':'p'");
    assertTrue(request.single());
    assertEquals(
        new OfDoc(Map.of("a", Map.of("b", List.of(1, "x"))), "p"),
        request.questions().get(0).source());
    assertThat(
        refusal("'doc':'text'"),
        endsWith("[near_dup] doc doesn't support values of type: VALUE_STRING"));
    assertEquals(
        "[doc] must be an object with the fields to fingerprint, got [{}]",
        failure(parseWith("'doc':{}").questions().get(0)));
  }

  public void testHashForms() throws IOException {
    String binary = Long.toBinaryString(FINGERPRINT);
    for (String form :
        List.of(
            HASH, "'9F3A5C3B12FF00AA'", "'0b" + binary + "'", Long.toUnsignedString(FINGERPRINT))) {
      assertEquals(
          form, Target.of(FINGERPRINT), parseWith("'hash':" + form).questions().get(0).target());
    }
    for (String bad : List.of("'9f3a'", "'9f3a5c3b12ff00aag'", "true", "-1", "null", "''")) {
      assertThat(
          failure(parseWith("'hash':" + bad).questions().get(0)),
          containsString(
              "[hash] is refused: " + NO_FINGERPRINT + "[" + bad.replace("'", "") + "]"));
    }
  }

  public void testManyInTheOrderIdsHashesDocs() throws IOException {
    NearDupRequest request =
        parseWith("'docs':[{'a':1},{'a':2}],'hashes':[" + HASH + ",1],'ids':['x',7],'index':'old'");
    assertFalse(request.single());
    assertEquals(
        List.of(
            new Question(new OfId("x", "old", null), null, null, null),
            new Question(new OfId("7", "old", null), null, null, null),
            new Question(null, Target.of(FINGERPRINT), null, null),
            new Question(null, Target.of(1L), null, null),
            new Question(new OfDoc(Map.of("a", 1), null), null, null, null),
            new Question(new OfDoc(Map.of("a", 2), null), null, null, null)),
        request.questions());
  }

  public void testOneOfManyFailsAlone() throws IOException {
    List<Question> hashes =
        parseWith("'hashes':[" + HASH + ",'nope',null,['a'],{'a':1},0]").questions();
    assertEquals(Target.of(FINGERPRINT), hashes.get(0).target());
    List<String> shown = List.of("[nope]", "[null]", "[[a]]", "[{a=1}]");
    for (int i = 0; i < shown.size(); i++) {
      assertThat(
          failure(hashes.get(1 + i)),
          containsString("[hash] is refused: " + NO_FINGERPRINT + shown.get(i)));
    }
    assertEquals(Target.of(0L), hashes.get(5).target());

    List<Question> ids = parseWith("'ids':['a',{'x':1},true,null,'']").questions();
    assertEquals(new OfId("a", null, null), ids.get(0).source());
    assertEquals("[id] must be a string, got [{x=1}]", failure(ids.get(1)));
    assertEquals("[id] must be a string, got [true]", failure(ids.get(2)));
    assertEquals("[id] must be a string, got [null]", failure(ids.get(3)));
    assertEquals("[id] must not be empty, got []", failure(ids.get(4)));

    List<Question> docs = parseWith("'docs':[5,{'a':1},[],{},null]").questions();
    assertEquals(new OfDoc(Map.of("a", 1), null), docs.get(1).source());
    String refused = "[doc] must be an object with the fields to fingerprint, got ";
    assertEquals(refused + "[5]", failure(docs.get(0)));
    assertEquals(refused + "[[]]", failure(docs.get(2)));
    assertEquals(refused + "[{}]", failure(docs.get(3)));
    assertEquals(refused + "[null]", failure(docs.get(4)));
  }

  public void testASingleValueIsAListOfOne() throws IOException {
    assertEquals(Target.of(FINGERPRINT), parseWith("'hashes':" + HASH).questions().get(0).target());
    assertEquals(new OfId("7", null, null), parseWith("'ids':7").questions().get(0).source());
    assertEquals(
        new OfDoc(Map.of("a", 1), null), parseWith("'docs':{'a':1}").questions().get(0).source());
    assertEquals(
        "[id] must be a string, got [{a=1}]",
        failure(parseWith("'ids':{'a':1}").questions().get(0)));
    assertFalse(parseWith("'ids':7").single());
  }

  public void testEmptyListAsksNothing() throws IOException {
    NearDupRequest request = parseWith("'hashes':[]");
    assertEquals(List.of(), request.questions());
    assertFalse(request.single());
  }

  public void testFilter() throws IOException {
    assertEquals(
        QueryBuilders.termQuery("category", "sport"),
        parseWith("'filter':{'term':{'category':'sport'}},'hash':" + HASH)
            .search()
            .source()
            .query());
    assertEquals("unknown query [nope]", refusal("'filter':{'nope':{}},'hash':" + HASH));
  }

  public void testSourceForms() throws IOException {
    assertEquals(FetchSourceContext.DO_NOT_FETCH_SOURCE, source("false"));
    assertEquals(FetchSourceContext.FETCH_SOURCE, source("true"));
    assertEquals(new FetchSourceContext(true, new String[] {"a"}, null), source("'a'"));
    assertEquals(
        new FetchSourceContext(true, new String[] {"a", "b.*"}, null), source("['a','b.*']"));
    assertEquals(
        new FetchSourceContext(true, new String[] {"a"}, new String[] {"b"}),
        source("{'includes':['a'],'excludes':['b']}"));
    assertThat(refusal("'_source':5,'hash':" + HASH), containsString("VALUE_NUMBER"));
  }

  private static FetchSourceContext source(String form) throws IOException {
    return parseWith("'_source':" + form + ",'hash':" + HASH).search().source().fetchSource();
  }

  public void testSort() throws IOException {
    assertEquals(
        List.of(SortBuilders.fieldSort("date")),
        parseWith("'sort':'date','hash':" + HASH).search().source().sorts());
    assertEquals(
        new ArrayList<>(List.of(SortBuilders.scoreSort(), SortBuilders.fieldSort("date"))),
        parseWith("'sort':['_score',{'date':'asc'}],'hash':" + HASH).search().source().sorts());
    assertThat(refusal("'sort':5,'hash':" + HASH), containsString("VALUE_NUMBER"));
  }

  public void testTimeout() throws IOException {
    assertEquals(
        TimeValue.timeValueMillis(500),
        parseWith("'timeout':'500ms','hash':" + HASH).search().source().timeout());
    assertThat(
        refusal("'timeout':'soon','hash':" + HASH), containsString("[timeout] with value [soon]"));
  }
}
