// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.search;

import io.neardup.sequencer.keys.Keys;
import java.time.Instant;
import java.util.List;

/** The forms in which values come: those are equal that the index takes for equal. */
public class KeyFormsTests extends KeysReaderTestCase {
  /** What the index takes for equal, in whichever form it comes. */
  public void testFormsOfOneValue() {
    String[][] same = {
      {"a", "'a':'en'", "'a':['en']", "'a':['en','en']", "'a':[null,'en']"},
      {"a", "'b':1", "'a':null", "'a':[]", "'a':[null]"},
      {"low", "'low':'En'", "'low':['EN']", "'low':'en'"},
      {"low", "'low':null", "'low':'未知'"},
      {"number", "'number':1", "'number':1.0", "'number':'1'", "'number':[1]", "'number':1.7"},
      {"real", "'real':1", "'real':1.0", "'real':'1.00'", "'real':[1]"},
      {"day", "'day':'2026-01-01'", "'day':'2026-01-01T00:00:00Z'", "'day':1767225600000"},
      {"yes", "'yes':true", "'yes':'true'", "'yes':[true,true]"},
      {"ip", "'ip':'::1'", "'ip':'0:0:0:0:0:0:0:1'"},
      {"text.raw", "'text':'a b'", "'text':['a b']"},
      {"other", "'a':'x'", "'a':['x']"},
      {"authors", "'authors':'x'", "'comments':[{'author':'x'},{'author':'x'}]"},
      {
        "page.url",
        "'page':{'url':'u'}",
        "'page.url':'u'",
        "'page':[{'url':'u'}]",
        "'page':{'author':'x'},'page.url':'u'",
        "'page':{'url':null},'page.url':['u']",
        "'page':[{'url':'u'},{'author':'x'}],'page.url':'u'"
      },
    };
    for (String[] forms : same) {
      for (String form : forms) {
        if (form.equals(forms[0]) == false) {
          assertEquals(form, in(forms[0], forms[1]), in(forms[0], form));
        }
      }
      assertNotEquals(forms[0], in(forms[0], forms[1]), in(forms[0], differs(forms[0])));
    }
  }

  /** What is indexed, in whichever form it came: a search takes neither nulls nor all others. */
  public void testWhatIsSearched() {
    String[][] searched = {
      {"'low':null", "未知"},
      {"'low':['EN',null]", "EN", "en", "未知"},
      {"'real':null", "1.5"},
      {"'half':''"},
      {"'half':[0.5,-3]", "-3.0", "0.5"},
      {"'loose':['x',2.5,null]", "1.25", "2.5"},
      {"'number':'1.7'", "1"},
      {"'big':18446744073709551615", "18446744073709551615"},
      {"'big':1.5", "1"},
      {"'yes':[null,'']", "false", "true"},
      {"'ip':null", "::1"},
      {"'born':null", "01/02/2026"},
      {"'seconds':'-5'", "-5"},
      {"'born':['x','29/02/2024']", "29/02/2024"},
      {
        "'nanos':'2026-01-01T00:00:00.000000001Z'",
        "2026-01-01T00:00:00.000000001Z",
        "2026-01-01T00:00:00.000Z"
      },
    };
    for (String[] row : searched) {
      in(row[0].split("'", -1)[1], row[0]);
      assertEquals(row[0], List.of(List.of(row).subList(1, row.length)), terms);
    }
  }

  private static String differs(String field) {
    return switch (field) {
      case "number", "real" -> "'" + field + "':2";
      case "day" -> "'day':'1969-12-31'";
      case "yes" -> "'yes':false";
      case "ip" -> "'ip':'::2'";
      case "text.raw" -> "'text':'A b'";
      case "other" -> "'a':'y'";
      case "page.url" -> "'page':{'url':'U'}";
      case "authors" -> "'comments':{'author':'X'}";
      default -> "'" + field + "':'xx'";
    };
  }

  /** Those are read without the mapping. */
  public void testFingerprintsUnderKeysWithDots() {
    String stage = "'field':'page.print','precomputed':true";
    Keys keys = read(stage, "{'page':{'print':['0123456789abcdef']}}");
    assertEquals(0x0123456789abcdefL, keys.value(0));
    assertEquals(keys, read(stage, "{'page':{'url':'u'},'page.print':'0123456789abcdef'}"));
    assertRefused(
        "field [page.print] of a near_dup stage must hold one value, got a list",
        () -> read(stage, "{'page':{'print':1},'page.print':2}"));
  }

  /** Half a surrogate pair is no question mark. */
  public void testOddCharacters() {
    assertNotEquals(in("a", "'a':'x?'"), in("a", "'a':'x\\ud83d'"));
  }

  private long time(String format, String value) {
    return time("at", format, value);
  }

  private long time(String field, String format, String value) {
    return read(
            "'field':'print','window':{'field':'" + field + "','age':'1d'" + format + "}",
            "{'" + field + "':" + value + "}")
        .time();
  }

  public void testTimes() {
    long newYear = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
    assertEquals(0, read("'field':'print'", "{'at':'2026-01-01'}").time());
    assertEquals(newYear, time("", "'2026-01-01'"));
    assertEquals(newYear, time("", "'2026-01-01T01:00:00+01:00'"));
    assertEquals(newYear, time("", String.valueOf(newYear)));
    assertEquals(-86_400_000, time("", "-86400000"));
    assertEquals(-86_400_000, time("", "'-86400000'"));
    assertEquals(-86_400_000, time(",'format':'epoch_second'", "-86400"));
    assertEquals(Instant.parse("1960-01-01T00:00:00Z").toEpochMilli(), time("", "'1960-01-01'"));
    assertEquals(newYear, time(",'format':'dd/MM/uuuu'", "'01/01/2026'"));
    assertEquals(newYear, time("", "['2026-01-01']"));
    for (String wrong : List.of("null", "'yesterday'", "['2026-01-01','2026-01-02']", "{'a':1}")) {
      IllegalArgumentException e =
          expectThrows(IllegalArgumentException.class, () -> time("", wrong));
      assertTrue(
          e.getMessage(),
          e.getMessage().startsWith("the field [at] of the near_dup [window] must hold a date"));
    }
  }

  /** A search for what is not too old reads dates by the mapping, so claims must, too. */
  public void testTimesAsTheIndexReadsThem() {
    long newYear = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
    for (String format : List.of("", ",'format':'dd/MM/uuuu'")) {
      assertEquals(newYear, time("seconds", format, String.valueOf(newYear / 1000)));
      assertEquals(newYear, time("nanos", format, "'2026-01-01T00:00:00.000000001Z'"));
    }
    assertEquals(-86_400_000, time("seconds", "", "-86400"));
    assertRefused(
        "in the format [epoch_second], got [2026-01-01]; set the field before near_dup, or send"
            + " what its mapping takes",
        () -> time("seconds", "", "'2026-01-01'"));
  }
}
