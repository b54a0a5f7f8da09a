import { z } from 'zod';
import type { Page } from '../../shared/list-page.ts';
import { DomainError } from './domain-error.ts';

const placeSchema = z.tuple([z.string()], z.int());

export function encodePosition(list: string, place: number[]): string {
  return encodeCursor([list, ...place]);
}

/** Returns a cursor's numbers; null without a cursor. @throws {DomainError} `invalid_request` for another list's */
export function decodePosition(list: string, text: string | undefined, length: number): number[] | null {
  if (text === undefined) return null;
  const result = placeSchema.safeParse(decodeCursor(text));
  if (!result.success || result.data[0] !== list || result.data.length !== length + 1) throw wrongCursor();
  const [, ...place] = result.data;
  return place;
}

/** Returns the first `limit` rows, with a cursor for the next page if `found` has more. */
export function cutPage<Row>(
  found: Row[],
  limit: number,
  list: string,
  placeOf: (row: Row) => number[],
): Page<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: last && found.length > limit ? encodePosition(list, placeOf(last)) : null };
}

/** The parts of a list that has open rows before done ones. Its cursors begin with the part. */
export const listPart = { open: 0, done: 1 } as const;

type ReadHalf<Row> = (after: number[] | null, limit: number) => Row[];

/**
 * Returns up to `limit` rows of a list that has open rows before done ones.
 * @param place the cursor: its `listPart`, then the numbers for `read`; null for the first page
 */
export function readOpenThenDone<Row>(
  place: number[] | null,
  limit: number,
  read: { open: ReadHalf<Row>; done: ReadHalf<Row> },
): Row[] {
  const [reached = listPart.open, ...after] = place ?? [];
  const rows = reached === listPart.open ? read.open(place && after, limit) : [];
  const left = limit - rows.length;
  return left > 0 ? [...rows, ...read.done(reached === listPart.done ? after : null, left)] : rows;
}

export function encodeCursor(parts: unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Returns a cursor's content, unchecked; null when it is malformed. */
export function decodeCursor(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return null;
  }
}

export function wrongCursor(): DomainError {
  return new DomainError(
    'invalid_request',
    'This cursor does not belong to this list. Start again without it.',
  );
}
