// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.search;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.NearDupOptions;
import io.neardup.sequencer.Keys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.test.OpenSearchTestCase;

/** Documents and parameters are JSON with single quotes. */
public class KeysReaderTests extends OpenSearchTestCase {
  private static final String STAGES =
      "'stages':[{'exact':'page.url'},{'simhash':'print'},{'exact':'isbn'}]";

  private final List<String> keywords = new ArrayList<>();

  private static Map<String, Object> json(String text) {
    return XContentHelper.convertToMap(JsonXContent.jsonXContent, text.replace('\'', '"'), false);
  }

  static DomainSpec spec(String parameters) {
    return DomainSpec.of(
        NearDupOptions.read("near_dup", null, new HashMap<>(json("{" + parameters + "}"))),
        List.of("news"));
  }

  private Keys read(String parameters, String document) {
    keywords.clear();
    return new KeysReader(spec(parameters)).read(json(document), keywords);
  }

  public void testFieldsThatAreRead() {
    assertEquals(Set.of("page.url", "print", "isbn"), new KeysReader(spec(STAGES)).fields());
    assertEquals(
        Set.of("a", "b.c", "d", "print"),
        new KeysReader(
                spec("'field':'print','scope':['a','b.c'],'window':{'field':'d','age':'1d'}"))
            .fields());
  }

  public void testStages() {
    Keys keys = read(STAGES, "{'page':{'url':'a'},'print':'0123456789abcdef','isbn':12}");
    assertEquals(3, keys.stages());
    assertEquals(0b111, keys.present());
    assertEquals(0x0123456789abcdefL, keys.value(1));
    assertEquals(List.of("a", "12"), keywords);
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
      assertEquals(List.of("", ""), keywords);
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
        "field [isbn] of a near_dup stage must hold one value, got a list; copy one of them to a"
            + " separate field"
      },
      {
        "{'isbn':{'a':'b'}}",
        "field [isbn] of a near_dup stage must hold one value, got an object; copy one of them to a"
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
      scope("{'a':['y','x']}"),
      scope("{'a':'x y'}"),
      scope("{'a':['xy']}"),
      scope("{'a':'none'}"),
    };
    assertEquals(different.length, Arrays.stream(different).distinct().count());
    assertEquals(scope("{}"), scope("{'a':null,'b':null,'c':'x'}"));
    assertEquals(scope("{'a':1}"), scope("{'a':'1'}"));
  }

  private long time(String format, String value) {
    return read(
            "'field':'print','window':{'field':'at','age':'1d'" + format + "}",
            "{'at':" + value + "}")
        .time();
  }

  public void testTimes() {
    long newYear = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
    assertEquals(0, read("'field':'print'", "{'at':'2026-01-01'}").time());
    assertEquals(newYear, time("", "'2026-01-01'"));
    assertEquals(newYear, time("", "'2026-01-01T01:00:00+01:00'"));
    assertEquals(newYear, time("", String.valueOf(newYear)));
    assertEquals(newYear, time(",'format':'dd/MM/uuuu'", "'01/01/2026'"));
    for (String wrong : List.of("null", "'yesterday'", "['2026-01-01','2026-01-02']", "{'a':1}")) {
      IllegalArgumentException e =
          expectThrows(IllegalArgumentException.class, () -> time("", wrong));
      assertTrue(
          e.getMessage(),
          e.getMessage().startsWith("the field [at] of the near_dup [window] must hold a date"));
    }
  }
}
