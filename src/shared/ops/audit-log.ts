import { limits } from '../limits.ts';
import { periodSchema } from '../list-page.ts';
import { z } from '../zod.ts';

export const auditKinds = {
  money: 'Money',
  orders: 'Orders',
  people: 'People',
  settings: 'Settings',
  privacy: 'Privacy',
} as const;
export type AuditKind = keyof typeof auditKinds;

/** Stored: a name never changes. Only some wrong passwords are recorded, and no unknown usernames. */
export const auditActions = {
  price_changed: { kind: 'money', label: 'Price changed' },
  refund_asked: { kind: 'money', label: 'Refund requested' },
  payment_accepted: { kind: 'money', label: 'Payment accepted' },
  payment_cleared: { kind: 'money', label: 'Payment warning dismissed' },
  withdrawal_settled: { kind: 'money', label: 'Withdrawal settled' },
  withdrawal_lifted: { kind: 'money', label: 'Withdrawal taken back' },
  order_deleted: { kind: 'orders', label: 'Order deleted' },
  order_restored: { kind: 'orders', label: 'Order restored' },
  person_created: { kind: 'people', label: 'Account created' },
  person_invited: { kind: 'people', label: 'Invitation resent' },
  person_closed: { kind: 'people', label: 'Account closed' },
  person_opened: { kind: 'people', label: 'Account reopened' },
  role_changed: { kind: 'people', label: 'Role changed' },
  password_changed: { kind: 'people', label: 'Password changed' },
  email_changed: { kind: 'people', label: 'Account’s email address changed' },
  two_factor_on: { kind: 'people', label: 'Two-factor sign-in turned on' },
  two_factor_off: { kind: 'people', label: 'Two-factor sign-in turned off' },
  session_ended: { kind: 'people', label: 'Session ended' },
  signed_in: { kind: 'people', label: 'Signed in' },
  signed_out: { kind: 'people', label: 'Signed out' },
  sign_in_failed: { kind: 'people', label: 'Failed sign-in' },
  sign_in_guarded: { kind: 'people', label: 'Too many wrong passwords' },
  availability_changed: { kind: 'people', label: 'Availability changed' },
  profile_changed: { kind: 'people', label: 'Profile changed' },
  portrait_changed: { kind: 'people', label: 'Portrait changed' },
  settings_changed: { kind: 'settings', label: 'Settings changed' },
  text_changed: { kind: 'settings', label: 'Text changed' },
  text_restored: { kind: 'settings', label: 'Text restored' },
  database_restored: { kind: 'settings', label: 'Database restored from a backup' },
  list_exported: { kind: 'privacy', label: 'List exported' },
  evidence_exported: { kind: 'privacy', label: 'Evidence exported' },
  customer_exported: { kind: 'privacy', label: 'Customer’s data exported' },
  customer_erased: { kind: 'privacy', label: 'Customer’s data erased' },
  customer_email_changed: { kind: 'privacy', label: 'Customer’s email address changed' },
  feedback_published: { kind: 'privacy', label: 'Customer’s feedback published' },
  feedback_taken_off: { kind: 'privacy', label: 'Customer’s feedback removed' },
  retention_changed: { kind: 'privacy', label: 'Data retention changed' },
  retention_applied: { kind: 'privacy', label: 'Old data deleted' },
} as const satisfies Record<string, { kind: AuditKind; label: string }>;
export type AuditAction = keyof typeof auditActions;

/** Returns an audit action's label; an unknown action as it is. */
export function actionLabel(action: string): string {
  return Object.hasOwn(auditActions, action) ? auditActions[action as AuditAction].label : action;
}

export interface AuditSubject {
  kind: 'order' | 'person' | 'customer' | 'settings' | 'text' | 'list';
  /** The id or name of the subject; for a customer, the id of an order. */
  id: string;
  label: string;
}

export type AuditDetails = Record<string, string | number | boolean | null>;

export interface AuditEntry {
  id: number;
  at: string;
  actor: string;
  kind: AuditKind;
  action: AuditAction;
  subject: AuditSubject;
  details: AuditDetails;
}

export const auditWordMinimumCharacters = 3;

/** Formats details as `price: $60.00 → $75.00; writes: yes`: names as words, booleans as yes or no. Amounts must be text. */
export function formatAuditDetails(details: AuditDetails): string {
  return Object.entries(details)
    .map(([name, value]) => `${inWords(name)}: ${sayValue(value)}`)
    .join('; ');
}

function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ');
}

function sayValue(value: AuditDetails[string]): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === null ? 'none' : String(value);
}

const kinds = Object.keys(auditKinds) as [AuditKind, ...AuditKind[]];

export const auditExportQuerySchema = z.strictObject({
  search: z
    .string()
    .max(limits.searchCharacters, `Search for at most ${limits.searchCharacters} characters.`)
    .refine((text) => !text.trim() || longestWord(text) >= auditWordMinimumCharacters, {
      error: `Each search word needs at least ${auditWordMinimumCharacters} characters.`,
    })
    .optional(),
  kind: z.enum(kinds, { error: `kind is one of ${kinds.join(', ')}.` }).optional(),
  period: periodSchema('period').optional(),
});
export type AuditExportQuery = z.output<typeof auditExportQuerySchema>;

export const auditQuerySchema = auditExportQuerySchema.extend({ cursor: z.string().max(1_000).optional() });
export type AuditQuery = z.output<typeof auditQuerySchema>;

function longestWord(text: string): number {
  return Math.max(
    ...text
      .trim()
      .split(/\s+/)
      .map((word) => word.length),
  );
}
