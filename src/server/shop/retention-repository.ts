import { inArray } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { settings } from '../../../db/schema.ts';
import {
  defaultRetention,
  isChoice,
  type Retention,
  type RetentionName,
  retentionNames,
} from '../../shared/ops/retention.ts';

/* Retention is read here, in a lower layer, because the default privacy text states it. */

export const retentionSettingNames: Readonly<Record<RetentionName, string>> = {
  neverPaidDays: 'retention_never_paid_days',
  draftDays: 'retention_draft_days',
  mailDays: 'retention_mail_days',
  endedOrderYears: 'retention_ended_order_years',
};

/** Returns the retention; the default for one that is not set or no longer among the choices. */
export function readRetention(db: Queryable): Retention {
  const names = Object.values(retentionSettingNames);
  const rows = db.select().from(settings).where(inArray(settings.name, names)).all();
  const set = new Map(rows.map(({ name, value }) => [name, Number(value)]));
  const entries = retentionNames.map((name) => {
    const value = set.get(retentionSettingNames[name]);
    return [name, value !== undefined && isChoice(name, value) ? value : defaultRetention[name]];
  });
  return Object.fromEntries(entries);
}
