// What differs between two texts, by words: Myers' algorithm in linear space. Texts that have
// little in common would take for ever, so that a search which has cost enough settles for the
// furthest point that it has reached, as git's does: the answer is then true, but not the shortest.
const ENOUGH = 256;

/** Words that are shown around a difference. */
const CONTEXT = 12;

const WORD = new RegExp(
  [
    "(?<![\\p{L}\\p{N}])[-\u2212]?\\p{Nd}+(?:[.,:/]\\p{Nd}+)*(?![\\p{L}\\p{N}])",
    "[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]\\p{M}*",
    "[\\p{L}\\p{N}\\p{M}_]+?(?=[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}])",
    "[\\p{L}\\p{N}\\p{M}_]+(?:['\u2019.][\\p{L}\\p{N}]+)*",
    "[\\p{S}#%&@]",
  ].join("|"),
  "gu",
);
const NUMBER = /\p{Nd}/u;

const folded = (word) => word.normalize("NFKC").toLowerCase();

/** The words of a text, in one case, and where they are. */
export function words(text) {
  const found = [];
  const starts = [];
  const ends = [];
  for (const match of text.matchAll(WORD)) {
    found.push(folded(match[0]));
    starts.push(match.index);
    ends.push(match.index + match[0].length);
  }
  return { text, words: found, starts, ends };
}

/** Which words of either list are not in the other one at this place: two arrays of 0 and 1. */
export function changes(left, right) {
  const ids = new Map();
  const number = (word) => {
    if (!ids.has(word)) {
      ids.set(word, ids.size);
    }
    return ids.get(word);
  };
  const a = Int32Array.from(left, number);
  const b = Int32Array.from(right, number);
  const changed = { left: new Uint8Array(a.length), right: new Uint8Array(b.length) };
  // A word that the other text does not have at all is a difference, whatever surrounds it.
  const one = met(a, b, ids.size, changed.left);
  const other = met(b, a, ids.size, changed.right);
  new Search(a, one, changed.left, b, other, changed.right).run();
  return changed;
}

/** The places of words that the other text has, too; the rest is marked. */
function met(words, others, size, changed) {
  const there = new Uint8Array(size);
  others.forEach((word) => (there[word] = 1));
  const places = [];
  words.forEach((word, place) => (there[word] ? places.push(place) : (changed[place] = 1)));
  return Int32Array.from(places);
}

class Search {
  constructor(a, placesA, changedA, b, placesB, changedB) {
    this.a = placesA.map((place) => a[place]);
    this.b = placesB.map((place) => b[place]);
    this.markA = (i) => (changedA[placesA[i]] = 1);
    this.markB = (i) => (changedB[placesB[i]] = 1);
    const diagonals = this.a.length + this.b.length + 3;
    this.zero = this.b.length + 1;
    this.forward = new Int32Array(diagonals);
    this.backward = new Int32Array(diagonals);
  }

  run() {
    const boxes = [[0, this.a.length, 0, this.b.length]];
    while (boxes.length > 0) {
      let [aFrom, aTo, bFrom, bTo] = boxes.pop();
      while (aFrom < aTo && bFrom < bTo && this.a[aFrom] === this.b[bFrom]) {
        aFrom++;
        bFrom++;
      }
      while (aFrom < aTo && bFrom < bTo && this.a[aTo - 1] === this.b[bTo - 1]) {
        aTo--;
        bTo--;
      }
      if (aFrom === aTo || bFrom === bTo) {
        for (let i = aFrom; i < aTo; i++) {
          this.markA(i);
        }
        for (let i = bFrom; i < bTo; i++) {
          this.markB(i);
        }
      } else {
        const [i, j] = this.split(aFrom, aTo, bFrom, bTo);
        boxes.push([aFrom, i, bFrom, j], [i, aTo, j, bTo]);
      }
    }
  }

  /** A point on a shortest way through a box, met from both ends. */
  split(aFrom, aTo, bFrom, bTo) {
    const { a, b, forward, backward, zero } = this;
    const least = aFrom - bTo;
    const most = aTo - bFrom;
    const start = aFrom - bFrom;
    const end = aTo - bTo;
    const odd = ((start - end) & 1) !== 0;
    let fMin = start;
    let fMax = start;
    let bMin = end;
    let bMax = end;
    const far = a.length + b.length + 1;
    forward[zero + start] = aFrom;
    backward[zero + end] = aTo;
    for (let cost = 1; ; cost++) {
      if (fMin > least) {
        forward[zero + --fMin - 1] = -1;
      } else {
        fMin++;
      }
      if (fMax < most) {
        forward[zero + ++fMax + 1] = -1;
      } else {
        fMax--;
      }
      for (let d = fMax; d >= fMin; d -= 2) {
        const below = forward[zero + d - 1];
        const above = forward[zero + d + 1];
        let i = below >= above ? below + 1 : above;
        let j = i - d;
        while (i < aTo && j < bTo && a[i] === b[j]) {
          i++;
          j++;
        }
        forward[zero + d] = i;
        if (odd && bMin <= d && d <= bMax && backward[zero + d] <= i) {
          return [i, j];
        }
      }
      if (bMin > least) {
        backward[zero + --bMin - 1] = far;
      } else {
        bMin++;
      }
      if (bMax < most) {
        backward[zero + ++bMax + 1] = far;
      } else {
        bMax--;
      }
      for (let d = bMax; d >= bMin; d -= 2) {
        const below = backward[zero + d - 1];
        const above = backward[zero + d + 1];
        let i = below < above ? below : above - 1;
        let j = i - d;
        while (i > aFrom && j > bFrom && a[i - 1] === b[j - 1]) {
          i--;
          j--;
        }
        backward[zero + d] = i;
        if (!odd && fMin <= d && d <= fMax && i <= forward[zero + d]) {
          return [i, j];
        }
      }
      if (cost >= ENOUGH) {
        return this.furthest([aFrom, aTo, bFrom, bTo], [fMin, fMax], [bMin, bMax]);
      }
    }
  }

  /** The point reached that is furthest from where it began. */
  furthest([aFrom, aTo, bFrom, bTo], [fMin, fMax], [bMin, bMax]) {
    let ahead = [-1, -1];
    for (let d = fMax; d >= fMin; d -= 2) {
      let i = Math.min(this.forward[this.zero + d], aTo);
      if (i - d > bTo) {
        i = bTo + d;
      }
      if (i + i - d > ahead[0] + ahead[1]) {
        ahead = [i, i - d];
      }
    }
    let behind = [Infinity, Infinity];
    for (let d = bMax; d >= bMin; d -= 2) {
      let i = Math.max(this.backward[this.zero + d], aFrom);
      if (i - d < bFrom) {
        i = bFrom + d;
      }
      if (i + i - d < behind[0] + behind[1]) {
        behind = [i, i - d];
      }
    }
    const gained = ahead[0] + ahead[1] - aFrom - bFrom;
    return aTo + bTo - behind[0] - behind[1] < gained ? ahead : behind;
  }
}

/**
 * Two texts as rows, each a pair of parts: {@code {fold, left, right}} is a stretch with the same
 * words, and {@code {left, right}} are lists of {@code [text, weight]} with weight 0 for what both
 * have, 1 for a word of one side, and 2 for a number or a distinctive one.
 */
export function compare(leftText, rightText, distinctive = []) {
  const left = words(leftText);
  const right = words(rightText);
  const changed = changes(left.words, right.words);
  const strong = new Set(distinctive.map(folded));
  const sides = [new Side(left, changed.left, strong), new Side(right, changed.right, strong)];
  return {
    rows: rows(...sides),
    words: [left.words.length, right.words.length],
    only: sides.map((side) => side.only()),
  };
}

class Side {
  constructor(found, changed, strong) {
    Object.assign(this, found, { changed, strong });
  }

  only() {
    return this.changed.reduce((sum, each) => sum + each, 0);
  }

  /** Text from one word up to another one, with what stands between and after them. */
  slice(from, to) {
    const begin = from === 0 ? 0 : this.starts[from] ?? this.text.length;
    const end = to >= this.words.length ? this.text.length : this.starts[to];
    return this.text.slice(begin, Math.max(begin, end));
  }

  weight(place) {
    if (!this.changed[place]) {
      return 0;
    }
    const word = this.words[place];
    return NUMBER.test(word) || this.strong.has(word) ? 2 : 1;
  }

  /** The same in parts, neighbors of one weight in one. */
  parts(from, to) {
    const parts = [];
    const add = (text, weight) => {
      const last = parts.at(-1);
      if (last && last[1] === weight) {
        last[0] += text;
      } else if (text) {
        parts.push([text, weight]);
      }
    };
    if (from === 0 && (to > 0 || this.words.length === 0)) {
      add(this.text.slice(0, this.starts[0]), 0);
    }
    for (let place = from; place < to; place++) {
      const weight = this.weight(place);
      add(this.text.slice(this.starts[place], this.ends[place]), weight);
      const next = place + 1 < this.words.length ? this.starts[place + 1] : this.text.length;
      const joined = place + 1 < to && weight === this.weight(place + 1) ? weight : 0;
      add(this.text.slice(this.ends[place], next), joined);
    }
    return parts;
  }
}

function rows(left, right) {
  const found = [];
  let i = 0;
  let j = 0;
  let rowI = 0;
  let rowJ = 0;
  let differs = false;
  const row = (toI, toJ) => {
    if (toI > rowI || toJ > rowJ) {
      found.push({ left: left.parts(rowI, toI), right: right.parts(rowJ, toJ) });
    }
  };
  const total = left.words.length;
  while (i < total || j < right.words.length) {
    const [fromI, fromJ] = [i, j];
    while (i < total && j < right.words.length && !left.changed[i] && !right.changed[j]) {
      i++;
      j++;
    }
    const before = differs ? CONTEXT : 0;
    const after = i < total || j < right.words.length ? CONTEXT : 0;
    const same = i - fromI - before - after;
    if (same > CONTEXT) {
      row(fromI + before, fromJ + before);
      rowI = i - after;
      rowJ = j - after;
      found.push({
        fold: same,
        left: left.slice(fromI + before, rowI),
        right: right.slice(fromJ + before, rowJ),
      });
    }
    while (i < total && left.changed[i]) {
      i++;
      differs = true;
    }
    while (j < right.words.length && right.changed[j]) {
      j++;
      differs = true;
    }
  }
  if (found.length === 0 && left.text + right.text) {
    return [{ left: left.parts(0, total), right: right.parts(0, right.words.length) }];
  }
  row(i, j);
  return found;
}
