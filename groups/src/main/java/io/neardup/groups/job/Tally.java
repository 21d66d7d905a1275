// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import java.io.IOException;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * What became of the documents of a job.
 *
 * @param kind what was to be done
 * @param done that got a decision, or are deleted
 * @param unchanged that had the decision already, or were gone before
 * @param changed that were written or deleted meanwhile, and were left alone
 * @param kept that stay since a record says so, or for one of the next two reasons
 * @param losing that stay since more would be lost with them than is allowed
 * @param unread that stay since nobody knows what would be lost with them
 */
public record Tally(
    Kind kind, long done, long unchanged, long changed, long kept, long losing, long unread)
    implements ToXContentFragment {
  /** What is done to documents. */
  public enum Kind {
    TAGGED,
    DELETED,
    /** Nothing: what {@link #DELETED} would have left. */
    REPORTED
  }

  /** Before the first one. */
  public static Tally none(Kind kind) {
    return new Tally(kind, 0, 0, 0, 0, 0, 0);
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    if (kind == Kind.REPORTED) {
      return builder.field("losing", losing).field("unread", unread);
    }
    if (kind == Kind.TAGGED) {
      builder.field("tagged", done).field("unchanged", unchanged);
    } else {
      builder.field("deleted", done);
      if (unchanged > 0) {
        builder.field("unchanged", unchanged);
      }
    }
    builder.field("changed", changed);
    if (kept > 0) {
      builder.field("kept", kept);
    }
    if (losing > 0) {
      builder.field("losing", losing);
    }
    if (unread > 0) {
      builder.field("unread", unread);
    }
    return builder;
  }

  /** With more documents of the same kind. */
  public Tally plus(long moreDone, long moreUnchanged, long moreChanged) {
    return new Tally(
        kind,
        done + moreDone,
        unchanged + moreUnchanged,
        changed + moreChanged,
        kept,
        losing,
        unread);
  }

  /** With more documents that stay. */
  public Tally plusKept(long more) {
    return new Tally(kind, done, unchanged, changed, kept + more, losing, unread);
  }

  /** With more documents that stay for what their texts say, or for what nobody can read. */
  public Tally plusGuarded(long moreLosing, long moreUnread) {
    return new Tally(
        kind,
        done,
        unchanged,
        changed,
        kept + moreLosing + moreUnread,
        losing + moreLosing,
        unread + moreUnread);
  }

  /** The same documents after another look at them: those that were done twice count once. */
  public Tally settledBy(Tally later) {
    long all = done + unchanged + changed;
    long left = Math.min(all, later.changed);
    long both = Math.min(all - left, done + later.done);
    return new Tally(kind, both, all - left - both, left, kept, losing, unread);
  }
}
