// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.pairs;

import java.util.Optional;
import java.util.Random;

/** Something that happens to an article on its way to another page. */
interface Change {
  /** What becomes of an article, or nothing if this cannot happen to it. */
  Optional<Article> apply(Article article, Random random);

  /** As tables call it. */
  String label();
}
