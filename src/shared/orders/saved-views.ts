import { requiredLine } from '../fields.ts';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { cleanViewQuery } from './view-query.ts';

/** `PUT /api/saved-views/:id`. */
export const savedViewSchema = z.strictObject({
  name: requiredLine('The name', limits.viewNameCharacters),
  /** The list's search, filters and sort as they stand in its address; empty: all orders, the newest first. */
  query: z
    .string({ error: 'The search and the filters are missing.' })
    .max(limits.viewQueryCharacters, 'The search and the filters are too long to be kept.')
    .transform(cleanViewQuery),
});
/** `POST /api/saved-views`. With an id of one's own making, a call that is repeated saves one view. */
export const newViewSchema = savedViewSchema.extend({
  id: z
    .string({ error: 'The id of a view is text.' })
    .regex(/^[\w-]{20,60}$/, 'The id of a view has 20 to 60 letters, digits, - and _.')
    .optional(),
});
export type NewView = z.output<typeof newViewSchema>;
export type SavedViewInput = z.output<typeof savedViewSchema>;

/** A list of orders that an admin comes back to; everybody has their own. */
export interface SavedView extends SavedViewInput {
  id: string;
}
