import { type Transaction, writeTransaction } from '../../../db/client.ts';
import {
  type AuditAction,
  type AuditDetails,
  type AuditSubject,
  auditActions,
} from '../../shared/ops/audit-log.ts';
import type { DaysAway } from '../../shared/people/days-away.ts';
import { foldText } from '../../shared/text.ts';
import { insertAudit } from './audit-repository.ts';
import type { Context } from './context.ts';

export const commandLineActor = { id: null, username: 'command line' } as const;
/** The person who creates the first account. */
export const setUpActor = { id: null, username: 'first start' } as const;
export const serviceActor = { id: null, username: 'the service' } as const;

export type Actor = { id: string | null; username: string };

interface Audited {
  actor: Actor;
  at: number;
  action: AuditAction;
  subject: AuditSubject;
  details?: AuditDetails;
}

export function recordAudit(tx: Transaction, { actor, at, action, subject, details = {} }: Audited): void {
  const { kind, label } = auditActions[action];
  const said = Object.entries(details).flat();
  insertAudit(tx, {
    at,
    actorId: actor.id,
    actorName: actor.username,
    kind,
    action,
    subjectKind: subject.kind,
    subjectId: subject.id,
    subjectLabel: subject.label,
    details,
    words: foldText([actor.username, label, subject.label, ...said].join(' ')),
  });
}

/** Records an action that stores nothing else, such as an export, in its own transaction. */
export async function recordAuditAlone(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  audited: Omit<Audited, 'at'>,
): Promise<void> {
  await writeTransaction(db, (tx) => recordAudit(tx, { ...audited, at: clock.now() }));
}

/** Records a change of settings. @param settings the group's label, as shown, and id */
export function recordSettings(
  { clock }: Pick<Context, 'clock'>,
  tx: Transaction,
  actor: Actor,
  settings: { id: string; label: string },
  details: AuditDetails,
): void {
  const subject = aboutSettings(settings.id, settings.label);
  recordAudit(tx, { actor, at: clock.now(), action: 'settings_changed', subject, details });
}

/** Records the export of a list. @param details the filters of the list */
export function recordListExport(
  context: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  list: { id: string; label: string },
  details: AuditDetails,
): Promise<void> {
  const subject = { kind: 'list', ...list } as const;
  return recordAuditAlone(context, { actor, action: 'list_exported', subject, details });
}

export function aboutOrder({ id, orderNumber }: { id: string; orderNumber: string }): AuditSubject {
  return { kind: 'order', id, label: orderNumber };
}

export function aboutPerson({ id, username }: { id: string; username: string }): AuditSubject {
  return { kind: 'person', id, label: username };
}

export function aboutSettings(id: string, label: string): AuditSubject {
  return { kind: 'settings', id, label };
}

/** Returns each field of `after` that differs from `before`, as `before → after` in words; {} without any. */
export function whatChanged<T extends object>(before: T, after: T): AuditDetails {
  const names = Object.keys(after) as (keyof T & string)[];
  const changed = names.filter((name) => valueInWords(before[name]) !== valueInWords(after[name]));
  return Object.fromEntries(
    changed.map((name) => [name, `${valueInWords(before[name])} → ${valueInWords(after[name])}`]),
  );
}

function valueInWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (value === null || value === undefined) return 'none';
  if (Array.isArray(value) && value.every(isPeriod)) return periodsInWords(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Returns periods as `2026-12-24 to 2026-12-26; 2026-12-31`, or `none`. */
export function periodsInWords(periods: readonly DaysAway[]): string {
  const spans = periods.map(({ from, to }) => (from === to ? from : `${from} to ${to}`));
  return spans.join('; ') || 'none';
}

function isPeriod(value: unknown): value is DaysAway {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value;
}
