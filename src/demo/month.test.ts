import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../db/client.ts';
import { folderOfFile } from '../../tests/kit/temporary-folder.ts';
import { readOverview } from '../server/admin/read-overview.ts';
import { readQuotes } from '../server/aftercare/customer-feedback.ts';
import { openService } from '../server/app/open-service.ts';
import { type Config, parseConfig } from '../server/base/config/config.ts';
import { dayOf, startOfDay } from '../server/base/time/business-days.ts';
import { listAlerts } from '../server/ops/alerts.ts';
import { readToday } from '../server/ops/today.ts';
import { findShownPortrait, listPublicReaders } from '../server/people/people-repository.ts';
import { standardOffer } from '../shared/offers/offer-types.ts';
import { orderStatuses, paymentStatuses } from '../shared/orders/order-status.ts';
import { checkReading } from '../shared/readings/reading-checks.ts';
import { simulateMonth } from './month.ts';

const folder = folderOfFile();

let months = 0;

/** The month before a moment, in a file of its own. */
async function live(
  now: string,
  kind: Parameters<typeof simulateMonth>[2] = {},
): Promise<{ config: Config; db: Database; now: number }> {
  months += 1;
  const config = parseConfig({ DATABASE_PATH: join(folder, `${months}.db`), LOG_LEVEL: 'silent' });
  await simulateMonth(config, Date.parse(now), kind);
  return { config, db: openDatabase(config.databasePath), now: Date.parse(now) };
}

const ordersOf = (db: Database) => db.query.orders.findMany().sync();
const readingsOf = (db: Database) => db.query.readings.findMany().sync();
const count = <T>(list: T[], what: (item: T) => unknown) => list.filter(what).length;

describe('the simulated month before a minute after midnight on a Sunday', async () => {
  const { config, db, now } = await live('2026-03-15T00:01:00-04:00');
  const orders = ordersOf(db);
  const readings = readingsOf(db);

  test('has about forty orders, covering every status and payment status', () => {
    expect(orders.length).toBeGreaterThanOrEqual(38);
    expect(orders.length).toBeLessThanOrEqual(50);
    const states = new Set(orders.flatMap(({ status, paymentStatus }) => [status, paymentStatus]));
    expect(states).toEqual(new Set([...orderStatuses, ...paymentStatuses]));
    expect(count(orders, ({ deletedAt }) => deletedAt)).toBe(1);
    expect(count(orders, ({ abandonedAt }) => abandonedAt)).toBeGreaterThan(0);
    expect(count(orders, ({ deliveredAt }) => deliveredAt)).toBeGreaterThanOrEqual(15);
    const isWithNobody = ({ paymentStatus, assignedReaderId }: (typeof orders)[number]) =>
      paymentStatus === 'paid' && assignedReaderId === null;
    expect(count(orders, isWithNobody)).toBe(1);
  });

  test('ends now, with one late order, and one queued mail', () => {
    const isLate = ({ dueAt, status, paymentStatus }: (typeof orders)[number]) =>
      dueAt !== null && dueAt < now && status !== 'approved' && paymentStatus === 'paid';
    expect(count(orders, isLate)).toBe(1);

    const events = db.query.orderEvents.findMany().sync();
    const mails = db.query.outbox.findMany().sync();
    const times = [...events, ...mails, ...orders].map(({ createdAt }) => createdAt);
    expect(Math.max(...times)).toBeLessThanOrEqual(now);
    expect(Math.min(...times)).toBeGreaterThan(now - 32 * 86_400_000);
    expect(mails.filter(({ state }) => state === 'queued')).toMatchObject([{ kind: 'reading_delivery' }]);
    expect(mails.filter(({ state }) => state === 'failed')).toMatchObject([
      { kind: 'reading_delivery', lastError: expect.stringContaining('mailbox is full') },
    ]);
  });

  test('has readings of real length by two readers', () => {
    expect(readings.length).toBeGreaterThanOrEqual(25);
    const byId = new Map(orders.map((order) => [order.id, order]));
    for (const { orderId, content } of readings) {
      const { readingAddresseeName = '', customerName } = byId.get(orderId) ?? {};
      const checked = { readingAddresseeName, offer: standardOffer };
      expect(checkReading(content, checked), customerName).toEqual([]);
      expect(content).not.toMatch(/[{}]|undefined/);
    }
    // Each card lies somewhere, and is spoken of; at most one stands apart.
    for (const { cards } of readings) {
      expect(cards.length).toBeGreaterThanOrEqual(4);
      expect(count(cards, ({ position }) => position === '')).toBeLessThanOrEqual(1);
    }
    const writers = Map.groupBy(db.query.readingRevisions.findMany().sync(), ({ authorId }) => authorId);
    const many = [...writers.values()].filter((texts) => texts.length >= 8);
    expect(many).toHaveLength(2);
    expect(count(readings, ({ revision }) => revision > 1)).toBe(2);
    expect(count(readings, ({ feedback }) => feedback)).toBe(3);
    expect(db.query.readingDrafts.findMany().sync()).toHaveLength(3);
  });

  test('shows its writers and six customer reviews, five with stars', () => {
    const writers = listPublicReaders(db);
    expect(writers.map(({ displayName }) => displayName)).toEqual(['Elena Marsh', 'Thomas Reyes']);
    for (const { portrait, about } of writers) {
      expect(findShownPortrait(db, portrait?.address ?? '')?.length).toBeGreaterThan(1_000);
      expect(about?.split('. ')).toHaveLength(2);
    }
    const quotes = readQuotes({ db, config });
    expect(quotes.map(({ stars }) => stars)).toEqual([5, 4, 5, null, 5, 5]);
  });

  test('has notes between admin and readers, and comments on passages', () => {
    const talks = orders.map(({ internalNotes }) =>
      (internalNotes ?? '').split('\n\n').map((note) => note.match(/^[a-z]+/)?.[0] ?? ''),
    );
    for (const sides of [
      ['reader', 'admin'],
      ['admin', 'reader'],
    ])
      expect(talks).toContainEqual(sides);
    const texts = db.query.readingRevisions.findMany().sync();
    const comments = db.query.readingComments.findMany().sync();
    expect(new Set(comments.map(({ readingId }) => readingId)).size).toBe(3);
    for (const { readingId, revision, fromCharacter, toCharacter } of comments) {
      const text = texts.find((one) => one.readingId === readingId && one.revision === revision);
      expect(text?.content.slice(fromCharacter, toCharacter)).toMatch(/^["\p{Lu}][^\n]+[.?!"]$/u);
    }
  });

  test('matches the overview, the alerts, and the mailbox', async () => {
    const service = await openService(
      { ...config, stripe: { mode: 'sandbox', port: 0 } },
      { clock: { now: () => now }, isListening: false },
    );
    onTestFinished(() => service.close());
    const { recent } = await readOverview(service.context);
    expect(recent).toMatchObject({ failedPayments: 4, onTime: recent.delivered - 1 });
    const alerts = listAlerts(service.context, service.troubles);
    const reasons = ['payment_review', 'payment_disputed', 'reading_late', 'mail_failed'];
    expect(alerts.map(({ code }) => code)).toEqual(reasons);
    const admin = { id: '', username: 'admin', role: 'admin', writes: false, displayName: null } as const;
    const { orders } = readToday(service.context, admin, alerts);
    const shown = new Set<string>(orders.map(({ reason }) => reason));
    expect(shown).toEqual(new Set([...reasons, 'to_approve', 'to_write']));
    const mailbox = await service.sandbox?.app.request('/sandbox/mail.json');
    const mails: unknown[] = await mailbox?.json();
    expect(mails).toHaveLength(count(db.query.outbox.findMany().sync(), ({ state }) => state === 'sent'));
  });
});

test('sells every shown offer with answers and add-ons on a working day', async () => {
  const { config, db, now } = await live('2026-11-18T14:30:00-05:00', { hasOffers: true });
  const orders = ordersOf(db);
  const sold = new Set(orders.map(({ offerName }) => offerName));
  expect(sold).toEqual(new Set(['Personal written reading', 'Three cards', 'The year ahead']));
  expect(count(orders, ({ answers }) => answers.length)).toBeGreaterThanOrEqual(5);
  expect(count(orders, ({ addOns }) => addOns.length)).toBeGreaterThanOrEqual(2);
  const today = startOfDay(dayOf(now, config.businessTimeZone), config.businessTimeZone);
  expect(count(orders, ({ createdAt }) => createdAt >= today)).toBeGreaterThanOrEqual(4);
  db.$client.close();
});

test('assigns everything to the admin in a shop of one person', async () => {
  const { db } = await live('2026-11-18T14:30:00-05:00', { isSolo: true });
  const people = db.query.users.findMany().sync();
  expect(people.map(({ username, role, writes }) => [username, role, writes])).toEqual([
    ['admin', 'admin', true],
  ]);
  const orders = ordersOf(db);
  const writers = new Set(orders.map(({ assignedReaderId }) => assignedReaderId));
  expect(writers).toEqual(new Set([null, people[0]?.id]));
  expect(count(orders, ({ deliveredAt }) => deliveredAt)).toBeGreaterThanOrEqual(14);
  expect(count(orders, ({ status }) => status === 'rejected')).toBe(0);
  db.$client.close();
});
