import { and, desc, eq, getTableColumns, gte, lt, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { audit } from '../../../db/schema.ts';
import type { AuditKind } from '../../shared/ops/audit-log.ts';

export type AuditRow = typeof audit.$inferSelect;

export function insertAudit(tx: Transaction, entry: typeof audit.$inferInsert): void {
  tx.insert(audit).values(entry).run();
}

interface Sought {
  from: number;
  limit: number;
  kind: AuditKind | null;
}

/** Returns entries since `from`, newest first, from the last page's end (`at`, `id`) on. */
export function listAudit(
  db: Queryable,
  { from, at, id, kind, limit }: Sought & { at: number; id: number },
): AuditRow[] {
  // The place is the only upper bound: with two, SQLite may use the other one, and scan all pages before.
  const isBefore = sql`(${audit.at}, ${audit.id}) < (${at}, ${id})`;
  return db
    .select()
    .from(audit)
    .where(and(gte(audit.at, from), isBefore, isOfKind(kind)))
    .orderBy(desc(audit.at), desc(audit.id))
    .limit(limit)
    .all();
}

/** Returns entries that contain all words, newest first. @param words folded, of at least three characters */
export function searchAudit(
  db: Queryable,
  { words, from, to, before, kind, limit }: Sought & { to: number; before: number; words: string[] },
): AuditRow[] {
  const match = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');
  const rowId = sql`audit_search.rowid`;
  const isFound = sql`audit_search MATCH ${match} AND ${rowId} < ${before}`;
  return db
    .select(getTableColumns(audit))
    .from(sql`audit_search`)
    .crossJoin(audit)
    .where(and(isFound, eq(audit.id, rowId), gte(audit.at, from), lt(audit.at, to), isOfKind(kind)))
    .orderBy(desc(rowId))
    .limit(limit)
    .all();
}

const isOfKind = (kind: AuditKind | null) => (kind === null ? undefined : eq(audit.kind, kind));
