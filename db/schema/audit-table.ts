import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AuditAction, AuditDetails, AuditKind, AuditSubject } from '../../src/shared/ops/audit-log.ts';

/** Triggers prevent changes and deletions of rows, and copy text into `audit_search` (migrations/0031). */
export const audit = sqliteTable(
  'audit',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: integer('at').notNull(),
    /** Null when the actor has no account: the command line, the service itself. */
    actorId: text('actor_id'),
    actorName: text('actor_name').notNull(),
    kind: text('kind').$type<AuditKind>().notNull(),
    action: text('action').$type<AuditAction>().notNull(),
    subjectKind: text('subject_kind').$type<AuditSubject['kind']>().notNull(),
    subjectId: text('subject_id').notNull(),
    subjectLabel: text('subject_label').notNull(),
    details: text('details', { mode: 'json' }).$type<AuditDetails>().notNull(),
    words: text('words').notNull(),
  },
  (table) => [index('audit_at').on(table.at), index('audit_kind').on(table.kind, table.at)],
);
