// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.search;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.ingest.domain.ComparedFields;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.sequencer.keys.Keys;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.opensearch.core.common.breaker.CircuitBreakingException;

public class KeysReaderTests extends KeysReaderTestCase {
  private static final String STAGES =
      "'stages':[{'exact':'page.url'},{'simhash':'print'},{'exact':'isbn'}]";

  private Set<String> fields(String parameters) {
    DomainSpec spec = spec(parameters);
    return new KeysReader(spec, fields).fields(fields.of(spec, "news"));
  }

  /** Texts of a stage that compares passages take memory while they are read. */
  public void testTextsAreCharged() {
    String stage = "'stages':[{'passages':['text']}]";
    String text = "{'text':'" + "one and another ".repeat(10_000) + "'}";
    assertEquals("as few are read at once", 1_000, spec(stage).atOnce(10_000));
    assertTrue(read(stage, text).has(0));
    assertTrue("30,000 words: " + charged, charged > 30_000 * 32);
    assertEquals(0, held);
    limit = 500_000;
    expectThrows(CircuitBreakingException.class, () -> read(stage, text));
    assertEquals(0, held);
  }

  public void testFieldsThatAreRead() {
    assertEquals(Set.of("page.url", "print", "isbn"), fields(STAGES));
    assertEquals(
        Set.of("a", "from", "text", "d", "print"),
        fields("'field':'print','scope':['a','text.raw'],'window':{'field':'d','age':'1d'}"));
  }

  public void testStages() {
    Keys keys = read(STAGES, "{'page':{'url':'a'},'print':'0123456789abcdef','isbn':12}");
    assertEquals(3, keys.stages());
    assertEquals(0b111, keys.present());
    assertEquals(0x0123456789abcdefL, keys.value(1));
    assertEquals(List.of(List.of("a"), List.of("12")), terms);
    Keys others = read(STAGES, "{'page':{'url':'b'},'print':81985529216486895,'isbn':'12'}");
    assertEquals("the same as hex and as a number", keys.value(1), others.value(1));
    assertEquals("the same as text and as a number", keys.value(2), others.value(2));
    assertEquals(keys.check(2), others.check(2));
    assertNotEquals(keys.value(0), others.value(0));
    assertNotEquals(keys.check(0), others.check(0));
  }

  public void testWhatIsMissingIsNoValue() {
    for (String nothing :
        List.of(
            "{}",
            "{'page':{'url':null},'print':null,'isbn':''}",
            "{'page':{'url':[]},'print':[],'isbn':[]}")) {
      Keys keys = read(STAGES, nothing);
      assertFalse(nothing, keys.any());
      assertEquals(List.of(List.of(), List.of()), terms);
    }
    assertEquals(0b010, read(STAGES, "{'print':['" + Fingerprint.toHex(7) + "']}").present());
  }

  /** Keys are the same whether read from the document or from its stored source. */
  public void testDotsInNames() {
    assertEquals(read(STAGES, "{'page':{'url':'a'}}"), read(STAGES, "{'page.url':'a'}"));
  }

  public void testValuesThatCannotBeCompared() {
    String[][] wrong = {
      {
        "{'isbn':['a','b']}",
        "field [isbn] of a near_dup stage must hold one value, got [2]; copy one of them to a"
            + " separate field"
      },
    };
    for (String[] one : wrong) {
      IllegalArgumentException e =
          expectThrows(IllegalArgumentException.class, () -> read(STAGES, one[0]));
      assertEquals(one[1], e.getMessage());
    }
    IllegalArgumentException e =
        expectThrows(IllegalArgumentException.class, () -> read(STAGES, "{'print':'x'}"));
    assertTrue(e.getMessage(), e.getMessage().startsWith("field [print] of a near_dup stage: "));
    assertTrue(
        e.getMessage(), e.getMessage().endsWith("; run a simhash processor before near_dup"));
  }

  private long scope(String document) {
    return read("'field':'print','scope':['a','b']", document).scope();
  }

  public void testScopes() {
    assertEquals(0, read("'field':'print'", "{'a':1}").scope());
    long[] different = {
      scope("{}"),
      scope("{'a':'x'}"),
      scope("{'b':'x'}"),
      scope("{'a':'x','b':'x'}"),
      scope("{'a':['x','y']}"),
      scope("{'a':'x y'}"),
      scope("{'a':['xy']}"),
      scope("{'a':'none'}"),
    };
    assertEquals(different.length, Arrays.stream(different).distinct().count());
    assertEquals(scope("{}"), scope("{'a':null,'b':null,'c':'x'}"));
    assertEquals(scope("{'a':1}"), scope("{'a':'1'}"));
    assertEquals("a set", scope("{'a':['x','y']}"), scope("{'a':['y','x','y']}"));
    assertEquals("copied there", scope("{'a':'x'}"), scope("{'from':'x'}"));
  }

  public void testFieldsThatCannotBeCompared() {
    assertRefused(
        "field [text] of index [news] must be mapped as [keyword], or as another type",
        () -> in("text", "'text':'a'"));
    assertRefused(
        "name [text.raw2] in the pipeline, and map it here, and in the template of future indexes:"
            + " PUT news/_mapping {\"properties\":{\"text\":{",
        () -> in("text.raw2", "'text':'a'"));
    assertRefused("got [many] is mapped as [nested]", () -> in("many.a", "'many':{'a':'x'}"));
    assertRefused(
        "field [place] of index [news] must be", () -> in("place", "'place':{'lat':1,'lon':2}"));
    assertRefused(
        "field [span] of index [news] must be", () -> in("span", "'span':{'gte':1,'lt':3}"));
    assertRefused(
        "got [flat_object]; name a field of its own in the pipeline",
        () -> in("flat", "'flat':{'x':'a'}"));
    assertRefused(
        "got [flat] is mapped as [flat_object]; name a field of its own in the pipeline",
        () -> in("flat.x", "'flat':{'x':'a'}"));
    assertRefused(
        "must name numeric, date or keyword fields",
        () -> read("'field':'print','keep':[{'flat':'asc'}]", "{'flat':{'x':'a'}}"));
    assertRefused(
        "field [fixed] of index [news] must be mapped as [keyword], or as another type whose values"
            + " are indexed and have doc values, for near_dup to compare it, got [constant_keyword];"
            + " name a field of its own in the pipeline",
        () -> in("fixed", "'a':'x'"));
    assertRefused("got [object]", () -> in("page", "'page':{'url':'x'}"));
    assertRefused(
        "field [bare] of index [news] must be",
        () -> read("'stages':[{'exact':'bare'}]", "{'bare':'a'}"));
    assertRefused(
        "field [short], which near_dup compares, must be indexed with its value",
        () -> in("short", "'short':'four'"));
    assertRefused("near_dup cannot compare [number]", () -> in("number", "'number':'one'"));
    assertRefused("near_dup cannot compare [a]", () -> in("a", "'a':{'b':'c'}"));
  }

  /** A misspelt field would compare nothing with nothing. */
  public void testUnknownFields() {
    DomainSpec spec = spec("'field':'print','scope':['a','lnag.x']");
    ComparedFields compared = fields.of(spec, "news");
    assertRefused(
        "field [lnag.x], which near_dup compares, must be mapped in index [news] or be in the"
            + " document, got neither; correct its name in the pipeline, or map it here, and in the"
            + " template of future indexes: PUT news/_mapping {\"properties\":{\"lnag\":{",
        () -> compared.refuseUnknown(spec, List.of(json("{'a':'x'}"), json("{'lang':'x'}"))));
    compared.refuseUnknown(spec, List.of(json("{'a':'x'}"), json("{'lnag':{'x':'y'}}")));
    new KeysReader(spec, fields).read(json("{'lnag':{'x':'y'}}"), compared);
  }

  /** An object at its place would refuse the documents. */
  public void testFieldBelowAValue() {
    DomainSpec spec = spec("'field':'print','scope':['fresh.keyword']");
    assertRefused(
        "got a value in [fresh]; correct its name in the pipeline, or map it here, and in the"
            + " template of future indexes: PUT news/_mapping {\"properties\":{\"fresh\":{",
        () -> fields.of(spec, "news").refuseUnknown(spec, List.of(json("{'fresh':['x']}"))));
    assertRefused(
        "\"fields\":{\"keyword\":{\"type\":\"keyword\"}}",
        () -> fields.of(spec, "news").refuseUnknown(spec, List.of(json("{'fresh':'x'}"))));
  }

  /** Texts are mapped as well, for the passages below them. */
  public void testUnknownTexts() {
    DomainSpec one = spec("'stages':[{'passages':['body.passages']}]");
    assertRefused(
        "field [body.passages], below which near_dup maps [passages], must hold a text of its own,"
            + " got one in [body]; name that in the pipeline",
        () -> fields.of(one, "news").refuseUnknown(one, List.of(json("{'body':'x'}"))));
    assertRefused(
        "field [body.passages], which near_dup compares, must be mapped in index [news] or be in",
        () -> fields.of(one, "news").refuseUnknown(one, List.of(json("{'boby':'x'}"))));
    fields.of(one, "news").refuseUnknown(one, List.of(json("{'body':{'passages':'x'}}")));
    DomainSpec mapped = spec("'stages':[{'passages':['a']}]");
    fields.of(mapped, "news").refuseUnknown(mapped, List.of(json("{'boby':'x'}")));
    DomainSpec several = spec("'fields':['title','body.text'],'passages':true");
    assertRefused(
        "got one in [body]",
        () -> fields.of(several, "news").refuseUnknown(several, List.of(json("{'body':'x'}"))));
    fields.of(several, "news").refuseUnknown(several, List.of(json("{'title':'x'}")));
  }
}
