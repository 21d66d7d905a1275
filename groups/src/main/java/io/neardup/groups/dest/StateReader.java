// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.dest;

import io.neardup.groups.dest.DestState.Stage;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.opensearch.common.Nullable;

/** Reads what anybody may have written who may change the mapping. */
record StateReader(Map<?, ?> state, String dest) {
  List<String> strings(String key) {
    if (state.get(key) instanceof List<?> list
        && list.stream().allMatch(String.class::isInstance)) {
      return list.stream().map(String.class::cast).toList();
    }
    throw damaged(key);
  }

  Map<String, Object> map(String key) {
    if (state.get(key) instanceof Map<?, ?> map) {
      Map<String, Object> copy = new TreeMap<>();
      map.forEach((name, value) -> copy.put((String) name, value));
      return copy;
    }
    throw damaged(key);
  }

  @Nullable String text(String key, boolean optional) {
    Object value = state.get(key);
    if (value instanceof String || (optional && value == null)) {
      return (String) value;
    }
    throw damaged(key);
  }

  boolean flag(String key) {
    if (state.get(key) instanceof Boolean flag) {
      return flag;
    }
    throw damaged(key);
  }

  long number(String key) {
    if (state.get(key) instanceof Number number) {
      return number.longValue();
    }
    throw damaged(key);
  }

  Map<String, String> uuids() {
    Map<String, String> uuids = new TreeMap<>();
    map("sources")
        .forEach(
            (name, uuid) -> {
              if (uuid instanceof String == false) {
                throw damaged("sources");
              }
              uuids.put(name, (String) uuid);
            });
    return uuids;
  }

  Stage stage() {
    return Arrays.stream(Stage.values())
        .filter(stage -> stage.toString().equals(state.get("state")))
        .findAny()
        .orElseThrow(() -> damaged("state"));
  }

  private IllegalArgumentException damaged(String key) {
    return new IllegalArgumentException(
        "[dest] must be of a run whose state is as it was written, and that of ["
            + dest
            + "] has ["
            + key
            + "] as ["
            + state.get(key)
            + "]: group again, with another [dest]");
  }
}
