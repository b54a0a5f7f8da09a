import { z } from './zod.ts';

/** What the owner of a new shop does first, in the order of the list. */
export const firstSteps = ['email', 'about', 'stripe', 'mail', 'backups', 'reader', 'look', 'order'] as const;
export type FirstStep = (typeof firstSteps)[number];

/** `GET /api/first-steps`. */
export interface FirstSteps {
  /** Dismissed, or a shop that was at work before there was this list: it is never shown again. */
  isOver: boolean;
  done: FirstStep[];
  /** With which card the test order is paid. */
  payments: 'sandbox' | 'test' | 'live';
}

/** `PUT /api/first-steps`: what only the owner can tell. */
export const noteFirstStepSchema = z.strictObject({ note: z.enum(['looked', 'dismissed']) });
export type FirstStepNote = z.infer<typeof noteFirstStepSchema>['note'];
