// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.requests;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Mutates good requests with one to three changes: to a value, a name or the structure of the JSON,
 * to its raw text, or to the parameters in the path. Reproducible by seed.
 */
final class Mutator {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int DEEP = 200;

  /** No type at all. */
  static final String NO_TYPE = "json";

  private static final List<String> TYPES =
      List.of(
          "application/smile",
          "application/cbor",
          "application/yaml",
          "application/x-ndjson",
          "application/json; charset=utf-16",
          "text/plain",
          "application/x-www-form-urlencoded",
          NO_TYPE);

  /** Odd values for paths and bodies. */
  private static final List<String> ODD_TEXTS =
      List.of(
          "",
          " ",
          "null",
          "-1",
          "0",
          "1e400",
          "NaN",
          "2147483648",
          "9223372036854775808",
          "18446744073709551616",
          "true",
          "*",
          "_all",
          "-*",
          "fuzz,plain",
          "missing",
          "remote:fuzz",
          "..",
          ".",
          "a..b",
          "p*",
          "a/b",
          "%",
          "print",
          "print.s0",
          "kids.print",
          "alias",
          "text",
          "late",
          "9f3a5c3b12ff00aa~",
          "9f3a5c3b12ff00aa~65",
          "9f3a5c3b12ff00aa~-1",
          "~",
          "\u0000",
          "\uD800",
          "\uFDFA\uFDFA",
          "e\u0301\u200D\u00AD",
          "👩‍👩‍👧",
          "1d",
          "5x2",
          "fuzz",
          "near_dup");

  private final Random random;

  Mutator(long seed) {
    random = new Random(seed);
  }

  FuzzRequest mutate(FuzzRequest good) {
    FuzzRequest bad = good;
    for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
      boolean inPath = bad.body() == null || random.nextInt(5) == 0;
      bad = inPath ? bad.withPath(path(bad.path())) : bad.withBody(body(bad.body()));
    }
    return bad;
  }

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** Changes or adds a parameter, or changes a name in the path. */
  private String path(String path) {
    String[] parts = path.split("\\?", 2);
    String query = parts.length == 1 ? "" : parts[1];
    String odd = URLEncoder.encode(any(ODD_TEXTS), StandardCharsets.UTF_8);
    switch (random.nextInt(4)) {
      case 0 -> {
        List<String> names =
            List.of(
                "size",
                "field",
                "routing",
                "preference",
                "timeout",
                "pipeline",
                "index",
                "k",
                "max_distance",
                "similarity",
                "wait_for_completion",
                "source",
                "source_content_type");
        query = (query.isEmpty() ? "" : query + "&") + any(names) + "=" + odd;
      }
      case 1 -> query = query.replaceFirst("=[^&]*", "=" + odd);
      case 2 -> query = query.replaceFirst("&?[a-z_]+=[^&]*$", "");
      default -> {
        // Only the test's own index names, since indexes are created and deleted.
        String name = any(List.of("fuzz", "plain", "fuzz-index", "fuzz*", "missing", "fuzz,plain"));
        parts[0] = parts[0].replaceFirst("^/fuzz(?=/)", "/" + name);
      }
    }
    return parts[0] + (query.isEmpty() ? "" : "?" + query);
  }

  private String body(String body) {
    if (random.nextInt(8) == 0) {
      return text(body);
    }
    String[] lines = body.split("\n", -1);
    int changed = random.nextInt(Math.max(1, lines.length - 1));
    try {
      lines[changed] = json(JSON.readTree(lines[changed]));
    } catch (JsonProcessingException e) {
      // An earlier change has broken the JSON.
      return text(body);
    }
    return String.join("\n", lines);
  }

  private String text(String body) {
    return new MutatedText(body, random).any();
  }

  private String json(JsonNode root) throws JsonProcessingException {
    List<JsonNode> containers = new ArrayList<>();
    collect(root, containers);
    if (containers.isEmpty()) {
      return JSON.writeValueAsString(odd());
    }
    JsonNode chosen = any(containers);
    if (chosen instanceof ObjectNode object) {
      change(object);
    } else {
      change((ArrayNode) chosen);
    }
    return random.nextInt(40) == 0
        ? JSON.writeValueAsString(odd())
        : duplicated(JSON.writeValueAsString(root));
  }

  private static void collect(JsonNode node, List<JsonNode> containers) {
    if (node.isContainerNode() && node.isEmpty() == false) {
      containers.add(node);
    }
    node.forEach(child -> collect(child, containers));
  }

  private void change(ObjectNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    String name = any(names);
    switch (random.nextInt(8)) {
      case 0 -> object.remove(name);
      case 1 -> object.set(any(ODD_TEXTS), object.remove(name));
      case 2 -> object.set(any(ODD_TEXTS), odd());
      case 3 -> object.set(name, object.get(any(names)).deepCopy());
      case 4 -> object.set(name, NODES.arrayNode().add(object.get(name)));
      case 5 -> object.set(name, NODES.objectNode().set(name, object.get(name)));
      default -> object.set(name, odd());
    }
  }

  private void change(ArrayNode array) {
    int at = random.nextInt(array.size());
    switch (random.nextInt(4)) {
      case 0 -> array.remove(at);
      case 1 -> array.insert(at, odd());
      case 2 -> {
        JsonNode again = array.get(at);
        for (int i = random.nextInt(300); i > 0; i--) {
          array.add(again);
        }
      }
      default -> array.set(at, odd());
    }
  }

  private JsonNode odd() {
    return switch (random.nextInt(14)) {
      case 0 -> NODES.nullNode();
      case 1 -> NODES.booleanNode(random.nextBoolean());
      case 2 -> NODES.numberNode(any(List.of(-1, 0, 1, 3, 64, 65, 65_536, Integer.MAX_VALUE)));
      case 3 -> NODES.numberNode(BigInteger.ONE.shiftLeft(any(List.of(31, 63, 64, 200))).negate());
      case 4 -> NODES.numberNode(BigInteger.ONE.shiftLeft(any(List.of(31, 63, 64, 2_000))));
      case 5 -> NODES.numberNode(any(List.of(0.5, -0.0, 1e308, 1e-320, 3.0)));
      case 6 -> NODES.arrayNode();
      case 7 -> NODES.objectNode();
      case 8 -> NODES.textNode(any(ODD_TEXTS).repeat(1 + random.nextInt(3_000)));
      case 9 -> nested(random.nextInt(DEEP));
      case 10 -> NODES.arrayNode().add(odd()).add(odd());
      default -> NODES.textNode(any(ODD_TEXTS));
    };
  }

  private JsonNode nested(int depth) {
    JsonNode node = NODES.textNode("deep");
    boolean arrays = random.nextBoolean();
    for (int i = 0; i < depth; i++) {
      node = arrays ? NODES.arrayNode().add(node) : NODES.objectNode().set("bool", node);
    }
    return node;
  }

  /** Sometimes duplicates a name, which a tree cannot represent. */
  private String duplicated(String json) {
    return random.nextInt(20) > 0 ? json : new MutatedText(json, random).duplicated();
  }

  /** What is sent: usually the body in UTF-8, otherwise with bytes that are none. */
  byte[] bytes(FuzzRequest request) {
    byte[] bytes = request.body().getBytes(StandardCharsets.UTF_8);
    if (bytes.length == 0 || random.nextInt(15) > 0) {
      return bytes;
    }
    if (random.nextBoolean()) {
      // Ends within a character, if it is one of several bytes.
      byte[] cut = Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length));
      cut[cut.length - 1] = (byte) (0xc0 + random.nextInt(64));
      return cut;
    }
    bytes[random.nextInt(bytes.length)] = (byte) (128 + random.nextInt(128));
    return bytes;
  }

  /** Usually JSON, whatever the body is. */
  String contentType() {
    return random.nextInt(20) > 0 ? "application/json" : any(TYPES);
  }
}
