import { requiredLine, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';

/** `PUT /api/snippets/:id`. */
export const changeSnippetSchema = z.strictObject({
  title: requiredLine('The title', limits.snippetTitleCharacters),
  text: requiredText('The text', limits.snippetCharacters),
  /** Whether every reader has it; only an admin can say so. Left out, it stays as it is. */
  isShared: z.boolean({ error: 'Whether it is shared must be true or false.' }).optional(),
});
export type SnippetChange = z.output<typeof changeSnippetSchema>;

/** `POST /api/snippets`. */
export const snippetSchema = changeSnippetSchema.extend({
  isShared: changeSnippetSchema.shape.isShared.default(false),
});
export type SnippetInput = z.output<typeof snippetSchema>;

/** A text to be put into a reading. */
export interface Snippet extends SnippetInput {
  id: string;
  /** Whether the caller may change and delete it. */
  mayChange: boolean;
}
