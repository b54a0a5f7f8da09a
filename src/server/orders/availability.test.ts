import { expect, test } from 'vitest';
import { accountForm } from '../../../tests/kit/account-form.ts';
import {
  addPerson,
  addSignedIn,
  askCustomer,
  browserOf,
  setEmail,
  storedOrder,
} from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import type { Alert } from '../../shared/ops/alerts.ts';
import type { Account } from '../../shared/people/account-schema.ts';
import type { DaysAway } from '../../shared/people/days-away.ts';
import type { Person, ReaderChoice } from '../../shared/people/staff.ts';
import { submitReading } from '../readings/write-reading.ts';
import { assignWaitingOrders } from './assign-orders.ts';
import { listEvents } from './order-events-repository.ts';

/** A desk with one reader, on a Monday at ten in New York unless told otherwise. */
async function createDesk({ now = '2026-11-23T15:00:00Z', timeZone = 'America/New_York' } = {}) {
  const app = createTestApp({ env: { BUSINESS_TIMEZONE: timeZone } });
  const goTo = (time: string) => app.clock.advance(Date.parse(time) - app.clock.now());
  goTo(now);
  const admin = await addSignedIn(app, 'boss', 'admin');
  const rita = await addSignedIn(app, 'rita', 'reader');
  const addAnother = async () => (await addSignedIn(app, 'omar', 'reader')).person;
  const set = (id: string, change: { daysAway?: DaysAway[]; maxOpenOrders?: number | null }) =>
    admin.put<Person[] & ErrorBody>(`/api/staff/${id}`, accountForm(change));
  /** Buys a reading. @returns who has it, and what it takes to ask again */
  const buy = async () => {
    const { orderId, orderNumber } = await app.buy();
    return { orderId, orderNumber, reader: () => storedOrder(app, orderId).assignedReaderId };
  };
  const alerts = async () => (await admin.get<Alert[]>('/api/alerts')).body;
  const assignments = (orderId: string) => {
    const events = listEvents(app.db, orderId).filter(({ type }) => type === 'assigned');
    return events.map(({ actor, data }) => `${data.reader} by ${actor}`);
  };
  return { app, goTo, admin, rita, id: rita.person.id, addAnother, set, buy, alerts, assignments };
}

const away = (from: string, to = from) => ({ daysAway: [{ from, to }] });

test('prefers readers present until the due date and skips absent ones', async () => {
  const { id, addAnother, set, buy } = await createDesk();
  await set(id, away('2026-11-26', '2026-12-10'));
  expect((await buy()).reader()).toBe(id);
  const omar = await addAnother();
  for (let i = 0; i < 3; i++) expect((await buy()).reader()).toBe(omar.id);
  await set(id, away('2026-11-20', '2026-11-23'));
  expect((await buy()).reader()).toBe(omar.id);
  await set(id, away('2026-11-27', '2026-12-10'));
  expect((await buy()).reader()).toBe(id);
});

test('gives the next order to the reader who has waited longer', async () => {
  const { app, id, addAnother, buy } = await createDesk();
  expect((await buy()).reader()).toBe(id);
  app.clock.advance(60_000);
  const omar = await addAnother();
  expect((await buy()).reader()).toBe(omar.id);
  expect((await buy()).reader()).toBe(id);
});

const newYork = 'America/New_York';

test.each([
  ['the last moment before', '2026-11-25', newYork, '2026-11-25T04:59:59.999Z', true],
  ['the first moment', '2026-11-25', newYork, '2026-11-25T05:00:00Z', false],
  ['the last moment', '2026-11-25', newYork, '2026-11-26T04:59:59.999Z', false],
  ['the first moment after', '2026-11-25', newYork, '2026-11-26T05:00:00Z', true],
  ['over, in Auckland', '2026-11-25', 'Pacific/Auckland', '2026-11-25T11:00:00Z', true],
  // The clocks of Berlin go forward: this day begins at 23:00 and ends at 22:00, UTC.
  ['the day begins in winter time', '2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00Z', false],
  ['after summer time has begun', '2026-03-29', 'Europe/Berlin', '2026-03-29T22:00:00Z', true],
])('observes the exact start and end of a day away: %s', async (_when, day, timeZone, now, isThere) => {
  const { goTo, id, set, buy } = await createDesk({ now: '2026-01-02T12:00:00Z', timeZone });
  await set(id, away(day));
  goTo(now);
  expect((await buy()).reader()).toBe(isThere ? id : null);
});

test('gives a reader at their limit the next order after a submission', async () => {
  const { app, rita, id, set, buy } = await createDesk();
  await set(id, { maxOpenOrders: 2 });
  const [first, second, third] = [await buy(), await buy(), await buy()];
  await assignWaitingOrders(app.context);
  expect([first.reader(), second.reader(), third.reader()]).toEqual([id, id, null]);
  const content = 'The Star speaks of patience.';
  await submitReading(app.context, rita.person, { orderId: first.orderId, content, internalNotes: null });
  await assignWaitingOrders(app.context);
  expect(third.reader()).toBe(id);
});

test('leaves an order unassigned and alerts admins when no reader is free', async () => {
  const { app, id, addAnother, set, buy, alerts } = await createDesk();
  const omar = await addAnother();
  await set(id, away('2026-11-23'));
  await set(omar.id, { maxOpenOrders: 1 });
  const taken = await buy();
  expect(await alerts()).toEqual([]);
  const { orderId, orderNumber, reader } = await buy();
  expect([taken.reader(), reader()]).toEqual([omar.id, null]);
  expect(storedOrder(app, orderId)).toMatchObject({ paymentStatus: 'paid', assignedAt: null });
  const orders = [{ id: orderId, orderNumber }];
  expect(await alerts()).toMatchObject([{ code: 'no_reader_free', count: 1, orders }]);
});

test('assigns waiting orders, most urgent first, when the limit is raised', async () => {
  const { app, admin, id, set, buy, alerts, assignments } = await createDesk();
  setEmail(app, id);
  await set(id, { maxOpenOrders: 1 });
  const [, asked, due] = [await buy(), await buy(), await buy()];
  // An order that waits for its customer is due after the others.
  await askCustomer(app, admin.person, asked?.orderId ?? '', 'Which of the two jobs do you mean?');
  await set(id, { maxOpenOrders: 2 });
  expect([asked?.reader(), due?.reader()]).toEqual([null, id]);
  expect(assignments(due?.orderId ?? '')).toEqual(['rita by system']);
  expect(assignments(asked?.orderId ?? '')).toEqual([]);
  await set(id, { maxOpenOrders: null });
  expect(asked?.reader()).toBe(id);
  expect(await alerts()).toEqual([]);
  await app.sendMail();
  expect(app.mailer.sent.filter(({ to }) => to.name === 'rita')).toHaveLength(3);
});

test('assigns waiting orders when an absence ends', async () => {
  const { app, goTo, id, set, buy } = await createDesk();
  await set(id, away('2026-11-23', '2026-11-24'));
  const { reader } = await buy();
  goTo('2026-11-25T04:59:59Z');
  await assignWaitingOrders(app.context);
  expect(reader()).toBeNull();
  goTo('2026-11-25T05:00:00Z');
  await assignWaitingOrders(app.context);
  expect(reader()).toBe(id);
});

test('never reassigns an order by itself after an admin unassigned it', async () => {
  const { app, admin, id, set, buy, alerts, assignments } = await createDesk();
  const taken = await buy();
  await set(id, away('2026-11-23'));
  const [kept, other] = [await buy(), await buy()];
  expect(await alerts()).toMatchObject([{ code: 'no_reader_free', count: 2 }]);
  // Pressed twice is said once.
  for (const { orderId } of [taken, kept, kept]) {
    await admin.put(`/api/orders/${orderId}/assignee`, { readerId: null });
  }
  await admin.put('/api/assignments', { orderIds: [kept.orderId, other.orderId], readerId: null });
  expect(assignments(kept.orderId)).toEqual(['null by boss']);
  expect(assignments(other.orderId)).toEqual(['null by boss']);
  expect(await alerts()).toEqual([]);
  await set(id, { daysAway: [] });
  await assignWaitingOrders(app.context);
  expect([taken, kept, other].map(({ reader }) => reader())).toEqual([null, null, null]);
  await admin.put(`/api/orders/${taken.orderId}/assignee`, { readerId: id });
  expect(taken.reader()).toBe(id);
});

test('lets an admin assign orders to an absent or full reader', async () => {
  const { admin, id, set, buy } = await createDesk();
  await set(id, { ...away('2026-11-23', '2026-11-30'), maxOpenOrders: 1 });
  for (const { orderId, reader } of [await buy(), await buy()]) {
    expect(reader()).toBeNull();
    expect((await admin.put(`/api/orders/${orderId}/assignee`, { readerId: id })).status).toBe(200);
    expect(reader()).toBe(id);
  }
  const choice = { id, username: 'rita', displayName: null, awayUntil: '2026-11-30' };
  const { body } = await admin.get('/api/readers');
  expect(body).toEqual([{ ...choice, openOrders: 2, maxOpenOrders: 1 }]);
});

const later = { from: '2026-12-24', to: '2026-12-26' };
const sick = { from: '2026-11-23', to: '2026-11-23' };

test('refuses to overwrite days away that someone else changed', async () => {
  const { app, goTo, admin, rita, id } = await createDesk();
  const change = (daysAway: DaysAway[], daysAwayBefore: DaysAway[]) =>
    admin.put<ErrorBody>(`/api/staff/${id}`, accountForm({ daysAway, daysAwayBefore }));
  const own = (daysAway: DaysAway[], daysAwayBefore: DaysAway[]) =>
    rita.put<Account & ErrorBody>('/api/account', accountForm({ daysAway, daysAwayBefore }));

  expect((await own([sick], [])).status).toBe(200);
  const conflict = (days: string) => {
    const error = { code: 'availability_conflict', message: expect.stringContaining(days) };
    return { status: 409, body: { error } };
  };
  expect(await change([later], [])).toMatchObject(conflict('2026-11-23'));
  expect((await rita.get<Account>('/api/account')).body.daysAway).toEqual([sick]);

  expect((await change([sick, later], [sick])).status).toBe(200);
  expect(await own([], [sick])).toMatchObject(conflict('2026-11-23; 2026-12-24 to 2026-12-26'));

  // Days that are over by now are no change of another.
  goTo('2026-11-24T15:00:00Z');
  const same = accountForm({ daysAway: [sick, later], daysAwayBefore: [sick, later] });
  const saved = await (await browserOf(app, rita.person)).put('/api/account', same);
  expect(saved).toMatchObject({ status: 200, body: { daysAway: [later] } });
});

test('lets no reader change their limit and gives admins none', async () => {
  const { app, rita, set } = await createDesk();
  const own = await rita.put('/api/account', accountForm({ daysAway: [], maxOpenOrders: 1 }));
  expect(own.status).toBe(403);
  const message = 'Only people who write readings get orders and have a profile for customers.';
  const answer = await set(addPerson(app, 'olga', 'admin').id, { maxOpenOrders: 1 });
  expect(answer).toMatchObject({ status: 409, body: { error: { code: 'person_conflict', message } } });
});

test('ignores orders that are being refunded when assigning and counting', async () => {
  const { app, admin, id, set, buy, alerts } = await createDesk();
  await set(id, { maxOpenOrders: 1 });
  const [first, second, third] = [await buy(), await buy(), await buy()];
  expect(await alerts()).toMatchObject([{ code: 'no_reader_free', count: 2 }]);
  app.payments.refundsBegin('pending');
  const giveBack = (orderId: string) => admin.post(`/api/orders/${orderId}/refund`, { refundedBefore: 0 });
  await giveBack(second.orderId);
  expect(await alerts()).toMatchObject([{ code: 'no_reader_free', count: 1 }]);
  const openOrders = async () => (await admin.get<ReaderChoice[]>('/api/readers')).body[0]?.openOrders;
  await giveBack(first.orderId);
  expect(await openOrders()).toBe(0);
  await assignWaitingOrders(app.context);
  expect(await openOrders()).toBe(1);
  expect([second.reader(), third.reader()]).toEqual([null, id]);
});
