// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.idf;

import io.neardup.fingerprint.idf.IdfDictionary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.opensearch.common.Nullable;
import org.opensearch.common.lease.Releasable;
import org.opensearch.core.common.breaker.CircuitBreaker;

/**
 * The dictionaries of a node, read when a processor first uses them and kept until the node stops.
 * A name without a digest means the content that this node read first, even if the file changes
 * later: a name makes the same fingerprints as long as the node runs. A name with a digest means
 * exactly that content; the file is read again if the content is not known yet.
 */
public final class IdfDictionaries {
  private final Path folder;
  private final IdfMemory memory;
  private final Map<String, Versions> versions = new ConcurrentHashMap<>();

  /**
   * @param folder of the files {@code <name>.txt} and {@code <name>.txt.gz}; may not exist
   * @param breaker charged for what is kept
   * @param limitSetting of the breaker, for messages
   */
  public IdfDictionaries(Path folder, CircuitBreaker breaker, String limitSetting) {
    this.folder = folder;
    this.memory = new IdfMemory(breaker, limitSetting);
  }

  /** A dictionary and its name. */
  public record Named(IdfName name, IdfDictionary dictionary) {
    private Named(String name, IdfDictionary dictionary) {
      this(IdfName.pinned(name, dictionary), dictionary);
    }
  }

  /**
   * Returns the dictionary of this name, with its content pinned; reads it if necessary.
   *
   * @throws IllegalArgumentException if this node has no such file, a broken one, or one with other
   *     content
   * @throws org.opensearch.core.common.breaker.CircuitBreakingException if it takes too much memory
   */
  public Named get(IdfName name) {
    Versions known = versions.get(name.name());
    IdfDictionary found = known == null ? null : known.find(name);
    if (found == null) {
      // Before the map, since anyone may request names that do not exist.
      IdfFile file = IdfFile.find(folder, name.name());
      found = of(name.name()).read(name, file);
    }
    return new Named(name.name(), found);
  }

  /** Dictionaries for one request, which are not kept for it: close it behind the request. */
  public Lease lease() {
    return new Lease();
  }

  /** What one request uses. */
  public final class Lease implements Releasable {
    private long charged;

    /** As {@link IdfDictionaries#get}, but what was not in memory does not stay there. */
    public Named get(IdfName name) {
      Versions known = versions.get(name.name());
      IdfDictionary found = known == null ? null : known.find(name);
      if (found == null) {
        found = IdfFile.find(folder, name.name()).read(memory);
        charged += found.ramBytesUsed();
        if (name.matches(found) == false) {
          throw differs(name, name.name(), found);
        }
      }
      return new Named(name.name(), found);
    }

    @Override
    public void close() {
      memory.breaker().addWithoutBreaking(-charged);
    }
  }

  private static IllegalArgumentException differs(
      IdfName wanted, String name, IdfDictionary onDisk) {
    return new IllegalArgumentException(
        "must be the dictionary ["
            + wanted
            + "], but the file on this node is ["
            + IdfName.pinned(name, onDisk)
            + "]; put the file with that content on every node, or name the digest of another");
  }

  /**
   * The same, provided that this node would read the same content after a restart.
   *
   * @throws IllegalArgumentException also if the file has changed since it was read
   */
  public Named check(IdfName name) {
    IdfFile file = IdfFile.find(folder, name.name());
    return new Named(name.name(), of(name.name()).check(name, file));
  }

  private Versions of(String name) {
    return versions.computeIfAbsent(name, key -> new Versions(key, memory));
  }

  /** All dictionaries in memory, by name and then in the order in which they were read. */
  public List<Named> all() {
    List<Named> all = new ArrayList<>();
    new TreeMap<>(versions)
        .forEach((name, read) -> read.all().forEach(one -> all.add(new Named(name, one))));
    return all;
  }

  /** The contents that one name has had since this node started. */
  private static final class Versions {
    private final String name;
    private final IdfMemory memory;
    private volatile List<IdfDictionary> read = List.of();
    @Nullable private IdfFile lastFile;
    @Nullable private IdfDictionary last;

    Versions(String name, IdfMemory memory) {
      this.name = name;
      this.memory = memory;
    }

    List<IdfDictionary> all() {
      return read;
    }

    @Nullable IdfDictionary find(IdfName wanted) {
      return read.stream().filter(wanted::matches).findFirst().orElse(null);
    }

    synchronized IdfDictionary read(IdfName wanted, IdfFile file) {
      refresh(file);
      IdfDictionary found = find(wanted);
      if (found == null) {
        throw differs(wanted, name, last);
      }
      return found;
    }

    synchronized IdfDictionary check(IdfName wanted, IdfFile file) {
      refresh(file);
      if (wanted.matches(last) == false) {
        throw differs(wanted, name, last);
      }
      if (wanted.digest() == null && read.get(0) != last) {
        throw new IllegalArgumentException(
            "names the dictionary ["
                + name
                + "], whose file has changed since this node read it: the node uses ["
                + IdfName.pinned(name, read.get(0))
                + "] until it restarts, and ["
                + IdfName.pinned(name, last)
                + "] afterwards; name a digest to choose one");
      }
      return last;
    }

    private void refresh(IdfFile file) {
      if (file.equals(lastFile) == false) {
        last = keep(file.read(memory));
        lastFile = file;
      }
    }

    /** One instance per content. */
    private IdfDictionary keep(IdfDictionary dictionary) {
      for (IdfDictionary other : read) {
        if (other.digest().equals(dictionary.digest())) {
          memory.breaker().addWithoutBreaking(-dictionary.ramBytesUsed());
          return other;
        }
      }
      List<IdfDictionary> more = new ArrayList<>(read);
      more.add(dictionary);
      read = List.copyOf(more);
      return dictionary;
    }
  }
}
