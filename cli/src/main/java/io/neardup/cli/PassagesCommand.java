// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.cli.io.Fault;
import io.neardup.cli.io.IndexFields;
import io.neardup.cli.io.IndexLimits;
import io.neardup.cli.io.Notes;
import io.neardup.cli.io.Output;
import io.neardup.cli.io.Server;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Asks for the passages of each document of an index: which others it stands in, or what of it
 * stands in one before it. One request for each document; only ids are kept.
 */
@Command(
    name = "passages",
    description =
        "Prints which documents stand in another one; or, with --spans, what of each stands word"
            + " for word in one before it, and can be cut.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class PassagesCommand implements Callable<Integer> {
  private static final int PAGE = 50;

  /** Some questions about the documents of a page take seconds each. */
  private static final String SCROLL = "10m";

  /** The most that the server answers with. */
  private static final int MOST_HITS = 1000;

  private static final int MOST_PASSAGES = 100;

  @Spec private CommandSpec spec;
  @Mixin private Server server;

  @Parameters(paramLabel = "INDEX", description = "an index, or several, separated by commas")
  private String index;

  @Option(names = "--field", description = "of type passages (default: the only one)")
  private String field;

  @Option(
      names = "--coverage",
      paramLabel = "PART",
      defaultValue = "0.8",
      description = "of a document, the least part that another one has (default: 0.8)")
  private double coverage;

  @Option(names = "--spans", description = "prints what can be cut, by offsets of characters")
  private boolean spans;

  @Option(
      names = "--max-doc-count",
      paramLabel = "DOCUMENTS",
      description = "that may have a passage which is no boilerplate (default: 1000)")
  private Integer maxDocCount;

  @Option(names = "--json", description = "prints an object in each line")
  private boolean json;

  private Output out;
  private Notes notes;
  private long incomplete;
  private long refused;

  /** Those that come before the document that is asked about. */
  private final Set<String> before = new HashSet<>();

  @Override
  public Integer call() throws IOException {
    out = new Output(spec.commandLine().getOut());
    notes = Notes.of(spec);
    field = IndexFields.of(server, index).passages(field);
    // What is refused here would be refused for each document.
    answer(Map.of("text", "a"));
    // Of all documents: neither without shards that fail, nor as a search pipeline changes it.
    String search = "_search?allow_partial_search_results=false&search_pipeline=_none&scroll=";
    JsonNode page = server.post(path(search + SCROLL), firstPage());
    long documents = page.at("/hits/total/value").asLong();
    try (Progress progress = Progress.of(notes.err(), "asked", documents)) {
      while (page.at("/hits/hits").isEmpty() == false) {
        for (JsonNode document : page.at("/hits/hits")) {
          ask(document);
          progress.add(1);
        }
        Object next = Map.of("scroll", SCROLL, "scroll_id", page.path("_scroll_id").asText());
        page = server.post("/_search/scroll", next);
        if (page.at("/_shards/failed").asInt() > 0) {
          throw new Fault(
              Fault.REFUSED,
              "a part of the index failed while its documents were read: " + page.path("_shards"));
        }
      }
    } finally {
      end(page.path("_scroll_id").asText());
    }
    if (incomplete > 0) {
      notes.say(
          String.format(
              Locale.ROOT, "%,d documents share more than the server answers with", incomplete));
    }
    out.check();
    if (refused > 0) {
      throw new Fault(
          Fault.REFUSED,
          String.format(
              Locale.ROOT, "%,d of %,d documents could not be asked about", refused, documents));
    }
    return 0;
  }

  /** It ends by itself, too: what went wrong before is not hidden by this. */
  private void end(String scroll) throws IOException {
    try {
      server.delete("/_search/scroll", Map.of("scroll_id", scroll));
    } catch (Fault fault) {
      notes.say("the scroll was not ended: " + fault.getMessage());
    }
  }

  private String path(String what) {
    return "/" + Server.encoded(index) + "/" + what;
  }

  private Map<String, Object> firstPage() throws IOException {
    return Map.of(
        "size",
        IndexLimits.hits(server, index, PAGE),
        "_source",
        false,
        "track_total_hits",
        true,
        "sort",
        "_doc",
        "query",
        Map.of("exists", Map.of("field", field)));
  }

  /** A document that cannot be asked about is told of, and passed over. */
  private void ask(JsonNode document) throws IOException {
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("index", document.path("_index").asText());
    about.put("id", document.path("_id").asText());
    about.put("routing", document.path("_routing").textValue());
    try {
      JsonNode answer = answer(about);
      boolean whole = answer.path("complete").asBoolean() && answer.path("hits").size() < MOST_HITS;
      if (spans) {
        whole &= printSpans(document, answer.path("hits"));
      } else {
        answer.path("hits").forEach(hit -> printInside(document, hit));
      }
      incomplete += whole ? 0 : 1;
    } catch (Fault fault) {
      if (fault.exitCode() != Fault.REFUSED) {
        throw fault;
      }
      notes.say("document [" + document.path("_id").asText() + "]: " + fault.getMessage());
      refused++;
    }
    before.add(key(document));
  }

  private JsonNode answer(Map<String, Object> about) throws IOException {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("field", field);
    body.putAll(about);
    body.put("size", MOST_HITS);
    body.put("passages", spans ? MOST_PASSAGES : 1);
    body.put("coverage", spans ? null : coverage);
    body.put("max_doc_count", maxDocCount);
    body.values().removeIf(value -> value == null);
    return server.post(path("_near_dup/passages"), body);
  }

  private static String key(JsonNode document) {
    return document.path("_index").asText() + "/" + document.path("_id").asText();
  }

  private void printInside(JsonNode document, JsonNode hit) {
    if (json) {
      Map<String, Object> line = named(document);
      line.put("inside", named(hit));
      line.put("words", hit.path("words"));
      line.put("coverage", hit.path("coverage"));
      out.json(line);
    } else {
      out.line(
          String.format(
              Locale.ROOT,
              "%.2f\t%d\t%s\t%s",
              hit.path("coverage").asDouble(),
              hit.path("words").asInt(),
              id(document),
              id(hit)));
    }
  }

  private static Map<String, Object> named(JsonNode document) {
    Map<String, Object> named = new LinkedHashMap<>();
    named.put("index", document.path("_index").asText());
    named.put("id", document.path("_id").asText());
    return named;
  }

  private static String id(JsonNode document) {
    return Lists.checked(document.path("_id").asText());
  }

  /** Returns whether those are all. */
  private boolean printSpans(JsonNode document, JsonNode hits) {
    boolean all = true;
    Spans found = new Spans();
    for (JsonNode hit : hits) {
      // One of the same id has another routing, and may come before or behind.
      if (before.contains(key(hit)) && key(hit).equals(key(document)) == false) {
        JsonNode passages = hit.path("passages");
        all &= passages.size() == hit.path("passages_total").asInt();
        passages.forEach(passage -> found.add(passage.path("question")));
      }
    }
    found.merged((value, start, end) -> print(document, value, start, end));
    return all;
  }

  private void print(JsonNode document, int value, int start, int end) {
    if (json) {
      Map<String, Object> line = named(document);
      line.put("value", value);
      line.put("start", start);
      line.put("end", end);
      out.json(line);
    } else {
      out.line(String.format(Locale.ROOT, "%d\t%d\t%d\t%s", value, start, end, id(document)));
    }
  }
}
