// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.docs;

import io.neardup.server.Rest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A curl command of the documentation, parsed without curl or a shell, so that the documentation
 * can be tested anywhere: {@code -X}, {@code -H}, {@code -d}, {@code -i}, and single quotes.
 */
public record CurlCommand(String method, String path, String body, String file) {
  private static final String SERVER = "localhost:9200";

  /** Whether a code block asks the server, and not, for instance, Dashboards. */
  public static boolean asksServer(String block) {
    return block.startsWith("curl ") && block.contains(SERVER);
  }

  /** All curl commands of a code block, which must contain nothing else. */
  public static List<CurlCommand> parse(String block) {
    List<CurlCommand> commands = new ArrayList<>();
    List<String> words = new ArrayList<>();
    for (String word : words(block)) {
      if (word.equals("curl") && words.isEmpty() == false) {
        commands.add(of(words));
        words.clear();
      }
      words.add(word);
    }
    commands.add(of(words));
    return commands;
  }

  private static CurlCommand of(List<String> words) {
    String method = null;
    String path = null;
    String body = null;
    String file = null;
    for (int i = 1; i < words.size(); i++) {
      switch (words.get(i)) {
        case "-X" -> method = words.get(++i);
        case "-H" -> requireJson(words.get(++i));
        case "-d" -> body = words.get(++i);
        case "--data-binary" -> file = file(words.get(++i));
        case "-i" -> {
          // The headers are in every answer.
        }
        default -> path = path(words.get(i));
      }
    }
    if (words.get(0).equals("curl") == false || path == null) {
      throw new IllegalArgumentException("no curl command: " + words);
    }
    return new CurlCommand(method == null ? "GET" : method, path, body, file);
  }

  private static String file(String at) {
    if (at.startsWith("@") == false) {
      throw new IllegalArgumentException("no file: " + at);
    }
    return at.substring(1);
  }

  private static void requireJson(String header) {
    if (header.equals("Content-Type: application/json") == false) {
      throw new IllegalArgumentException("unexpected header: " + header);
    }
  }

  private static String path(String url) {
    if (url.startsWith(SERVER) == false) {
      throw new IllegalArgumentException("neither an option nor an address: " + url);
    }
    return url.substring(SERVER.length());
  }

  /** Splits into words like a shell: at white space outside of single quotes. */
  private static List<String> words(String block) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean quoted = false;
    for (char c : (block + "\n").toCharArray()) {
      if (c == '\'') {
        quoted = quoted == false;
      } else if (quoted || Character.isWhitespace(c) == false) {
        word.append(c);
      } else if (word.isEmpty() == false) {
        words.add(word.toString());
        word.setLength(0);
      }
    }
    return words;
  }

  /** Sends a command that names no file. */
  Rest.Answer send(Rest rest) throws IOException {
    return send(rest, null);
  }

  /**
   * Sends the command.
   *
   * @param folder what the names of files are relative to
   */
  Rest.Answer send(Rest rest, Path folder) throws IOException {
    return rest.send(method, path, file == null ? body : Files.readString(folder.resolve(file)));
  }
}
