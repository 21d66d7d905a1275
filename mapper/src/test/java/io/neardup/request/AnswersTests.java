// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import java.util.ArrayList;
import java.util.List;
import org.opensearch.core.action.ActionListener;
import org.opensearch.test.OpenSearchTestCase;

/** A listener is answered once, whatever fails before, during and after the answer. */
public class AnswersTests extends OpenSearchTestCase {
  private final List<String> seen = new ArrayList<>();
  private final ActionListener<String> next =
      Answers.listener(response -> seen.add(response), e -> seen.add("failed: " + e.getMessage()));

  /** Not guarded by itself. */
  private final ActionListener<String> bare =
      new ActionListener<>() {
        @Override
        public void onResponse(String response) {
          seen.add(response);
          throw new IllegalStateException("of whoever was answered");
        }

        @Override
        public void onFailure(Exception e) {
          seen.add("failed: " + e.getMessage());
        }
      };

  private static RuntimeException broken() {
    return new IllegalStateException("broken");
  }

  public void testABeginningIsAnswered() {
    Answers.begin(next, listener -> listener.onResponse("got 7"));
    assertEquals(List.of("got 7"), seen);
  }

  public void testABeginningThatThrowsFails() {
    Answers.begin(
        next,
        listener -> {
          throw broken();
        });
    assertEquals(List.of("failed: broken"), seen);
  }

  /** What answers at once may throw afterwards, as may whoever is answered. */
  public void testWhatABeginningThrowsAfterTheAnswerIsNoFailure() {
    Answers.begin(
        bare,
        listener -> {
          listener.onResponse("got 7");
          throw broken();
        });
    assertEquals(List.of("got 7"), seen);
  }

  public void testAStepGoesOn() {
    Answers.<Integer, String>then(next, (number, then) -> then.onResponse("got " + number))
        .onResponse(7);
    assertEquals(List.of("got 7"), seen);
  }

  public void testWhatAStepThrowsFailsWhatComesNext() {
    Answers.<Integer, String>then(
            next,
            (number, then) -> {
              throw broken();
            })
        .onResponse(7);
    assertEquals(List.of("failed: broken"), seen);
  }

  public void testAFailureIsHandedOn() {
    Answers.<Integer, String>then(next, (number, then) -> then.onResponse("never"))
        .onFailure(broken());
    assertEquals(List.of("failed: broken"), seen);
  }

  /** Core's wrap would call onFailure as well. */
  public void testWhatGoesWrongAfterTheAnswerIsNoFailure() {
    Answers.<Integer, String>then(
            bare,
            (number, then) -> {
              then.onResponse("got " + number);
              throw broken();
            })
        .onResponse(7);
    assertEquals(List.of("got 7"), seen);
  }

  public void testASecondAnswerIsNone() {
    ActionListener<Integer> step =
        Answers.then(next, (number, then) -> then.onResponse("got " + number));
    step.onResponse(7);
    step.onResponse(8);
    step.onFailure(broken());
    assertEquals(List.of("got 7"), seen);
  }

  public void testAllThatWaitFailUnlessTheyWereAnswered() {
    List<String> others = new ArrayList<>();
    ActionListener<String> other =
        Answers.listener(others::add, e -> others.add("failed: " + e.getMessage()));
    Answers.<Integer, String>each(
            List.of(next, other),
            number -> {
              next.onResponse("got " + number);
              throw broken();
            })
        .onResponse(7);
    assertEquals(List.of("got 7"), seen);
    assertEquals(List.of("failed: broken"), others);
  }
}
