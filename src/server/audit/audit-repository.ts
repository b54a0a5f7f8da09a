import type { Queryable } from '../../../db/client.ts';
import { type Given, prepared } from '../../../db/prepared.ts';
import { audit } from '../../../db/schema.ts';

export type AuditRow = typeof audit.$inferSelect;
type NewRow = Omit<AuditRow, 'id'>;

const auditInsert = prepared((db, given: Given<NewRow>) => {
  const { at, actorId, actorName, kind, action, subjectKind, subjectId, subjectLabel, details, words } =
    given;
  return db
    .insert(audit)
    .values({ at, actorId, actorName, kind, action, subjectKind, subjectId, subjectLabel, details, words });
});

export function insertAudit(db: Queryable, row: NewRow): void {
  auditInsert(db).run(row);
}
