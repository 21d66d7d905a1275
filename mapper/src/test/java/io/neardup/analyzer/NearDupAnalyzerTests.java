// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.analyzer;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.charfilter.HTMLStripCharFilter;
import org.opensearch.common.io.Streams;
import org.opensearch.common.settings.Settings;
import org.opensearch.test.IndexSettingsModule;
import org.opensearch.test.OpenSearchTestCase;

/** What {@link NearDupAnalyzer} leaves out of HTML. */
public class NearDupAnalyzerTests extends OpenSearchTestCase {
  private static final String[] PARTS = {
    "<a ",
    "<br",
    "< p",
    "</b>",
    "<",
    "<?",
    "<!",
    "<!--#",
    "-->",
    "<script>",
    "</script>",
    "<!--",
    ">",
    "?>",
    "/>",
    " b=",
    " c = ",
    "\"",
    "'",
    "\\\"",
    "=",
    "word ",
    "5",
    "\n",
    "&lt;",
    "<i>"
  };

  private final NearDupAnalyzer analyzer = NearDupAnalyzer.of(true);

  public void testLeavesOutWhatLuceneDoes() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = between(0, 100); i > 0; i--) {
      text.append(randomFrom(PARTS));
    }
    try (HTMLStripCharFilter lucene = new HTMLStripCharFilter(new StringReader(text.toString()))) {
      assertEquals(Streams.copyToString(lucene), analyzer.visible(text.toString()).text());
    }
  }

  public void testLeavesOutWhatIsLong() throws IOException {
    String image = "<img src=\"" + randomAlphaOfLength(100_000) + "\" alt=\"a < b\">";
    assertEquals("one two", analyzer.visible("one " + image.repeat(between(1, 5)) + "two").text());
  }

  public void testKeepsTagsWhoseEndsTakeLongToTell() throws IOException {
    String opening =
        randomFrom("<?", "<? x", "<a b=\" c=\"", "<a b='' c='", "<a <!--#", "<a b=\"<!--#\" >");
    String text = opening.repeat(10_000) + "<!-- end -->";
    assertTrue(opening, analyzer.visible(text).text().endsWith("(!-- end -->"));
  }

  public void testWordsInTheSource() {
    String source = "<p title='Cornwall'>Dorset <b>Caf&eacute;</b>s&amp;</p><b>a \ud83d\ude00</b>";
    VisibleText visible = analyzer.visible(source);
    for (String shown :
        List.of("Dorset", "Caf&eacute;", "Caf&eacute;</b>s", "&amp;", "\ud83d\ude00")) {
      String word =
          shown
              .replace("&eacute;</b>", "\u00e9")
              .replace("&eacute;", "\u00e9")
              .replace("&amp;", "&");
      int start = visible.text().indexOf(word);
      List<Integer> span = visible.inSource(List.of(List.of(start, start + word.length()))).get(0);
      assertEquals(shown, source.substring(span.get(0), span.get(1)));
    }
  }

  /** Closed with each of them, and still there for the others. */
  public void testIsOneForAllIndexes() throws IOException {
    boolean html = randomBoolean();
    for (int i = between(2, 4); i > 0; i--) {
      Analyzer of =
          new NearDupAnalyzerProvider(
                  IndexSettingsModule.newIndexSettings("news" + i, Settings.EMPTY),
                  null,
                  "web",
                  Settings.builder().put("html", html).build())
              .get();
      assertSame(NearDupAnalyzer.of(html), of);
      try (TokenStream tokens = of.tokenStream("", "word")) {
        tokens.reset();
        assertTrue(tokens.incrementToken());
      }
      of.close();
    }
  }
}
