// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.analysis.ik;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.opensearch.test.OpenSearchTestCase;

public class IkDictionaryTests extends OpenSearchTestCase {
  private static final int THREADS = 12;

  public void testLoadedOnce() {
    assertSame(IkDictionary.get(), IkDictionary.get());
  }

  public void testTwelveThreadsAtOnceAreTheFirst() throws Exception {
    for (int round = 0; round < 3; round++) {
      Class<?> type = new NodeLoader().loadClass(FirstUse.class.getName());
      assertNotSame(FirstUse.class, type);
      for (List<?> terms : atOnce(type)) {
        assertEquals(
            List.of("我们", "有的是", "有的", "是", "时间", "计算机", "计算", "算机", "应用", "与", "软件"), terms);
      }
    }
  }

  private static List<List<?>> atOnce(Class<?> type) throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(THREADS);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<List<?>>> futures = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        Callable<?> use = (Callable<?>) type.getConstructor().newInstance();
        futures.add(
            threads.submit(
                () -> {
                  barrier.await();
                  return (List<?>) use.call();
                }));
      }
      List<List<?>> results = new ArrayList<>();
      for (Future<List<?>> future : futures) {
        results.add(future.get());
      }
      return results;
    } finally {
      terminate(threads);
    }
  }

  public void testWordsThatCross() {
    assertTrue(mayCross("计算机", 0, 1));
    assertTrue(mayCross("计算机", 0, 2));
    // 算机 is a word of its own.
    assertTrue(mayCross("计算机", 1, 2));
    assertFalse(mayCross("计算机", 2, 2));
    assertFalse(mayCross("软件计算", 0, 2));
    // The beginning of a word is enough, of a unit of measure too.
    assertTrue(mayCross("海阔天x", 0, 2));
    assertTrue(mayCross("公里", 0, 1));
    // 年起 is neither, but 年 may go on, and while it might the core looks for units everywhere.
    assertTrue(mayCross("十年起始", 0, 2));
  }

  private static boolean mayCross(String text, int from, int position) {
    return IkDictionary.get().mayCross(text.toCharArray(), from, position);
  }

  /** Has its own copy of the core and of this module, not used by anybody yet. */
  private static final class NodeLoader extends ClassLoader {
    NodeLoader() {
      super(IkDictionaryTests.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("io.neardup.analysis.") == false
          && name.startsWith("org.wltea.") == false) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? define(name) : loaded;
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
