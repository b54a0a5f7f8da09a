import { type Queryable, writeTransaction } from '../../../db/client.ts';
import type { KnownRetention } from '../../shared/privacy/privacy.ts';
import {
  isChoice,
  type Retention,
  type RetentionName,
  retentionNames,
  usualRetention,
} from '../../shared/privacy/retention.ts';
import { aboutSettings, recordAudit, whatChanged } from '../audit/record-audit.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { readSettings, writeSetting } from '../settings/settings-repository.ts';
import { readLastRun } from './forgotten-repository.ts';

const settingNames: Record<RetentionName, string> = {
  neverPaidDays: 'retention_never_paid_days',
  draftDays: 'retention_draft_days',
  mailDays: 'retention_mail_days',
  endedOrderYears: 'retention_ended_order_years',
};

/** @returns how long what is kept, as the admin has set it */
export function readRetention(db: Queryable): Retention {
  const set = readSettings(db, Object.values(settingNames));
  const entries = retentionNames.map((name) => {
    const value = Number(set.get(settingNames[name]) ?? Number.NaN);
    return [name, isChoice(name, value) ? value : usualRetention[name]];
  });
  return Object.fromEntries(entries);
}

/** @returns the same, and what was forgotten last */
export function showRetention({ db }: Pick<Context, 'db'>): KnownRetention {
  return { retention: readRetention(db), lastRun: readLastRun(db) };
}

/** Sets how long what is kept. Whatever is older is forgotten in the next night. */
export function changeRetention(context: Context, user: SignedIn, retention: Retention): Retention {
  const updatedAt = context.clock.now();
  writeTransaction(context.db, (tx) => {
    const details = whatChanged(readRetention(tx), retention);
    for (const name of retentionNames) {
      writeSetting(tx, { name: settingNames[name], value: String(retention[name]), updatedAt });
    }
    const subject = aboutSettings('retention', 'What is kept');
    recordAudit(tx, { actor: user, at: updatedAt, action: 'retention_changed', subject, details });
  });
  context.log.info({ userId: user.id, ...retention }, 'how long what is kept was changed');
  return retention;
}
