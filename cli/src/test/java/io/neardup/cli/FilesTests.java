// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.cli.io.Fault;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** The commands that need no server, on real files. */
public class FilesTests {
  private static final Path ROOT =
      Files.isDirectory(Path.of("docs")) ? Path.of(".") : Path.of("..");
  private static final String ARTICLES = ROOT.resolve("docs/articles.jsonl").toString();
  private static final String LICENSES =
      ROOT.resolve("integTest/src/main/resources/io/neardup/quickstart/spdx-licenses.jsonl.gz")
          .toString();
  private static final ObjectMapper JSON = new ObjectMapper();

  @Rule public TemporaryFolder folder = new TemporaryFolder();

  private String file(String name, String text) throws IOException {
    Path file = folder.getRoot().toPath().resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text).toString();
  }

  /** The worked examples of docs/fingerprint-format.md and docs/minhash-format.md. */
  @Test
  public void fingerprintsAreThoseOfTheDocumentation() throws IOException {
    String file = file("cat.txt", "The cat sat on the mat.");
    Run run = Run.of("fingerprint", file);
    assertEquals(run.err(), 0, run.code());
    assertEquals("ce2981820e5045c0\tEU4JoEmvOw-myr2jp9Vlldo\t" + file + "\n", run.out());
    JsonNode json = JSON.readTree(Run.of("fingerprint", "--json", file).out());
    assertEquals(file, json.path("id").asText());
    assertEquals("ce2981820e5045c0", json.path("fingerprint").asText());
    assertEquals("EU4JoEmvOw-myr2jp9Vlldo", json.path("signature").asText());
  }

  @Test
  public void aTextWithoutFeaturesHasNothing() throws IOException {
    String file = file("dots.txt", "...");
    assertEquals("-\t-\t" + file + "\n", Run.of("fingerprint", file).out());
  }

  @Test
  public void licensesAreGrouped() throws IOException {
    Run groups = Run.of("groups", "--json", LICENSES);
    assertEquals(groups.err(), 0, groups.code());
    Run pairs = Run.of("pairs", "--json", LICENSES);
    assertEquals(pairs.err(), 0, pairs.code());
    Map<Set<String>, Double> near = new HashMap<>();
    for (String line : pairs.lines()) {
      JsonNode pair = JSON.readTree(line);
      double similarity = pair.path("similarity").asDouble();
      assertTrue(line, similarity >= 0.5);
      near.put(Set.of(pair.at("/ids/0").asText(), pair.at("/ids/1").asText()), similarity);
    }
    assertEquals(pairs.lines().size(), near.size());
    // Stars: each is near its first, and no two first ones are near each other.
    List<String> first = new ArrayList<>();
    Set<String> met = new HashSet<>();
    int duplicates = 0;
    for (String line : groups.lines()) {
      JsonNode group = JSON.readTree(line);
      String keep = group.path("keep").asText();
      first.add(keep);
      assertTrue(keep, met.add(keep));
      for (JsonNode drop : group.path("drop")) {
        String id = drop.path("id").asText();
        assertTrue(id, met.add(id));
        assertEquals(id, near.get(Set.of(keep, id)), drop.path("similarity").asDouble(), 1e-5);
        duplicates++;
      }
    }
    for (int i = 0; i < first.size(); i++) {
      for (int j = 0; j < i; j++) {
        assertFalse(near.containsKey(Set.of(first.get(i), first.get(j))));
      }
    }
    assertTrue(groups.err(), duplicates > 100);
    assertTrue(groups.err(), groups.err().contains(" " + duplicates + " duplicates"));
  }

  @Test
  public void labelsSayHowRightSimilaritiesAre() throws IOException {
    String texts =
        file(
            "texts.jsonl",
            """
            {"id": "a", "text": "The board paid 65.50 cents a share in the month of June"}
            {"id": "b", "text": "The board paid 65.50 cents a share in the month of June, it said"}
            {"id": "c", "text": "The board paid 66.50 cents a share in the month of June"}
            {"id": "d", "text": "A champion keeps the title of the world after a long game"}
            """);
    String labels = file("pairs.tsv", "a\tb\tlabel\na\tb\t1\na\tc\t0\na\td\t1\nb\td\t2\n");
    Run run = Run.of("evaluate", "--labels=" + labels, "--similarity=0.7", texts);
    assertEquals(run.err(), 0, run.code());
    assertEquals("similarity\tprecision\trecall\tf1", run.lines().get(0));
    assertEquals("1.00\t-\t0.00\t0.00", run.lines().get(1));
    assertEquals("0.70\t1.00\t0.50\t0.67", run.lines().get(7));
    assertEquals(8, run.lines().size());
    Run without = Run.of("evaluate", "--labels=" + labels, "--no-numbers", "--json", texts);
    JsonNode level = JSON.readTree(without.lines().get(without.lines().size() - 1));
    assertEquals(0.5, level.path("precision").asDouble(), 1e-9);
  }

  @Test
  public void labelsThatSayNothingAreRefused() throws IOException {
    String texts = file("texts.jsonl", "{\"id\": \"a\", \"text\": \"one two three\"}\n");
    String words = file("words.tsv", "a\tb\tlabel\na\tb\tyes\n");
    Run unknown = Run.of("evaluate", "--labels=" + words, texts);
    assertEquals(Fault.USAGE, unknown.code());
    assertTrue(unknown.err(), unknown.err().contains("line 2 is [a\tb\tyes]"));
    Run folders = Run.of("evaluate", "--labels=" + folder.getRoot(), texts);
    assertTrue(folders.err(), folders.err().contains("[--labels] must be a file of lines"));
    String others = file("others.tsv", "a\ty\t1\n");
    assertRefused(
        "names 1 documents that are not in the files, such as [y]",
        "evaluate",
        "--labels=" + others,
        texts);
    String twice = file("twice.jsonl", "{\"id\": \"y\", \"text\": \"one two\"}\n".repeat(2));
    assertRefused("two have the id [y]; see --id", "evaluate", "--labels=" + others, texts, twice);
    String dots = file("dots.jsonl", "{\"id\": \"y\", \"text\": \"...\"}\n");
    assertEquals(0, Run.of("evaluate", "--labels=" + others, texts, dots).code());
  }

  @Test
  public void listsHaveEachDocumentOnce() throws IOException {
    Path kept = folder.getRoot().toPath().resolve("keep.txt");
    Path dropped = folder.getRoot().toPath().resolve("drop.txt");
    Run run =
        Run.of(
            "groups",
            "--keep-list=" + kept,
            "--drop-list=" + dropped,
            "--fields=title,content",
            ARTICLES);
    assertEquals(run.err(), 0, run.code());
    List<String> stay = Files.readAllLines(kept);
    List<String> go = Files.readAllLines(dropped);
    Set<String> all = new HashSet<>(stay);
    all.addAll(go);
    assertEquals(stay.size() + go.size(), all.size());
    assertTrue(run.err(), run.err().contains(all.size() + " documents"));
    assertEquals(go.size(), run.lines().stream().filter(line -> line.startsWith("drop")).count());
  }

  /** Whoever takes over what a list names would lose what is in none. */
  @Test
  public void whatHasNoTextStays() throws IOException {
    Path kept = folder.getRoot().toPath().resolve("keep.txt");
    String file =
        file(
            "a.jsonl",
            """
            {"id":"1","text":"the cat sat on the mat"}
            {"id":"2","text":"!!!"}
            {"id":null,"text":"something else altogether"}
            {"id":"4","title":"no text"}
            """);
    Path binary = Files.write(folder.getRoot().toPath().resolve("b.txt"), new byte[4]);
    Run run = Run.of("groups", "--keep-list=" + kept, file, binary.toString());
    assertEquals(run.err(), 0, run.code());
    assertEquals(
        Set.of("1", file + ":3", "2", "4", binary.toString()),
        Set.copyOf(Files.readAllLines(kept)));
    String twice =
        file(
            "b.jsonl",
            """
        {"id":"1","text":"the cat sat on the mat"}
        {"id":"1"}
        """);
    Run refused = Run.of("groups", "--keep-list=" + kept, twice);
    assertEquals(Fault.USAGE, refused.code());
    assertTrue(refused.err(), refused.err().contains("two documents have the id [1]"));
  }

  @Test
  public void fieldsAreFoundWhereProcessorsFindThem() throws IOException {
    String lines =
        """
        {"id": "1", "n": 7, "body": [{"text": "the cat"}, {"text": ["sat", null, "down"]}]}
        {"id": "2", "n": "7", "body.text": "the cat sat down"}
        {"id": "3", "n": 7, "body": {"text": "rain in the north"}}
        """;
    assertEquals(
        "1.00\t1\t2\n", Run.of("pairs", "--fields=n,body.text", file("a.jsonl", lines)).out());
  }

  @Test
  public void textsWithOtherNumbersAreNotNear() throws IOException {
    String text = "The board declared a quarterly dividend of %s cents a share for all.";
    String one = file("in/a.txt", text.replace("%s", "65"));
    String other = file("in/b.txt", text.replace("%s", "66"));
    String copy = file("in/c.txt", text.replace("%s", "66").toUpperCase(java.util.Locale.ROOT));
    String in = folder.getRoot() + "/in";
    assertEquals("1.00\t" + other + "\t" + copy + "\n", Run.of("pairs", in).out());
    assertEquals(
        "keep\t\t" + one + "\ndrop\t0.78\t" + other + "\ndrop\t0.78\t" + copy + "\n",
        Run.of("groups", "--no-numbers", in).out());
  }

  @Test
  public void aFolderOfBinariesIsRefused() throws IOException {
    Path in = folder.newFolder("binaries").toPath();
    for (int i = 0; i < 5; i++) {
      Files.write(in.resolve(i + ".png"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 0});
    }
    Run run = Run.of("groups", in.toString());
    assertEquals(Fault.USAGE, run.code());
    assertTrue(run.err(), run.err().contains("there is no text in"));
    assertTrue(run.err(), run.err().contains("5 files are no text"));
    Files.writeString(in.resolve("a.txt"), "One text is there, and it is found among them.");
    Run beside = Run.of("groups", in.toString());
    assertEquals(0, beside.code());
    assertTrue(beside.err(), beside.err().contains("5 files are no text"));
  }

  @Test
  public void badInputIsNamed() throws IOException {
    assertRefused("there is no file [no-such.txt]", "pairs", "no-such.txt");
    String lines = file("bad.jsonl", "{\"text\": \"fine\"}\n{\"text\": 1\n");
    assertRefused("bad.jsonl:2] must be a JSON object", "pairs", lines);
    assertRefused("no line has a text in [--fields] [body]", "pairs", "--fields=body", ARTICLES);
    assertRefused(
        "[--fields] must be of text",
        "pairs",
        "--fields=n",
        file("n.jsonl", "{\"n\": {\"a\": 1}}"));
    assertRefused(
        "no line has a text in [--fields] [bdy]", "pairs", "--fields=title,bdy", ARTICLES);
    assertRefused("[similarity]", "pairs", "--similarity=0", ARTICLES);
    assertRefused("[--features] must be one of", "pairs", "--features=words", ARTICLES);
    assertRefused("which command? (see near-dup --help)");
    assertRefused("Unknown option: '--foo' (see near-dup pairs --help)", "pairs", "--foo", "-");
    assertRefused("Did you mean: near-dup groups", "group");
  }

  @Test
  public void aFileThatIsCutOffIsNamed() throws IOException {
    byte[] whole = Files.readAllBytes(Path.of(LICENSES));
    Path cut = folder.getRoot().toPath().resolve("cut.jsonl.gz");
    Files.write(cut, Arrays.copyOf(whole, whole.length / 2));
    assertRefused("file [" + cut + "] is cut off", "pairs", cut.toString());
    String none = file("none.txt.gz", "no gzip");
    assertRefused("file [" + none + "] is cut off, or no gzip", "fingerprint", none);
  }

  @Test
  public void aListIsRefusedBeforeTheWork() throws IOException {
    String list = "--drop-list=" + folder.getRoot() + "/none/drop.txt";
    assertRefused("must be a file in a folder that can be written to", "groups", list, LICENSES);
    String twice =
        file(
            "twice.jsonl",
            "{\"id\": 7, \"text\": \"One text\"}\n{\"id\": \"7\", \"text\": \"One text!\"}\n");
    Path dropped = folder.getRoot().toPath().resolve("drop.txt");
    Run run = Run.of("groups", "--drop-list=" + dropped, twice);
    assertEquals(run.err(), Fault.USAGE, run.code());
    assertTrue(run.err(), run.err().contains("two documents have the id [7]"));
    assertFalse(Files.exists(dropped));
    assertEquals(0, Run.of("groups", twice).code());
  }

  @Test
  public void optionsThatSayNothingAreRefused() {
    assertRefused("[--dest] needs --url", "groups", "--dest=records", ARTICLES);
    assertRefused("[--user] needs --url", "groups", "--user=ann", ARTICLES);
    String url = "--url=http://localhost:1";
    assertRefused("[--drop-list] is of files, not --url", "groups", url, "--drop-list=d", "news");
    assertRefused("[--features] is of files", "groups", url, "--features=token", "news");
  }

  private static void assertRefused(String reason, String... arguments) {
    Run run = Run.of(arguments);
    assertEquals(run.err(), Fault.USAGE, run.code());
    assertTrue(run.err(), run.err().contains(reason));
    assertEquals("", run.out());
  }

  @Test
  public void aPipeThatClosesEndsIt() {
    Writer closed =
        new Writer() {
          @Override
          public void write(char[] buffer, int offset, int length) throws IOException {
            throw new IOException("Broken pipe");
          }

          @Override
          public void flush() throws IOException {
            throw new IOException("Broken pipe");
          }

          @Override
          public void close() {}
        };
    Run run = Run.to(closed, "pairs", LICENSES);
    assertEquals(Fault.CLOSED, run.code());
    assertTrue(run.err(), run.err().contains("the output was closed"));
  }

  /** What a shell makes of {@code <(zcat FILE)}: it can be read once. */
  @Test(timeout = 60_000)
  public void linesComeFromAPipe() throws Exception {
    Path pipe = folder.getRoot().toPath().resolve("pipe");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    Thread writer =
        new Thread(
            () -> {
              try (OutputStream out = Files.newOutputStream(pipe)) {
                Files.copy(Path.of(ARTICLES), out);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    writer.start();
    Run run = Run.of("groups", "--lines", "--fields=title,content", pipe.toString());
    writer.join();
    assertEquals(run.err(), 0, run.code());
    assertEquals(
        Run.of("groups", "--fields=title,content", ARTICLES).lines().size(), run.lines().size());
  }

  @Test
  public void linesComeFromStandardInput() {
    InputStream before = System.in;
    String lines =
        """
        {"id": "a", "text": "To be or not to be, that is the question."}

        {"id": "b", "text": "To be, or not to be: that is the question!"}
        """;
    System.setIn(new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)));
    try {
      assertEquals("keep\t\ta\ndrop\t1.00\tb\n", Run.of("groups", "-").out());
    } finally {
      System.setIn(before);
    }
  }

  @Test
  public void helpFitsAndCompletes() {
    for (String command : new String[] {"fingerprint", "pairs", "groups"}) {
      Run help = Run.of(command, "--help");
      assertEquals(help.err(), 0, help.code());
      assertTrue(help.out(), help.lines().stream().allMatch(line -> line.length() <= 80));
    }
    Run completion = Run.of("generate-completion");
    assertEquals(0, completion.code());
    assertTrue(completion.out().contains("complete -F _complete_near-dup"));
  }
}
