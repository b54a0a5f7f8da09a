import { requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import type { Role } from '../people/staff.ts';
import { z } from '../zod.ts';

/** What somebody who works here wrote down; it is never changed. */
export interface Note {
  id: string;
  text: string;
  /** A username */
  author: string;
  /** ISO 8601 */
  createdAt: string;
}

/** What reader and admins say to each other about an order. */
export interface OrderNote extends Note {
  /** Of its author */
  role: Role;
  /** Whether whoever asks wrote it. */
  isOwn: boolean;
}

export const addNoteSchema = z.strictObject({ text: requiredText('The note', limits.noteCharacters) });
