import { type Queryable, type Transaction, writeTransaction } from '../../../../db/client.ts';
import { days, hours } from '../../../shared/durations.ts';
import type { DeletedCounts, KnownRetention } from '../../../shared/ops/privacy-schema.ts';
import {
  type Retention,
  type RetentionName,
  retentionMs,
  retentionNames,
} from '../../../shared/ops/retention.ts';
import type { Context } from '../../base/context.ts';
import { aboutSettings, recordAudit, serviceActor } from '../../base/record-audit.ts';
import { dayOf } from '../../base/time/business-days.ts';
import { isoTime } from '../../base/time/moments.ts';
import { deleteOldMail } from '../../mail/outbox-repository.ts';
import { requireOrderEvenDeleted } from '../../orders/find-order.ts';
import { listMessages } from '../../orders/messages/message-repository.ts';
import type { OrderRow } from '../../orders/order-repository.ts';
import { deleteOldEvents } from '../../payments/payment-repository.ts';
import { deleteOldDrafts } from '../../readings/draft-repository.ts';
import type { SettingsGroup } from '../../shop/change-settings.ts';
import { jsonFact } from '../../shop/facts-repository.ts';
import { readRetention, retentionSettingNames as settingNames } from '../../shop/retention-repository.ts';
import { writeSetting } from '../../shop/settings-repository.ts';
import { type Eraser, eraseOrder, erasureObstacle } from './erase-person.ts';
import { listNeverPaid, listPaidBefore } from './person-repository.ts';

/** Stripe repeats an event for three days, and lists the events of the last 30. */
const eventMemory = days(30);

const nightHour = 3;

/** When data was last deleted, and how much. */
const lastRun = jsonFact<NonNullable<KnownRetention['lastRun']>>('forgotten_last');

/** How long data is kept. The default privacy text quotes these periods. */
export const retentionSettings: SettingsGroup<Retention> = {
  id: 'retention',
  label: 'Data retention',
  action: 'retention_changed',
  isPublic: true,
  read: readRetention,
  write(tx, retention, updatedAt) {
    for (const name of retentionNames) {
      writeSetting(tx, { name: settingNames[name], value: String(retention[name]), updatedAt });
    }
  },
};

/** Returns how long data is kept, and when the last deletion ran, with its counts. */
export function showRetention({ db }: Pick<Context, 'db'>): KnownRetention {
  return { retention: readRetention(db), lastRun: lastRun.read(db) };
}

/** Deletes expired data once a night, after 3 a.m. in the business's time zone; otherwise does nothing. */
export async function deleteExpiredNightly(context: Context): Promise<void> {
  const { db, clock, config } = context;
  const nightOf = (time: number) => dayOf(time - hours(nightHour), config.businessTimeZone);
  const last = lastRun.read(db);
  if (last && nightOf(Date.parse(last.at)) === nightOf(clock.now())) return;
  await deleteExpiredData(context);
}

/** Deletes or erases data older than its retention. Records how many of each, then throws if a step failed. */
export async function deleteExpiredData(context: Eraser): Promise<DeletedCounts> {
  const { db, clock, log, signals } = context;
  const now = clock.now();
  const retention = readRetention(db);
  // Data without a limit never expires.
  const before = (name: RetentionName) => now - (retentionMs(name, retention[name]) ?? now);
  const counts = { neverPaidDays: 0, draftDays: 0, mailDays: 0, endedOrderYears: 0 };
  let stripeEvents = 0;

  async function eraseEach(name: RetentionName, found: { id: string }[], isDue: typeof hasEnded) {
    for (const { id } of found) {
      await writeTransaction(db, (tx) => {
        const order = requireOrderEvenDeleted(tx, id);
        if (order.erasedAt !== null || !isDue(tx, order, before(name), now)) return;
        eraseOrder(tx, order, 'system', now);
        counts[name] += 1;
      });
    }
  }

  type Deletion = (tx: Transaction, before: number) => { changes: number };
  const deleteOld = (deletion: Deletion, before: number) =>
    writeTransaction(db, (tx) => deletion(tx, before).changes);

  try {
    const neverPaid = listNeverPaid(db, before('neverPaidDays'));
    await eraseEach('neverPaidDays', neverPaid, (_, { paymentStatus }) => paymentStatus === 'unpaid');
    counts.draftDays = await deleteOld(deleteOldDrafts, before('draftDays'));
    counts.mailDays = await deleteOld(deleteOldMail, before('mailDays'));
    const ended = listPaidBefore(db, before('endedOrderYears'));
    await eraseEach('endedOrderYears', ended, hasEnded);
    stripeEvents = await deleteOld(deleteOldEvents, now - eventMemory);
  } finally {
    await writeTransaction(db, (tx) => recordForgotten(tx, counts, now));
    if (counts.endedOrderYears > 0) signals.invalidatePublicPages();
  }
  const all = { ...counts, stripeEvents };
  await writeTransaction(db, (tx) => lastRun.write(tx, { at: isoTime(now), counts: all }));
  log.info(all, 'expired data was deleted');
  return all;
}

/** Returns whether an order ended before a time: delivered by then, if ever, and with nothing open. */
function hasEnded(tx: Queryable, order: OrderRow, before: number, now: number): boolean {
  if ((order.deliveredAt ?? 0) >= before || erasureObstacle(tx, order, now) !== null) return false;
  return listMessages(tx, order.id).every(({ answerBy, closedAt }) => answerBy === null || closedAt !== null);
}

function recordForgotten(tx: Transaction, details: Record<RetentionName, number>, at: number): void {
  if (Object.values(details).every((count) => count === 0)) return;
  const subject = aboutSettings(retentionSettings.id, retentionSettings.label);
  recordAudit(tx, { actor: serviceActor, at, action: 'retention_applied', subject, details });
}
