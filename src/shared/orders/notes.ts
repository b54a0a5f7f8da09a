import { requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';

export interface Note {
  id: string;
  text: string;
  /** A username */
  author: string;
  /** ISO 8601 */
  createdAt: string;
}

export const addNoteSchema = z.strictObject({ text: requiredText('The note', limits.noteCharacters) });
