import type { Queryable } from '../../../../db/client.ts';
import { listed } from '../../../../db/prepared.ts';
import { type ShownOrder, searchedWords } from '../../orders/order-repository.ts';
import {
  orderAt,
  ordersOfText,
  seqsOfKinds,
  seqsOfPhrase,
  seqsOfPhraseByDate,
  shownOrders,
  sizeOfKinds,
  wantedAmong,
  wantedWithin,
} from './listed-orders-repository.ts';
import {
  afterValues,
  type Bounds,
  formOf,
  formOfBounds,
  type ListForm,
  type ListValues,
  type OrderCursor,
  type OrderListOptions,
  valuesOf,
  valuesOfBounds,
  wordValues,
} from './order-list-conditions.ts';
import { endOf, startOf, stretches } from './order-list-stretches.ts';
import { findPlaced, type PlacedSeqs } from './placed-orders-repository.ts';

/*
 * The admin's list. It stays quick at a million orders because nothing is counted or searched through:
 * order_tallies knows how many orders there are of each kind, orders_search where three characters in a
 * row occur, and of whatever is left only a bounded part is looked at in one call.
 */

/** How far one call goes, in orders. */
export interface Reach {
  /** Up to so many are collected first and sorted then; more are read in the order of an index. */
  few: number;
  /** How many texts are searched when no index knows where a text occurs. */
  texts: number;
  /** How many orders are looked up to see whether they are of the kinds asked for. */
  lookups: number;
}

const usualReach: Reach = { few: 2_000, texts: 10_000, lookups: 2_000 };

/** The shortest text that orders_search can find: its index holds every three characters in a row. */
const indexedCharacters = 3;

export interface OrderPage {
  rows: ShownOrder[];
  /** How many there are altogether; at least so many when that is not exact. */
  total: number;
  isTotalExact: boolean;
  /** A page may be shorter than asked for and yet not be the last one. */
  next: OrderCursor | null;
}

/** Orders among which the wanted ones are. */
interface Candidates {
  seqs: number[];
  /** Whether these are all there are, on whatever page; otherwise only those that follow the cursor. */
  isWhole: boolean;
  /** Where they end, if more follow. */
  end: OrderCursor | null;
}

/** One call for a page. */
interface Call {
  db: Queryable;
  list: OrderListOptions;
  form: ListForm;
  values: ListValues;
  /** Null: whenever they were placed. */
  placed: PlacedSeqs | null;
  cursor: OrderCursor | null;
  reach: Reach;
  words: string[];
}

/** @returns one page of the list; pages continue at a row, not at a count (keyset) */
export function listOrders(
  db: Queryable,
  list: OrderListOptions,
  cursor: OrderCursor | null,
  reach = usualReach,
): OrderPage {
  const placed = list.within ? findPlaced(db, list.within) : null;
  const words = searchedWords(db, list.q ?? '');
  const call: Call = {
    ...{ db, list, form: formOf(list), values: valuesOf(list, placed), placed, cursor, reach, words },
  };
  const few = placed && fewSeqs(placed, reach.few);
  if (few) return pageOf(call, { seqs: few, isWhole: true, end: null });
  const size = sizeOf(call);
  const found = findRareWord(call, words.filter(isIndexed));
  if (found) return pageOf(call, { seqs: found, isWhole: true, end: null });
  if (size <= reach.few) return pageOf(call, { seqs: seqsOfKind(call), isWhole: true, end: null });
  if (words.length > 0) return pageOf(call, nextCandidates(call));
  return pageInOrder(call, size);
}

/** @returns the numbers of orders that were placed one after the other, or null when they are more than a few */
function fewSeqs({ first, last }: PlacedSeqs, few: number): number[] | null {
  const count = Math.max(0, last - first + 1);
  return count <= few ? Array.from({ length: count }, (_, index) => first + index) : null;
}

/** @returns how many orders are of the kinds asked for; the search term and the due date left aside */
function sizeOf({ db, form, values }: Call): number {
  return sizeOfKinds(db, form.kinds).get(values)?.size ?? 0;
}

function seqsOfKind({ db, form, values }: Call): number[] {
  return seqsOf(seqsOfKinds(db, form.kinds).all(values));
}

/** @returns the orders in which one of these words occurs, or null when each occurs in more than a few */
function findRareWord(call: Call, words: string[]): number[] | null {
  for (const word of words) {
    const found = findTerm(call, word);
    if (found) return found;
  }
  return null;
}

/** @returns the orders in which a word occurs, or null when there are more than a few */
function findTerm({ db, reach: { few } }: Call, term: string): number[] | null {
  const seqs = seqsOf(seqsOfPhrase(db).all({ phrase: quote(term), limit: few + 1 }));
  return seqs.length <= few ? seqs : null;
}

/** @returns orders after the cursor in which common or very short words may occur, as far as one call looks */
function nextCandidates(call: Call): Candidates {
  const { db, list, cursor, placed, reach, words } = call;
  const term = words.find(isIndexed);
  if (list.sort === 'date' && term !== undefined) {
    const start = startOf(list, cursor, placed);
    const shape = { direction: list.direction, hasStart: start !== null };
    const seqs = seqsOf(
      seqsOfPhraseByDate(db, shape).all({
        phrase: quote(term),
        afterSeq: start?.seq ?? 0,
        limit: reach.few,
      }),
    );
    const last = seqs.at(-1);
    const isFull = last !== undefined && seqs.length === reach.few;
    const { end, isLast } = endOf(list, isFull ? { value: null, seq: last } : null, placed);
    if (isLast) return { seqs, isWhole: cursor === null, end: null };
    return { seqs, isWhole: false, end };
  }
  const { found, end } = walk(call, reach.texts, reach.few, (bounds, limit) => findText(call, bounds, limit));
  return { seqs: found.map(({ seq }) => seq), isWhole: cursor === null && end === null, end };
}

/** @returns the orders within bounds in which all words occur */
function findText({ db, form: { sorting }, words }: Call, bounds: Bounds, limit: number): OrderCursor[] {
  const shape = { sorting, bounds: formOfBounds(bounds), words: words.length };
  return ordersOfText(db, shape).all({ ...valuesOfBounds(bounds), ...wordValues(words), limit });
}

/**
 * Reads along the index of the list's order, from the cursor on: until enough is found, or to the end of
 * what one call looks at.
 *
 * @param window how many orders one call looks at
 * @param limit how many are enough
 * @param read finds rows within bounds
 */
function walk<Found extends OrderCursor>(
  call: Call,
  window: number,
  limit: number,
  read: (bounds: Bounds, limit: number) => Found[],
): { found: Found[]; end: OrderCursor | null } {
  const { list, cursor, placed } = call;
  const found: Found[] = [];
  for (const stretch of stretches(list, cursor, placed)) {
    const { end, isLast } = endOf(list, endOfWindow(call, window, stretch), placed);
    found.push(...read({ ...stretch, end }, limit - found.length));
    const last = found.at(-1);
    if (found.length === limit && last) return { found, end: { value: last.value, seq: last.seq } };
    if (!isLast) return { found, end };
  }
  return { found, end: null };
}

/** @returns the last order of a stretch that one call looks at, or null when it looks at all of it */
function endOfWindow({ db, form: { sorting } }: Call, window: number, stretch: Bounds): OrderCursor | null {
  const shape = { sorting, bounds: formOfBounds(stretch) };
  return orderAt(db, shape).get({ ...valuesOfBounds(stretch), place: window - 1 }) ?? null;
}

/** Filters the candidates by words and kind, sorts them, and takes the page that follows the cursor. */
function pageOf(call: Call, { seqs, isWhole, end }: Candidates): OrderPage {
  const { db, list, form, values, cursor, words } = call;
  const shape = { form, hasCursor: cursor !== null, words: words.length };
  const matching = wantedAmong(db, shape).all({
    ...values,
    ...afterValues(cursor),
    ...wordValues(words),
    seqs: listed(seqs),
  });
  const following = matching.filter((match) => match.isAfter === 1);
  const page = following.slice(0, list.limit);
  const last = page.at(-1);
  const next = following.length > page.length && last ? { value: last.value, seq: last.seq } : end;
  return {
    rows: readRows(call, page),
    total: isWhole ? matching.length : following.length,
    isTotalExact: isWhole,
    next,
  };
}

/** Reads a page along the index of its order: many orders are of the kinds asked for. */
function pageInOrder(call: Call, size: number): OrderPage {
  const { db, list, form, values, reach } = call;
  const { found, end } = walk(call, reach.lookups, list.limit + 1, (bounds, limit) =>
    wantedWithin(db, { form, bounds: formOfBounds(bounds) }).all({
      ...values,
      ...valuesOfBounds(bounds),
      limit,
    }),
  );
  const page = found.slice(0, list.limit);
  const last = page.at(-1);
  // What is late, or when it was placed, is not counted.
  const isPart = list.overdue !== undefined || call.placed !== null;
  return {
    rows: readRows(call, page),
    total: isPart ? page.length : size,
    isTotalExact: !isPart,
    next: found.length > page.length && last ? last : end,
  };
}

function readRows({ db, form: { sorting } }: Call, page: { seq: number }[]): ShownOrder[] {
  return shownOrders(db, sorting).all({ seqs: listed(seqsOf(page)) });
}

function seqsOf(rows: { seq: number }[]): number[] {
  return rows.map(({ seq }) => seq);
}

function isIndexed(term: string): boolean {
  return [...term].length >= indexedCharacters;
}

/** A phrase of FTS5: the text as it is, nothing in it is an operator. */
function quote(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}
