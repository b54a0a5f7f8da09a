import type { Queryable } from '../../../../db/client.ts';
import { sql } from '../../../../db/drizzle.ts';
import { type Given, preparedPer, written } from '../../../../db/prepared.ts';
import type { SortDirection } from '../../../shared/orders/orders.ts';
import { wordsOf } from '../../../shared/orders/search-text.ts';
import type { OrderCursor, Sorting } from './order-list-conditions.ts';
import { startOf } from './order-list-stretches.ts';
import type { PlacedSeqs } from './placed-orders-repository.ts';

/** Orders whose reading has all words that are searched for. */
export interface InReadings {
  seqs: number[];
  /** Whether these are not all. */
  isCut: boolean;
  /** How far in the list these are all; null: to its end, as far as any are found. */
  end: OrderCursor | null;
}

/** The beginnings of words that `readings_search` has an index of, in characters; what is longer is a whole word. */
const indexed = { shortest: 3, longest: 6 };

const seqsOfReadings = preparedPer(
  (
    db,
    direction: SortDirection,
    { query, first, last, limit }: Given<PlacedSeqs & { query: string; limit: number }>,
  ) =>
    written<{ seq: number }>(
      db,
      sql`SELECT rowid AS seq FROM readings_search WHERE readings_search MATCH ${query}
        AND rowid BETWEEN ${first} AND ${last} ORDER BY rowid ${sql.raw(direction)} LIMIT ${limit}`,
    ),
);

const whenever: PlacedSeqs = { first: 0, last: Number.MAX_SAFE_INTEGER };

/**
 * Looks for words in readings as they are now. Words too short to say anything count only beside longer ones.
 *
 * @param placed among which orders; null: among all
 * @param part.most how many are found; null: all
 * @param part.direction whether these are the oldest or the newest
 * @returns orders in whose reading all words occur, or words that begin with them
 */
export function findInReadings(
  db: Queryable,
  text: string,
  placed: PlacedSeqs | null,
  { most, direction }: { most: number | null; direction: SortDirection },
): InReadings {
  const words = wordsOf(text).map((word) => ({ word, length: [...word].length }));
  if (!words.some(({ length }) => length >= indexed.shortest)) {
    return { seqs: [], isCut: false, end: null };
  }
  const query = words.map(({ word, length }) => {
    const mayBegin = length >= indexed.shortest && length <= indexed.longest;
    return mayBegin ? `"${word}" *` : `"${word}"`;
  });
  const { first, last } = placed ?? whenever;
  const limit = most === null ? -1 : most + 1;
  const found = seqsOfReadings(db, direction).all({ query: query.join(' AND '), first, last, limit });
  const seqs = found.slice(0, most ?? found.length).map(({ seq }) => seq);
  return { seqs, isCut: found.length > seqs.length, end: null };
}

/**
 * Looks for all of them, for a list that must be whole: by date some at a time, as far as a page goes, otherwise all
 * for each page.
 *
 * @param cursor where the last page ended
 * @param most how many are found at a time
 */
export function findAllInReadings(
  db: Queryable,
  list: Sorting & { q?: string | undefined },
  cursor: OrderCursor | null,
  placed: PlacedSeqs | null,
  most: number,
): InReadings {
  const { q = '', direction } = list;
  if (list.sort !== 'date') return findInReadings(db, q, placed, { most: null, direction });
  const { first, last } = placed ?? whenever;
  const start = startOf(list, cursor, placed);
  const rest =
    direction === 'asc'
      ? { first: start ? start.seq + 1 : first, last }
      : { first, last: start ? start.seq - 1 : last };
  const found = findInReadings(db, q, rest, { most, direction });
  const lastFound = found.isCut ? found.seqs.at(-1) : undefined;
  return {
    seqs: found.seqs,
    isCut: found.isCut || start !== null,
    end: lastFound === undefined ? null : { value: null, seq: lastFound },
  };
}
