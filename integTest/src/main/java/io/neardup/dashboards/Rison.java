// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.dashboards;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Reads the notation in which Dashboards keeps its state in an address: {@code (a:b)} is an object,
 * {@code !(a,b)} a list, {@code 'a b'} a string, and {@code !t}, {@code !f}, {@code !n} the rest.
 */
final class Rison {
  private static final String ENDS = ":,()'!";

  private final String text;
  private int at;

  private Rison(String text) {
    this.text = text;
  }

  static JsonNode parse(String text) {
    Rison rison = new Rison(text);
    JsonNode value = rison.value();
    if (rison.at < text.length()) {
      throw rison.refusal("nothing more");
    }
    return value;
  }

  private JsonNode value() {
    return switch (peek()) {
      case '(' -> object();
      case '!' -> special();
      case '\'' -> JsonNodeFactory.instance.textNode(quoted());
      default -> JsonNodeFactory.instance.textNode(word());
    };
  }

  private ObjectNode object() {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    for (at++; peek() != ')'; next(',', ')')) {
      String name = peek() == '\'' ? quoted() : word();
      expect(':');
      object.set(name, value());
    }
    at++;
    return object;
  }

  private JsonNode special() {
    at++;
    char kind = peek();
    if (kind == '(') {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      for (at++; peek() != ')'; next(',', ')')) {
        array.add(value());
      }
      at++;
      return array;
    }
    at++;
    return switch (kind) {
      case 't' -> JsonNodeFactory.instance.booleanNode(true);
      case 'f' -> JsonNodeFactory.instance.booleanNode(false);
      case 'n' -> JsonNodeFactory.instance.nullNode();
      default -> throw refusal("one of !( !t !f !n");
    };
  }

  private String quoted() {
    StringBuilder string = new StringBuilder();
    for (at++; peek() != '\''; at++) {
      if (peek() == '!') {
        at++;
      }
      string.append(peek());
    }
    at++;
    return string.toString();
  }

  private String word() {
    int from = at;
    while (at < text.length() && ENDS.indexOf(text.charAt(at)) < 0) {
      at++;
    }
    if (from == at) {
      throw refusal("a value");
    }
    return text.substring(from, at);
  }

  /** Past a separator, unless the end follows. */
  private void next(char separator, char end) {
    if (peek() != end) {
      expect(separator);
    }
  }

  private void expect(char c) {
    if (peek() != c) {
      throw refusal("[" + c + "]");
    }
    at++;
  }

  private char peek() {
    if (at >= text.length()) {
      throw refusal("more");
    }
    return text.charAt(at);
  }

  private IllegalArgumentException refusal(String expected) {
    return new IllegalArgumentException(
        "expected " + expected + " at character " + at + " of [" + text + "]");
  }
}
