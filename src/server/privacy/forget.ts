import { type Queryable, type Transaction, writeTransaction } from '../../../db/client.ts';
import { days, hours } from '../../shared/durations.ts';
import type { ForgottenCounts, KnownRetention } from '../../shared/privacy/privacy.ts';
import {
  memoryOf,
  type Retention,
  type RetentionName,
  retentionNames,
} from '../../shared/privacy/retention.ts';
import { aboutSettings, recordAudit, theService } from '../audit/record-audit.ts';
import { readRetention, retentionSettings as settingNames } from '../business/retention-repository.ts';
import type { Context } from '../context/context.ts';
import { requireOrderEvenDeleted } from '../orders/find-order.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { deleteOldMail } from '../outbox/outbox-repository.ts';
import { deleteOldEvents } from '../payments/money/payment-repository.ts';
import { readFact, writeFact } from '../payments/money/service-repository.ts';
import { listProblems } from '../problems/problem-repository.ts';
import { dropOldDrafts } from '../readings/drafts.ts';
import type { SettingsGroup } from '../settings/change-settings.ts';
import { writeSetting } from '../settings/settings-repository.ts';
import { dayOf } from '../time/business-days.ts';
import { isoTime } from '../time/iso-time.ts';
import { eraseOrder } from './erase-person.ts';
import { listNeverPaid, listPaidBefore } from './person-repository.ts';
import { whyNotYet } from './why-not-yet.ts';

type Keeper = Pick<Context, 'db' | 'clock' | 'log' | 'publicChanged'>;

/** Stripe repeats an event for three days, and can be asked for those of the last 30. */
const eventMemory = days(30);

/** When the night's work begins, in hours after midnight where the business is. */
const nightHour = 3;

/** What the table `service_facts` calls the last run. */
const lastRunName = 'forgotten_last';

/** How long what is kept, which the first privacy text says. What is older is deleted in the next night. */
export const retentionSettings: SettingsGroup<Retention> = {
  id: 'retention',
  label: 'What is kept',
  action: 'retention_changed',
  isPublic: true,
  read: readRetention,
  write(tx, retention, updatedAt) {
    for (const name of retentionNames) {
      writeSetting(tx, { name: settingNames[name], value: String(retention[name]), updatedAt });
    }
  },
};

/** @returns how long what is kept, and what the nightly job deleted last */
export function showRetention({ db }: Pick<Context, 'db'>): KnownRetention {
  return { retention: readRetention(db), lastRun: readLastRun(db) };
}

function readLastRun(db: Queryable): KnownRetention['lastRun'] {
  return JSON.parse(readFact(db, lastRunName) ?? 'null');
}

/** Runs the nightly job: as soon as the service runs after three o'clock on a day on which it has not. */
export async function forgetNightly(context: Context): Promise<void> {
  const { db, clock, config } = context;
  const nightOf = (time: number) => dayOf(time - hours(nightHour), config.businessTimeZone);
  const last = readLastRun(db);
  if (last && nightOf(Date.parse(last.at)) === nightOf(clock.now())) return;
  await forgetOld(context);
}

/**
 * Deletes what is older than the table of what is kept says, and records how many of each, also when it fails half-way.
 *
 * @returns how many of each
 */
export async function forgetOld(context: Keeper): Promise<ForgottenCounts> {
  const { db, clock, log, publicChanged } = context;
  const now = clock.now();
  const retention = readRetention(db);
  // What is kept without a limit is older than nothing.
  const before = (name: RetentionName) => now - (memoryOf(name, retention[name]) ?? now);
  const counts = { neverPaidDays: 0, draftDays: 0, mailDays: 0, endedOrderYears: 0 };
  let stripeEvents = 0;

  /** Erases the customers of some of these orders, each in a transaction of its own: they may be thousands. */
  async function eraseEach(name: RetentionName, ids: string[], isDue: typeof hasEnded): Promise<void> {
    for (const id of ids) {
      await writeTransaction(db, (tx) => {
        // The order may have changed since it was listed.
        const order = requireOrderEvenDeleted(tx, id);
        if (order.erasedAt !== null || !isDue(tx, order, before(name), now)) return;
        eraseOrder(tx, order, 'system', now);
        counts[name] += 1;
      });
      // Other requests are served before the next one.
      await db.commits.written();
    }
  }

  try {
    const neverPaid = listNeverPaid(db, before('neverPaidDays'));
    await eraseEach('neverPaidDays', neverPaid, (_, { paymentStatus }) => paymentStatus === 'unpaid');
    counts.draftDays = await dropOldDrafts(context, before('draftDays'));
    counts.mailDays = await writeTransaction(db, (tx) => deleteOldMail(tx, before('mailDays')));
    await eraseEach('endedOrderYears', listPaidBefore(db, before('endedOrderYears')), hasEnded);
    stripeEvents = await writeTransaction(db, (tx) => deleteOldEvents(tx, now - eventMemory));
  } finally {
    await writeTransaction(db, (tx) => recordForgotten(tx, counts, now));
    // Their words may have been on the site.
    if (counts.endedOrderYears > 0) publicChanged();
  }
  const all = { ...counts, stripeEvents };
  await writeTransaction(db, (tx) =>
    writeFact(tx, lastRunName, JSON.stringify({ at: isoTime(now), counts: all })),
  );
  log.info(all, 'what is kept no longer was forgotten');
  return all;
}

/** @returns whether an order was delivered before a time, if it was, and nothing about it is open */
function hasEnded(tx: Queryable, order: OrderRow, before: number, now: number): boolean {
  if ((order.deliveredAt ?? 0) >= before || whyNotYet(tx, order, now) !== null) return false;
  return listProblems(tx, order.id).every(({ closedAt }) => closedAt !== null);
}

/** Records what a night deleted, if anything. The count of Stripe's events is of no interest to an admin. */
function recordForgotten(tx: Transaction, details: Record<RetentionName, number>, at: number): void {
  if (Object.values(details).every((count) => count === 0)) return;
  const subject = aboutSettings(retentionSettings.id, retentionSettings.label);
  recordAudit(tx, { actor: theService, at, action: 'retention_applied', subject, details });
}
