import { requiredLine, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';

export const changeSnippetSchema = z.strictObject({
  title: requiredLine('The title', limits.snippetTitleCharacters),
  text: requiredText('The text', limits.snippetCharacters),
  /** Only an admin can share snippets. When left out, it does not change. */
  isShared: z.boolean({ error: 'Whether it is shared must be true or false.' }).optional(),
});
export type SnippetChange = z.output<typeof changeSnippetSchema>;

export const snippetSchema = changeSnippetSchema.extend({
  isShared: changeSnippetSchema.shape.isShared.default(false),
});
export type SnippetInput = z.output<typeof snippetSchema>;

export interface Snippet extends SnippetInput {
  id: string;
  mayChange: boolean;
}
