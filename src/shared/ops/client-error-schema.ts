import { z } from '../zod.ts';

/** The pages, under names that reveal nothing about the visitor: an order's own address is its key. */
export const reportedPages = [
  'home',
  'thank-you',
  'order',
  'admin/login',
  'admin/forgot-password',
  'admin/new-password',
  'admin/dashboard',
  'reader/dashboard',
  'reader/orders',
  'other',
] as const;

export const reportedParts = [
  'page',
  'header',
  'orders',
  'approvals',
  'settings',
  'today',
  'overview',
  'assignments',
  'writing',
  'submissions',
  'dialog',
] as const;
export type ReportedPart = (typeof reportedParts)[number];

/** An unexpected error reported by a browser: its kind and place in our scripts, never typed text. */
export const clientErrorSchema = z.strictObject({
  name: z
    .string({ error: 'The name must be text.' })
    .regex(/^[A-Za-z_$][\w$]{0,39}$/, 'The name is that of a kind of error.'),
  part: z.enum(reportedParts, { error: 'There is no such part.' }),
  page: z.enum(reportedPages, { error: 'There is no such page.' }),
  /** A script of ours with line and column; null when unknown. */
  at: z
    .string({ error: 'The place must be text.' })
    .max(200, 'The place can be up to 200 characters long.')
    .regex(/^\/[\w@./-]+\.[cm]?[jt]sx?:\d{1,7}:\d{1,7}$/, 'The place is a script, a line and a column.')
    .nullable(),
});
export type ClientError = z.infer<typeof clientErrorSchema>;
