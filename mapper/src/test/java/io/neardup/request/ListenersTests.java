// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.opensearch.action.support.PlainActionFuture;
import org.opensearch.core.action.ActionListener;
import org.opensearch.test.OpenSearchTestCase;

/** A listener is answered once, whatever fails before, during and after the answer. */
public class ListenersTests extends OpenSearchTestCase {
  private final List<String> seen = new ArrayList<>();
  private final ActionListener<String> next =
      Listeners.listener(
          response -> seen.add(response), e -> seen.add("failed: " + e.getMessage()));

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

  /** So many that a listener around a listener would overflow the stack. */
  public void testRepeatedAtOnceAndLater() throws Exception {
    int turns = 200_000;
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      for (boolean fails : new boolean[] {false, true}) {
        int[] turn = {0};
        PlainActionFuture<Void> end = new PlainActionFuture<>();
        Listeners.repeat(
            end,
            listener -> {
              int now = turn[0]++;
              if (fails && now == turns) {
                throw broken();
              }
              boolean more = now < turns;
              if (now % 3 == 0) {
                other.execute(() -> listener.onResponse(more));
              } else {
                listener.onResponse(more);
              }
            });
        if (fails) {
          expectThrows(IllegalStateException.class, () -> end.actionGet(60, TimeUnit.SECONDS));
        } else {
          end.get(60, TimeUnit.SECONDS);
        }
        assertEquals(turns + 1, turn[0]);
      }
    } finally {
      other.shutdownNow();
    }
  }

  public void testABeginningIsAnswered() {
    Listeners.begin(next, listener -> listener.onResponse("got 7"));
    assertEquals(List.of("got 7"), seen);
  }

  public void testABeginningThatThrowsFails() {
    Listeners.begin(
        next,
        listener -> {
          throw broken();
        });
    assertEquals(List.of("failed: broken"), seen);
  }

  /** What answers at once may throw afterwards, as may whoever is answered. */
  public void testWhatABeginningThrowsAfterTheAnswerIsNoFailure() {
    Listeners.begin(
        bare,
        listener -> {
          listener.onResponse("got 7");
          throw broken();
        });
    assertEquals(List.of("got 7"), seen);
  }

  public void testAStepGoesOn() {
    Listeners.<Integer, String>then(next, (number, then) -> then.onResponse("got " + number))
        .onResponse(7);
    assertEquals(List.of("got 7"), seen);
  }

  public void testWhatAStepThrowsFailsWhatComesNext() {
    Listeners.<Integer, String>then(
            next,
            (number, then) -> {
              throw broken();
            })
        .onResponse(7);
    assertEquals(List.of("failed: broken"), seen);
  }

  public void testAFailureIsHandedOn() {
    Listeners.<Integer, String>then(next, (number, then) -> then.onResponse("never"))
        .onFailure(broken());
    assertEquals(List.of("failed: broken"), seen);
  }

  /** Core's wrap would call onFailure as well. */
  public void testWhatGoesWrongAfterTheAnswerIsNoFailure() {
    Listeners.<Integer, String>then(
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
        Listeners.then(next, (number, then) -> then.onResponse("got " + number));
    step.onResponse(7);
    step.onResponse(8);
    step.onFailure(broken());
    assertEquals(List.of("got 7"), seen);
  }

  public void testAllThatWaitFailUnlessTheyWereAnswered() {
    List<String> others = new ArrayList<>();
    ActionListener<String> other =
        Listeners.listener(others::add, e -> others.add("failed: " + e.getMessage()));
    Listeners.<Integer, String>each(
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
