import { z } from './zod.ts';

export const pageRows = 200;

export const pageQuerySchema = z.strictObject({ cursor: z.string().max(1_000).optional() });

export interface Page<Row> {
  rows: Row[];
  next: string | null;
}
