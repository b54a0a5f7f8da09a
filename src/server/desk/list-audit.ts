import { writeTransaction } from '../../../db/client.ts';
import { type CsvColumns, csvRows, csvTitles } from '../../shared/csv.ts';
import {
  type AuditDetails,
  type AuditEntry,
  type AuditExportQuery,
  type AuditQuery,
  actionLabel,
  auditKinds,
  auditWordCharacters,
  formatAuditDetails,
} from '../../shared/ops/audit.ts';
import { foldSearchWords, searchedWords } from '../../shared/orders/search-text.ts';
import type { Page } from '../../shared/pages.ts';
import { type ListedRow, listAudit, searchAudit } from '../base/audit-repository.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { decodePosition, encodePosition } from '../base/paging.ts';
import { recordAudit } from '../base/record-audit.ts';
import { dayOf } from '../base/time/business-days.ts';
import { isoTime } from '../base/time/moments.ts';
import { periodDays, spanOfDays } from '../base/time/period-days.ts';

const rowsAtOnce = 15;
const exportedAtOnce = 500;

const forEver = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** Returns a page of the audit log, newest first. Words of a search that are too short are ignored. */
export function readAudit(context: Context, query: AuditQuery, limit = rowsAtOnce): Page<AuditEntry> {
  const { config, clock, db } = context;
  const { period, kind = null, cursor } = query;
  const timeZone = config.businessTimeZone;
  const span = period ? spanOfDays(periodDays(period, dayOf(clock.now(), timeZone)), timeZone) : forEver;
  const words = searchedWords(query.search ?? '', (orderNumber) => isInHistory(db, orderNumber)).filter(
    (word) => word.length >= auditWordCharacters,
  );
  const list = words.length > 0 ? 'audit-search' : 'audit';
  const place = decodePosition(list, cursor, 2);
  const [at = span.to, id = 0] = place ?? [];
  const sought = { kind, from: span.from, limit: limit + 1 };
  const rows =
    words.length > 0
      ? searchAudit(db, { ...sought, words, to: span.to, before: place ? id : Number.MAX_SAFE_INTEGER })
      : listAudit(db, { ...sought, at, id });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(present),
    next: last && rows.length > limit ? encodePosition(list, [last.at, last.id]) : null,
  };
}

function isInHistory(db: Context['db'], orderNumber: string): boolean {
  const whole = { kind: null, ...forEver, before: Number.MAX_SAFE_INTEGER, limit: 1 };
  return searchAudit(db, { ...whole, words: foldSearchWords(orderNumber) }).length > 0;
}

/** Records the export in the audit log, and returns the history as parts of a CSV, read page by page as it is sent. */
export async function exportAudit(
  context: Context,
  user: SignedIn,
  query: AuditExportQuery,
): Promise<Generator<string>> {
  await writeTransaction(context.db, (tx) =>
    recordAudit(tx, {
      actor: user,
      at: context.clock.now(),
      action: 'list_exported',
      subject: { kind: 'list', id: 'audit', label: 'History' },
      details: { kind: query.kind ?? null, period: query.period ?? null },
    }),
  );
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
  yield csvTitles(columns);
  let cursor: string | undefined;
  do {
    const page = readAudit(context, { ...query, cursor }, exportedAtOnce);
    yield csvRows(columns, page.rows);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}

function present(row: ListedRow): AuditEntry {
  const { id, at, actorName, kind, action, subjectKind, subjectId, subjectLabel, details } = row;
  return {
    id,
    at: isoTime(at),
    actor: actorName,
    kind,
    action,
    subject: { kind: subjectKind, id: subjectId, label: subjectLabel },
    details: JSON.parse(details) as AuditDetails,
  };
}
