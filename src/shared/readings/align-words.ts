/** How many pairs of words are compared in a stretch that has no landmark: beyond, it counts as rewritten. */
const mostPairs = 250_000;

/** A stretch of both lists: from one index up to another, in the first and in the second. */
type Part = [aFrom: number, aTo: number, bFrom: number, bTo: number];
type Match = [a: number, b: number];

/**
 * Finds what two lists of words have in common, in the same sequence. Words that occur once in both are the landmarks;
 * between them it goes on in the same way. Prose has so many of these that it takes milliseconds, however much was
 * changed, where the least number of changes takes seconds to find.
 *
 * @returns for each word of the first list its index in the second, or -1
 */
export function alignWords(a: readonly string[], b: readonly string[]): Int32Array {
  const matches = new Int32Array(a.length).fill(-1);
  const parts: Part[] = [[0, a.length, 0, b.length]];
  for (let part = parts.pop(); part; part = parts.pop()) {
    const rest = matchEnds(a, b, part, matches);
    const [aFrom, aTo, bFrom, bTo] = rest;
    if (aFrom === aTo || bFrom === bTo) continue;
    const landmarks = findLandmarks(a, b, rest);
    if (landmarks.length === 0) {
      for (const [inA, inB] of longestCommon(a, b, rest)) matches[inA] = inB;
      continue;
    }
    let [aNext, bNext] = [aFrom, bFrom];
    for (const [inA, inB] of landmarks) {
      parts.push([aNext, inA, bNext, inB]);
      matches[inA] = inB;
      [aNext, bNext] = [inA + 1, inB + 1];
    }
    parts.push([aNext, aTo, bNext, bTo]);
  }
  return matches;
}

/** Matches what is the same at the beginning and at the end. @returns what lies between */
function matchEnds(a: readonly string[], b: readonly string[], part: Part, matches: Int32Array): Part {
  let [aFrom, aTo, bFrom, bTo] = part;
  while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) {
    matches[aFrom] = bFrom;
    aFrom += 1;
    bFrom += 1;
  }
  while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) {
    aTo -= 1;
    bTo -= 1;
    matches[aTo] = bTo;
  }
  return [aFrom, aTo, bFrom, bTo];
}

/** @returns as many words that occur once in both parts as stand in the same sequence */
function findLandmarks(a: readonly string[], b: readonly string[], [aFrom, aTo, bFrom, bTo]: Part): Match[] {
  const inB = onlyPlaces(b, bFrom, bTo);
  const both: Match[] = [];
  for (const [word, place] of onlyPlaces(a, aFrom, aTo)) {
    const other = inB.get(word) ?? -1;
    if (place >= 0 && other >= 0) both.push([place, other]);
  }
  return longestAscending(both);
}

/** @returns the index of each word, or -1 when it occurs more than once; in the sequence of the list */
function onlyPlaces(words: readonly string[], from: number, to: number): Map<string, number> {
  const places = new Map<string, number>();
  for (let index = from; index < to; index += 1) {
    const word = words[index] ?? '';
    places.set(word, places.has(word) ? -1 : index);
  }
  return places;
}

/** @returns the most of these that ascend in the second list as they do in the first */
function longestAscending(matches: readonly Match[]): Match[] {
  /** Of each length, the run that ends lowest. */
  const ends: Run[] = [];
  for (const match of matches) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.match[1] ?? 0) < match[1]) low = middle + 1;
      else high = middle;
    }
    ends[low] = { match, before: ends[low - 1] };
  }
  const longest: Match[] = [];
  for (let run = ends.at(-1); run; run = run.before) longest.push(run.match);
  return longest.reverse();
}

interface Run {
  match: Match;
  before: Run | undefined;
}

/** @returns the longest sequence of words that both parts have, by comparing each word with each */
function longestCommon(a: readonly string[], b: readonly string[], [aFrom, aTo, bFrom, bTo]: Part): Match[] {
  const [rows, columns] = [aTo - aFrom, bTo - bFrom];
  if (rows * columns > mostPairs) return [];
  const width = columns + 1;
  /** How long it is from a word of the first part and one of the second on. */
  const lengths = new Uint16Array((rows + 1) * width);
  const lengthAt = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        a[aFrom + row] === b[bFrom + column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
    }
  }
  const common: Match[] = [];
  for (let [row, column] = [0, 0]; row < rows && column < columns; ) {
    if (a[aFrom + row] === b[bFrom + column]) {
      common.push([aFrom + row, bFrom + column]);
      row += 1;
      column += 1;
    } else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row += 1;
    else column += 1;
  }
  return common;
}
