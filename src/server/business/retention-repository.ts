import type { Queryable } from '../../../db/client.ts';
import { sql } from '../../../db/drizzle.ts';
import { type Given, listed, prepared, written } from '../../../db/prepared.ts';
import { settings } from '../../../db/schema.ts';
import {
  isChoice,
  type Retention,
  type RetentionName,
  retentionNames,
  usualRetention,
} from '../../shared/privacy/retention.ts';

/* Retention is read here, in a lower layer, because the first privacy text states it. */

export const retentionSettings: Readonly<Record<RetentionName, string>> = {
  neverPaidDays: 'retention_never_paid_days',
  draftDays: 'retention_draft_days',
  mailDays: 'retention_mail_days',
  endedOrderYears: 'retention_ended_order_years',
};
const settingNames = listed(Object.values(retentionSettings));

const retentionSet = prepared((db, { names }: Given<{ names: string }>) =>
  written<{ name: string; value: string }>(
    db,
    sql`SELECT name, value FROM ${settings} WHERE name IN (SELECT value FROM json_each(${names}))`,
  ),
);

export function readRetention(db: Queryable): Retention {
  const rows = retentionSet(db).all({ names: settingNames });
  const set = new Map(rows.map(({ name, value }) => [name, Number(value)]));
  const entries = retentionNames.map((name) => {
    const value = set.get(retentionSettings[name]);
    return [name, value !== undefined && isChoice(name, value) ? value : usualRetention[name]];
  });
  return Object.fromEntries(entries);
}
