import { type CsvColumns, csvRows, csvTitles } from '../../shared/csv.ts';
import type { Page } from '../../shared/list-page.ts';
import {
  type AuditEntry,
  type AuditExportQuery,
  type AuditQuery,
  actionLabel,
  auditKinds,
  auditWordMinimumCharacters,
  formatAuditDetails,
} from '../../shared/ops/audit-log.ts';
import { foldSearchWords, searchedWords } from '../../shared/orders/search-text.ts';
import { type AuditRow, listAudit, searchAudit } from '../base/audit-repository.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { cutPage, decodePosition } from '../base/paging.ts';
import { recordListExport } from '../base/record-audit.ts';
import { dayOf } from '../base/time/business-days.ts';
import { isoTime } from '../base/time/moments.ts';
import { periodDays, spanOfDays } from '../base/time/period-days.ts';
import { readMoneyStyle } from '../shop/settings-repository.ts';

const rowsAtOnce = 15;
const exportedAtOnce = 500;

const forEver = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** Returns a page of the audit log, newest first; ignores search words that are too short. */
export function readAudit(context: Context, query: AuditQuery, limit = rowsAtOnce): Page<AuditEntry> {
  const { config, clock, db } = context;
  const { period, kind = null, cursor } = query;
  const timeZone = config.businessTimeZone;
  const span = period ? spanOfDays(periodDays(period, dayOf(clock.now(), timeZone)), timeZone) : forEver;
  const words = searchedWords(query.search ?? '', (orderNumber) => isInHistory(db, orderNumber)).filter(
    (word) => word.length >= auditWordMinimumCharacters,
  );
  const list = words.length > 0 ? 'audit-search' : 'audit';
  const place = decodePosition(list, cursor, 2);
  const [at = span.to, id = 0] = place ?? [];
  const sought = { kind, from: span.from, limit: limit + 1 };
  const found =
    words.length > 0
      ? searchAudit(db, { ...sought, words, to: span.to, before: place ? id : Number.MAX_SAFE_INTEGER })
      : listAudit(db, { ...sought, at, id });
  const { rows, next } = cutPage(found, limit, list, (row) => [row.at, row.id]);
  return { rows: rows.map(present), next };
}

function isInHistory(db: Context['db'], orderNumber: string): boolean {
  const whole = { kind: null, ...forEver, before: Number.MAX_SAFE_INTEGER, limit: 1 };
  return searchAudit(db, { ...whole, words: foldSearchWords(orderNumber) }).length > 0;
}

/** Records the export, and returns the audit log as parts of a CSV, each page queried when it is sent. */
export async function exportAudit(
  context: Context,
  user: SignedIn,
  query: AuditExportQuery,
): Promise<Generator<string>> {
  const details = { kind: query.kind ?? null, period: query.period ?? null };
  await recordListExport(context, user, { id: 'audit', label: 'History' }, details);
  return auditLines(context, query);
}

const columns: CsvColumns<AuditEntry> = [
  ['Time', ({ at }) => at],
  ['Who', ({ actor }) => actor],
  ['Kind', ({ kind }) => auditKinds[kind]],
  ['What', ({ action }) => actionLabel(action)],
  ['To what', ({ subject }) => subject.label],
  ['Details', ({ details }) => formatAuditDetails(details)],
];

function* auditLines(context: Context, query: AuditExportQuery): Generator<string> {
  const style = readMoneyStyle(context.db);
  yield csvTitles(columns, style);
  let cursor: string | undefined;
  do {
    const page = readAudit(context, { ...query, cursor }, exportedAtOnce);
    yield csvRows(columns, page.rows, style);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}

function present(row: AuditRow): AuditEntry {
  const { id, at, actorName, kind, action, subjectKind, subjectId, subjectLabel, details } = row;
  return {
    id,
    at: isoTime(at),
    actor: actorName,
    kind,
    action,
    subject: { kind: subjectKind, id: subjectId, label: subjectLabel },
    details,
  };
}
