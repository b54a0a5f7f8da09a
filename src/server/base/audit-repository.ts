import type { Queryable } from '../../../db/client.ts';
import { sql } from '../../../db/drizzle.ts';
import { aliasedColumns, insertInto, type Params, preparedPer, rawStatement } from '../../../db/prepared.ts';
import { audit } from '../../../db/schema.ts';
import type { AuditKind } from '../../shared/ops/audit.ts';

export type AuditRow = typeof audit.$inferSelect;

export const insertAudit = insertInto(audit);

export type ListedRow = Omit<AuditRow, 'details' | 'actorId' | 'words'> & { details: string };

const columns = aliasedColumns(audit, [
  ...(['id', 'at', 'actorName', 'kind', 'action'] as const),
  ...(['subjectKind', 'subjectId', 'subjectLabel', 'details'] as const),
]);

interface Sought {
  from: number;
  limit: number;
  kind: AuditKind | null;
}
const ofKind = (byKind: boolean, kind: Params<Sought>['kind']) =>
  byKind ? sql`AND ${audit.kind} = ${kind}` : sql``;

// The place is the only upper bound: with two, SQLite may use the other one, and scan all pages before.
const listed = preparedPer((db, byKind: boolean, given: Params<Sought & { at: number; id: number }>) =>
  rawStatement<ListedRow>(
    db,
    sql`SELECT ${columns} FROM ${audit}
      WHERE ${audit.at} >= ${given.from} AND (${audit.at}, ${audit.id}) < (${given.at}, ${given.id})
        ${ofKind(byKind, given.kind)}
      ORDER BY ${audit.at} DESC, ${audit.id} DESC LIMIT ${given.limit}`,
  ),
);

/** Returns entries since `from` and before the place (`at`, `id`), newest first. */
export function listAudit(db: Queryable, sought: Sought & { at: number; id: number }): ListedRow[] {
  return listed(db, sought.kind !== null).all(sought);
}

const found = preparedPer(
  (db, byKind: boolean, given: Params<Sought & { to: number; before: number; match: string }>) =>
    rawStatement<ListedRow>(
      db,
      sql`SELECT ${columns} FROM audit_search CROSS JOIN ${audit} ON ${audit.id} = audit_search.rowid
        WHERE audit_search MATCH ${given.match} AND audit_search.rowid < ${given.before}
          AND ${audit.at} >= ${given.from} AND ${audit.at} < ${given.to} ${ofKind(byKind, given.kind)}
        ORDER BY audit_search.rowid DESC LIMIT ${given.limit}`,
    ),
);

/** Returns entries that contain all words, newest first. @param words folded, of three characters at least */
export function searchAudit(
  db: Queryable,
  { words, ...sought }: Sought & { to: number; before: number; words: string[] },
): ListedRow[] {
  const match = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');
  return found(db, sought.kind !== null).all({ ...sought, match });
}
