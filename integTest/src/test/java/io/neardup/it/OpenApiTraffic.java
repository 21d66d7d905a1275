// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.server.ExchangeListener;
import io.neardup.server.Rest;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Compares all that tests send to the plugin's endpoints, and all that they answer, with
 * docs/openapi.yaml: what the server accepts must be as in the file, so what is not as in the file
 * must have been refused; and every answer must be as in the file. A GET with a body, which OpenAPI
 * does not know, is judged as the POST that it is equal to.
 */
public final class OpenApiTraffic implements ExchangeListener {
  private static final Pattern ENDPOINT =
      Pattern.compile("/_(?:near_dup|simhash|minhash)(?:[/?]|$)");

  private static final int UNAUTHORIZED = 401;
  private static final int MAX_SHOWN = 2_000;

  /** Read when the first request is judged, once for all tests of this JVM. */
  private static final class Shared {
    static final OpenApiFile FILE = OpenApiFile.read();
  }

  /** Whether a path is one of the plugin's, documented or not. */
  static boolean isEndpoint(String target) {
    return ENDPOINT.matcher(target).find();
  }

  @Override
  public void exchanged(String method, String target, String body, Rest.Answer answer) {
    // Without a password no request reaches an endpoint.
    if (isEndpoint(target) && answer.status() != UNAUTHORIZED) {
      judge(method.equals("GET") && body != null ? "POST" : method, target, body, answer);
    }
  }

  /** Why an answer alone is not as in the file, whatever was asked; empty if it is. */
  static List<String> faultsOfAnswer(String method, String target, Rest.Answer answer) {
    return isEndpoint(target) && Shared.FILE.has(method, target)
        ? Shared.FILE.faultsOfAnswer(method, target, answer)
        : List.of();
  }

  private void judge(String method, String target, String body, Rest.Answer answer) {
    OpenApiFile api = Shared.FILE;
    boolean accepted = isAccepted(answer);
    if (api.has(method, target)) {
      if (accepted) {
        require(
            "The server accepts a request",
            api.faultsOfRequest(method, target, body),
            method,
            target,
            body);
      }
      require(
          "The server answers", api.faultsOfAnswer(method, target, answer), method, target, answer);
    } else if (accepted) {
      require("The server accepts a request", List.of("no such endpoint"), method, target, body);
    }
  }

  private static void require(
      String what, List<String> faults, String method, String target, Object shown) {
    if (faults.isEmpty() == false) {
      throw new AssertionError(
          what
              + ", but docs/openapi.yaml does not have it so: "
              + String.join("; ", faults)
              + "\n"
              + method
              + " "
              + target
              + "\n"
              + head(String.valueOf(shown)));
    }
  }

  /** Of several questions, those that are wrong are refused one by one. */
  private static boolean isAccepted(Rest.Answer answer) {
    for (JsonNode result : answer.body().path("results")) {
      if (result.path("status").asInt() == 400) {
        return false;
      }
    }
    return answer.status() < 300;
  }

  private static String head(String text) {
    return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
  }
}
