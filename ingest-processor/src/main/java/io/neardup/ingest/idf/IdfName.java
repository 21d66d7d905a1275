// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.idf;

import io.neardup.fingerprint.idf.IdfDictionary;
import io.neardup.ingest.config.ConfigReader;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.opensearch.OpenSearchException;
import org.opensearch.common.Nullable;

/**
 * The value of {@code idf}: a dictionary's name, and optionally the content it must have, as in
 * {@code news} or {@code news@0123456789ab}.
 *
 * @param name of the file, without its extension
 * @param digest the SHA-256 of the content, in lower case, whole or its first twelve digits; null
 *     for any content
 */
public record IdfName(String name, @Nullable String digest) {
  /** Nothing that leaves the folder, is hidden, or is invalid on some file system. */
  private static final Pattern FORM =
      Pattern.compile("([A-Za-z0-9_-][A-Za-z0-9._-]{0,99})(?:@([0-9a-fA-F]{12}|[0-9a-fA-F]{64}))?");

  /**
   * Parses what {@link #toString} writes.
   *
   * @throws IllegalArgumentException for anything else
   */
  public static IdfName parse(String text) {
    return find(text)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "must be the name of a dictionary, 1 to 100 of the characters [A-Za-z0-9._-] and no dot"
                        + " first, or [name@digest] with 12 or 64 hex digits"));
  }

  /** The same; nothing for anything else. */
  public static Optional<IdfName> find(String text) {
    Matcher matcher = FORM.matcher(text);
    if (matcher.matches() == false) {
      return Optional.empty();
    }
    String digest = matcher.group(2);
    return Optional.of(
        new IdfName(matcher.group(1), digest == null ? null : digest.toLowerCase(Locale.ROOT)));
  }

  /** The name that this parameter has; null for none. */
  @Nullable public static IdfName read(ConfigReader reader, String key) {
    String name = reader.string(key, null);
    try {
      return name == null ? null : parse(name);
    } catch (IllegalArgumentException e) {
      throw reader.error(key, e.getMessage() + ", got " + ConfigReader.shown(name));
    }
  }

  /**
   * What is made of a dictionary.
   *
   * @param reader of the configuration
   * @param key the parameter that names it
   * @param find looks it up
   * @throws OpenSearchException (HTTP 400) naming the parameter, if this node lacks it
   */
  public static <T> T find(ConfigReader reader, String key, Supplier<T> find) {
    try {
      return find.get();
    } catch (IllegalArgumentException e) {
      OpenSearchException error = reader.error(key, e.getMessage());
      error.addSuppressed(e);
      throw error;
    }
  }

  /** The dictionary's name with its content pinned. */
  static IdfName pinned(String name, IdfDictionary dictionary) {
    return new IdfName(name, dictionary.shortDigest());
  }

  /** Whether both may name one dictionary: nothing pins it to different contents. */
  public boolean mayBe(IdfName other) {
    return name.equals(other.name)
        && (digest == null
            || other.digest == null
            || digest.startsWith(other.digest)
            || other.digest.startsWith(digest));
  }

  /** Whether the dictionary has the required content. */
  boolean matches(IdfDictionary dictionary) {
    return digest == null || dictionary.digest().startsWith(digest);
  }

  @Override
  public String toString() {
    return digest == null ? name : name + "@" + digest;
  }
}
