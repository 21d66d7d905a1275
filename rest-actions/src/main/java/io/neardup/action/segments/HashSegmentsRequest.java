// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.segments;

import io.neardup.request.RequestTask;
import io.neardup.target.FieldName;
import java.util.Arrays;
import java.util.Map;
import org.opensearch.action.support.broadcast.BroadcastRequest;
import org.opensearch.common.Nullable;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.tasks.CancellableTask;

/** Requests the segments of one field, or of all fields of type {@code simhash}. */
public final class HashSegmentsRequest extends BroadcastRequest<HashSegmentsRequest> {
  /** The default number of hottest values. */
  private static final int DEFAULT_SIZE = 5;

  private static final int MAX_SIZE = 1000;

  private final String field;
  private final int size;

  /**
   * @param field null for all
   * @param size how many of the hottest values to show for each segment, 0 to 1000
   */
  HashSegmentsRequest(String[] indices, @Nullable String field, int size) {
    super(indices);
    if (size < 0 || size > MAX_SIZE) {
      throw badSize(String.valueOf(size));
    }
    this.field = field == null ? null : FieldName.require("field", field);
    this.size = size;
  }

  /** The number in a URL; the default if it is null. */
  static int size(@Nullable String given) {
    try {
      return given == null ? DEFAULT_SIZE : Integer.parseInt(given);
    } catch (NumberFormatException e) {
      throw badSize(given);
    }
  }

  private static IllegalArgumentException badSize(String seen) {
    return new IllegalArgumentException(
        "[size] must be an integer from 0 to " + MAX_SIZE + ", got [" + seen + "]");
  }

  /** The same of this field. */
  HashSegmentsRequest of(@Nullable String one) {
    HashSegmentsRequest request = new HashSegmentsRequest(indices, one, size);
    request.indicesOptions(indicesOptions());
    request.setParentTask(getParentTask());
    return request;
  }

  @Override
  public CancellableTask createTask(
      long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
    return new RequestTask(id, type, action, getDescription(), parentTaskId, headers);
  }

  @Override
  public String getDescription() {
    return "indices" + Arrays.toString(indices) + (field == null ? "" : ", field[" + field + "]");
  }

  @Nullable String field() {
    return field;
  }

  int size() {
    return size;
  }
}
