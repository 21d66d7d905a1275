// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import static org.hamcrest.Matchers.containsString;

import io.neardup.mapper.SimHashNodeTestCase;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.opensearch.ResourceNotFoundException;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.core.common.ParsingException;
import org.opensearch.core.common.Strings;
import org.opensearch.core.xcontent.MediaTypeRegistry;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.mapper.MapperParsingException;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.plugins.Plugin;
import org.opensearch.search.SearchHit;

/** The field type and the query passages. */
public class PassagesSearchTests extends SimHashNodeTestCase {
  private static final String MAPPING =
      "{'properties':{'content':{'type':'text','fields':{"
          + "'passages':{'type':'passages'},"
          + "'short':{'type':'passages','min_passage':5},"
          + "'html':{'type':'passages','html':true}}},"
          + "'title':{'type':'text','copy_to':'all'},'all':{'type':'passages','min_passage':5},"
          + "'twin':{'type':'alias','path':'content.passages'},"
          + "'parts':{'type':'nested','properties':{'body':{'type':'passages'}}}}}";

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return List.of(NearDupTestPlugin.class);
  }

  private static String words(String prefix, int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> prefix + i).collect(Collectors.joining(" "));
  }

  private static String passages(String field, String parameters) {
    return "{'passages':{'" + field + "':{" + parameters + "}}}";
  }

  private static String content(String parameters) {
    return passages("content.passages", parameters);
  }

  private void text(String id, String text) {
    index(id, "{'content':'" + text + "'}");
  }

  /** Release is quoted in two stories, by 30 and by 60 of its 100 words, and one has 10 of them. */
  private void indexAll() {
    createNews(MAPPING);
    text("release", words("r", 0, 100));
    text("story30", words("a", 0, 70) + " " + words("r", 20, 50));
    text("story60", words("r", 40, 100) + " " + words("b", 0, 240));
    text("story10", words("c", 0, 50) + " " + words("r", 0, 10) + " " + words("c", 50, 90));
    text("short", "R1 r2, r3!");
    index("none", "{'title':'one two three four five'}");
  }

  public void testWhatIsQuoted() {
    indexAll();
    SearchHit[] hits = search("{'query':" + content("'id':'release'") + "}").getHits().getHits();
    List<String> ids = Arrays.stream(hits).map(SearchHit::getId).toList();
    assertEquals(List.of("release", "story60", "story30"), ids.subList(0, 3));
    assertEquals(1, hits[0].getScore(), 0);
    assertTrue(hits[1].getScore() >= .6f);
    assertTrue(hits[2].getScore() >= .3f);
    String text = "'text':'" + words("r", 0, 100) + "'";
    assertEquals(List.of("release", "story60"), find(content(text + ",'coverage':0.55")));
    assertEquals(List.of("release", "story60"), find(content(text + ",'min_words':60")));
    assertEquals(List.of("release"), find(content(text + ",'coverage':0.55,'of':'hit'")));
    String doc = "'doc':{'content':'" + words("r", 0, 100) + "'},'coverage':0.55";
    assertEquals(List.of("release", "story60"), find(content(doc)));
    assertEquals(List.of("release", "story60"), find(passages("twin", doc)));
    assertEquals(
        List.of("release", "story60"), find(passages("twin", "'id':'release','coverage':0.55")));
  }

  public void testTextsWithoutPassage() {
    indexAll();
    assertEquals(List.of("short"), find(content("'text':'r1 r2 r3'")));
    assertEquals(List.of("short"), find(content("'id':'short'")));
    assertEquals(List.of(), find(content("'text':'r1 r2'")));
    assertEquals(List.of("short"), find(content("'text':'r1 r2 r3','of':'hit'")));
    assertThat(
        refusal(content("'text':'…'")),
        containsString("[passages] needs a text with words, got one of [1] characters"));
    assertThat(
        refusal(content("'doc':{'body':'r1'}")),
        containsString("[doc] must have the text of the field, in [content], got [body]"));
    assertEquals(
        List.of("none", "release", "short", "story10", "story30", "story60"),
        find("{'match_all':{}}"));
    assertEquals(
        List.of("release", "short", "story10", "story30", "story60"),
        find("{'exists':{'field':'content.passages'}}"));
  }

  public void testCopiesListsAndNested() {
    createNews(MAPPING);
    index("1", "{'title':['one two three four five six','" + words("x", 0, 9) + "']}");
    index("2", "{'title':'" + words("x", 3, 9) + " one two three'}");
    index(
        "3",
        "{'parts':[{'body':'" + words("y", 0, 30) + "'},{'body':'" + words("z", 0, 9) + "'}]}");
    index("4", "{'content':7,'title':null}");
    assertEquals(List.of("1", "2"), find(passages("all", "'id':'2'")));
    assertEquals(List.of("1", "2"), find(passages("all", "'id':'1'")));
    assertEquals(List.of("1"), find(passages("all", "'text':'two three four five six'")));
    // No passage goes over the end of a text.
    assertEquals(List.of(), find(passages("all", "'text':'four five six x0 x1'")));
    assertEquals(
        List.of("3"),
        find(
            "{'nested':{'path':'parts','query':"
                + passages("parts.body", "'text':'" + words("y", 5, 25) + "'")
                + "}}"));
    assertEquals(List.of("4"), find(content("'text':'7'")));
  }

  public void testTagsAndEntities() {
    createNews(MAPPING);
    text("1", "<p>Caf&eacute; <b>" + words("x", 0, 20) + "</b></p>");
    String text = "'text':'café " + words("x", 0, 19) + "'";
    assertEquals(List.of("1"), find(passages("content.html", text)));
  }

  public void testBoilerplate() {
    createNews(MAPPING);
    for (int i = 0; i < 30; i++) {
      text("" + i, words("n" + i + "x", 0, 30) + " " + words("disclaimer", 0, 40));
    }
    String text = "'text':'" + words("n7x", 0, 30) + " " + words("disclaimer", 0, 40) + "'";
    assertEquals(30, find(content(text)).size());
    assertEquals(List.of("7"), find(content(text + ",'max_doc_count':10")));
  }

  public void testOneWordForever() {
    createNews(MAPPING);
    String buffalo =
        Collections.nCopies(1_000_000, "buffalo").stream().collect(Collectors.joining(" "));
    text("1", buffalo);
    assertEquals(List.of("1"), find(content("'text':'" + buffalo + "','coverage':1,'of':'hit'")));
  }

  public void testQuestionsTooLarge() {
    createNews(MAPPING);
    text("1", "one");
    assertThat(
        refusal(content("'text':'" + words("x", 0, 80_000) + "'")),
        containsString("[passages] looks up at most [10000] hashes of a text, got ["));
    assertThat(
        refusal(content("'text':'" + "buffalo ".repeat((1 << 20) + 1) + "'")),
        containsString("[passages] reads at most [1048576] words of a text, got more in"));
    assertEquals(List.of(), find(content("'text':'" + "buffalo ".repeat(1 << 20) + "'")));
  }

  public void testInspection() {
    indexAll();
    SearchResponse response =
        search("{'profile':true,'explain':true,'query':" + content("'id':'release'") + "}");
    String explained = response.getHits().getAt(0).getExplanation().toString();
    assertThat(explained, containsString("part of the QUESTION that passages can cover"));
    assertThat(response.toString(), containsString("near_dup_candidates"));
  }

  public void testRefusals() {
    indexAll();
    assertThat(
        refusal(content("'text':'x','min_words':19")),
        containsString(
            "[min_words] must be at least [20], the [min_passage] of field [content.passages], got"
                + " [19]"));
    assertThat(
        refusal(passages("content", "'text':'x'")),
        containsString("[passages] field [content] is of type [text]; use one of type [passages]"));
    assertThat(
        refusal(passages("nowhere", "'text':'x'")),
        containsString("[passages] field [nowhere] is not mapped"));
    assertEquals(List.of(), find(passages("nowhere", "'text':'x','ignore_unmapped':true")));
    assertThat(
        refusal("{'term':{'content.passages':'x'}}"), containsString("use the query [passages]"));
    assertRefused("'text':'x','coverage':0", "[coverage] must be a number greater than 0");
    assertRefused("'text':'x','coverage':'half'", "[coverage] must be a number greater than 0");
    assertRefused("'text':'x','of':'both'", "[of] must be [question] or [hit], got [both]");
    assertRefused("'text':'x','min_words':-1", "[min_words] must be an integer from [1] to");
    assertRefused("'text':'x','max_doc_count':9", "[max_doc_count] must be an integer from [10]");
    assertRefused("'min_words':30", "requires exactly one of [text], [doc] and [id], got none");
    assertRefused("'text':'x','id':'1'", "requires exactly one of [text], [doc] and [id], got [");
    assertRefused("'text':'x','index':'y'", "[passages] [index] needs [id], got it with [text]");
    assertRefused("'texts':'x'", "unknown field [texts] did you mean [text]?");
    assertThat(
        expectThrows(ResourceNotFoundException.class, () -> find(content("'id':'nobody'")))
            .getMessage(),
        containsString("[id] names no document that searches find"));
    assertThat(
        expectThrows(IllegalArgumentException.class, () -> find(content("'id':'none'")))
            .getMessage(),
        containsString("[id] names the document [none] in [news], which has no text for"));
  }

  private void assertRefused(String parameters, String reason) {
    assertThat(
        expectThrows(ParsingException.class, () -> find(content(parameters))).getMessage(),
        containsString(reason));
  }

  /** By whoever keeps queries as JSON. */
  public void testQueriesAreReadAgain() throws IOException {
    for (String asked :
        List.of(
            "'text':'one two','min_words':20",
            "'doc':{'content':'one'},'coverage':0.5,'of':'hit'",
            "'id':'1','index':'i','routing':'r','ignore_unmapped':true,'boost':2,'_name':'q'")) {
      QueryBuilder query = parsed(content(asked));
      assertEquals(query, parsed(Strings.toString(MediaTypeRegistry.JSON, query)));
    }
  }

  private QueryBuilder parsed(String query) throws IOException {
    try (XContentParser parser = createParser(JsonXContent.jsonXContent, json(query))) {
      return AbstractQueryBuilder.parseInnerQueryBuilder(parser);
    }
  }

  public void testMappingsRefused() {
    for (String bad : List.of("4", "1001", "'many'", "20.5")) {
      String said =
          expectThrows(
                  MapperParsingException.class,
                  () ->
                      createNews(
                          "{'properties':{'p':{'type':'passages','min_passage':" + bad + "}}}"))
              .getMessage();
      assertThat(
          said, containsString("[min_passage] must be an integer from [5] to [1000], got ["));
    }
    assertThat(
        expectThrows(
                MapperParsingException.class,
                () -> createNews("{'properties':{'p':{'type':'passages','analyzer':'english'}}}"))
            .getMessage(),
        containsString("[analyzer] means nothing to field [p] of type [passages]"));
    createNews("{'properties':{'p':{'type':'passages'}}}");
    assertThat(
        expectThrows(MapperParsingException.class, () -> index("1", "{'p':{'a':1}}"))
            .getCause()
            .getMessage(),
        containsString("takes a text, got a [START_OBJECT]"));
  }
}
