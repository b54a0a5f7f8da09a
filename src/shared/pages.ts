import { z } from './zod.ts';

/** How many rows a plain list answers at once (docs/product.md §11). */
export const pageRows = 200;

/** The query of a list that answers in parts: where the part before said that the next one is. */
export const pageQuerySchema = z.strictObject({ cursor: z.string().max(1_000).optional() });

export interface Page<Row> {
  rows: Row[];
  next: string | null;
}
