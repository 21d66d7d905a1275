// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.request;

import io.neardup.target.FieldName;
import io.neardup.target.KeepField;
import java.util.ArrayList;
import java.util.List;
import org.opensearch.common.Nullable;
import org.opensearch.index.query.QueryBuilder;

/** What single parameters of {@code _near_dup/groups} may be: others are a 400 that says so. */
final class GroupsParameters {

  /** A document in 100 seconds; slower jobs would seem to stand still. */
  private static final double SLOWEST = 0.01;

  /** More than any cluster writes. */
  private static final double FASTEST = 1e9;

  /** Groups that an answer names. */
  private static final int MAX_SIZE = 1000;

  private GroupsParameters() {}

  static Action action(String name) {
    return switch (name) {
      case "report" -> Action.REPORT;
      case "tag" -> Action.TAG;
      case "delete" -> Action.DELETE;
      default ->
          throw new IllegalArgumentException(
              "[action] must be [report], [tag] or [delete], got [" + name + "]");
    };
  }

  static Action applied(String name) {
    return switch (name) {
      case "tag" -> Action.TAG;
      case "delete" -> Action.DELETE;
      default ->
          throw new IllegalArgumentException(
              "[action] must be [tag] or [delete], got [" + name + "]");
    };
  }

  static boolean anew(String name) {
    if (name.equals("anew")) {
      return true;
    }
    throw new IllegalArgumentException(
        "[decide] must be [anew], got ["
            + name
            + "]; leave it out to keep the decisions that documents have");
  }

  static QueryBuilder against(@Nullable QueryBuilder query) {
    if (query == null) {
      throw new IllegalArgumentException(
          "[against] must have a [query] for the documents that are canonical already; leave it"
              + " out if there are none");
    }
    return query;
  }

  static String dest(String name) {
    if (name.isBlank()) {
      throw new IllegalArgumentException(
          "[dest] must be the name of an index, got [" + name + "]; leave it out for none");
    }
    return name;
  }

  /** How many to write a second. */
  static Float requestsPerSecond(Object value) {
    double rate = value instanceof Number number ? number.doubleValue() : 0;
    if (rate >= SLOWEST && rate <= FASTEST) {
      return (float) rate;
    }
    throw new IllegalArgumentException(
        "[requests_per_second] must be a number "
            + (rate > 0 ? "from 0.01 to 1000000000" : "greater than 0")
            + ", got ["
            + value
            + "]; leave it out for no limit");
  }

  /** Which fields are copied. */
  static List<String> fields(List<Object> given) {
    List<String> fields = names("fields", given);
    for (String field : fields) {
      for (String other : fields) {
        if (other.startsWith(field + ".")) {
          throw new IllegalArgumentException(
              "[fields] may not name both a field and one below it, got ["
                  + field
                  + "] and ["
                  + other
                  + "]; leave one out");
        }
      }
    }
    return fields;
  }

  /** Names of fields, each once. */
  static List<String> names(String parameter, List<Object> given) {
    List<String> names = new ArrayList<>();
    for (Object value : given) {
      if (value instanceof String name && name.isBlank() == false) {
        names.add(FieldName.require(parameter, name));
      } else {
        throw new IllegalArgumentException(
            "[" + parameter + "] must be a list of names of fields, got [" + value + "]");
      }
    }
    KeepField.requireDifferent(parameter, names);
    return names;
  }

  /** How many groups the answer names. */
  static int size(Object value) {
    if (value instanceof Integer size && size >= 0 && size <= MAX_SIZE) {
      return size;
    }
    throw new IllegalArgumentException(
        "[size] must be a whole number from 0 to " + MAX_SIZE + ", got [" + value + "]");
  }
}
