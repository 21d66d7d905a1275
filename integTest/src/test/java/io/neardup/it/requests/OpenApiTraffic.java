// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.requests;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.server.ExchangeListener;
import io.neardup.server.Rest;
import java.util.ArrayList;
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

  private static final String ACCEPTED =
      "The server accepts a request that docs/openapi.yaml does not have so: ";
  private static final String ANSWERED =
      "The server answers what docs/openapi.yaml does not have so: ";
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
      judge(method, target, body, answer);
    }
  }

  private static void judge(String method, String target, String body, Rest.Answer answer) {
    List<String> faults = faults(method, target, body, answer);
    if (faults.isEmpty() == false) {
      throw new AssertionError(
          String.join("; ", faults)
              + "\n"
              + method
              + " "
              + target
              + "\n"
              + head(String.valueOf(body))
              + "\n"
              + head(String.valueOf(answer)));
    }
  }

  /** What is not as in the file, of a request to the plugin's endpoints and its answer. */
  static List<String> faults(String sent, String target, String body, Rest.Answer answer) {
    OpenApiFile api = Shared.FILE;
    String method = sent.equals("GET") && body != null ? "POST" : sent;
    boolean accepted = isAccepted(answer);
    if (api.has(method, target) == false) {
      return accepted ? List.of(ACCEPTED + "no such endpoint") : List.of();
    }
    List<String> faults = new ArrayList<>();
    if (accepted) {
      api.faultsOfRequest(method, target, body).forEach(fault -> faults.add(ACCEPTED + fault));
    }
    api.faultsOfAnswer(method, target, answer).forEach(fault -> faults.add(ANSWERED + fault));
    return faults;
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
