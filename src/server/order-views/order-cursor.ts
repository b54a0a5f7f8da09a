import { z } from 'zod';
import type { OrderSort, SortDirection } from '../../shared/orders.ts';
import { DomainError } from '../errors.ts';
import type { OrderCursor } from './order-list-conditions.ts';

interface ListOrder {
  sort: OrderSort;
  direction: SortDirection;
}

const cursorSchema = z.tuple([z.string(), z.string(), z.string().max(200).nullable(), z.int().min(0)]);

const placeSchema = z.tuple([z.string()], z.int());

/** @returns the cursor as an opaque text for the next call; it belongs to one sort order */
export function encodeCursor(cursor: OrderCursor, list: ListOrder): string {
  const parts = [list.sort, list.direction, cursor.value, cursor.seq];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * Reads a cursor that `encodeCursor` wrote.
 *
 * @throws {DomainError} `invalid_request` when it is not one, or belongs to another sort order
 */
export function decodeCursor(text: string, list: ListOrder): OrderCursor {
  const result = cursorSchema.safeParse(parse(text));
  if (!result.success || result.data[0] !== list.sort || result.data[1] !== list.direction) {
    throw wrongCursor();
  }
  const [, , value, seq] = result.data;
  return { value, seq };
}

/** @returns where a page of the list of that name ended, as an opaque text for the next call */
export function encodePlace(list: string, place: number[]): string {
  return Buffer.from(JSON.stringify([list, ...place])).toString('base64url');
}

/**
 * Reads a place that `encodePlace` wrote.
 *
 * @param length how many numbers say where something stands in that list
 * @throws {DomainError} `invalid_request` when it is not one, or belongs to another list
 */
export function decodePlace(list: string, text: string | undefined, length: number): number[] | null {
  if (text === undefined) return null;
  const result = placeSchema.safeParse(parse(text));
  if (!result.success || result.data[0] !== list || result.data.length !== length + 1) throw wrongCursor();
  const [, ...place] = result.data;
  return place;
}

function wrongCursor(): DomainError {
  return new DomainError(
    'invalid_request',
    'This cursor does not belong to this list. Start again without it.',
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return null;
  }
}
