import type { Queryable } from '../../../db/client.ts';
import { inArray } from '../../../db/drizzle.ts';
import { prepared } from '../../../db/prepared.ts';
import { settings } from '../../../db/schema.ts';
import {
  defaultRetention,
  isChoice,
  type Retention,
  type RetentionName,
  retentionNames,
} from '../../shared/ops/retention.ts';

/* Retention is read here, in a lower layer, because the first privacy text states it. */

export const retentionSettingNames: Readonly<Record<RetentionName, string>> = {
  neverPaidDays: 'retention_never_paid_days',
  draftDays: 'retention_draft_days',
  mailDays: 'retention_mail_days',
  endedOrderYears: 'retention_ended_order_years',
};

const retentionSet = prepared((db) =>
  db
    .select()
    .from(settings)
    .where(inArray(settings.name, Object.values(retentionSettingNames))),
);

export function readRetention(db: Queryable): Retention {
  const rows = retentionSet(db).all();
  const set = new Map(rows.map(({ name, value }) => [name, Number(value)]));
  const entries = retentionNames.map((name) => {
    const value = set.get(retentionSettingNames[name]);
    return [name, value !== undefined && isChoice(name, value) ? value : defaultRetention[name]];
  });
  return Object.fromEntries(entries);
}
