import { eq } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { writeNow } from '../../../db/client.ts';
import { sessions as storedSessions } from '../../../db/schema.ts';
import { addSignedIn, orderIn } from '../../../tests/kit/builders.ts';
import { failCommitsOf } from '../../../tests/kit/failing-commits.ts';
import { listenAs } from '../../../tests/kit/live-streams.ts';
import { createTestApp, type TestApp } from '../../../tests/kit/test-app.ts';
import { recordEvent } from '../orders/order-events-repository.ts';

afterEach(() => void vi.useRealTimers());

async function createDesks() {
  const app = createTestApp();
  const boss = await addSignedIn(app, 'boss', 'admin');
  const rita = await addSignedIn(app, 'rita', 'reader');
  const omar = await addSignedIn(app, 'omar', 'reader');
  return { app, boss, rita, omar };
}

/** Adds a line to an order's timeline, as any verb does. */
function happen(app: TestApp, orderId: string): void {
  const at = app.clock.now();
  writeNow(app.db, (tx) => recordEvent(tx, { orderId, type: 'mail_sent', actor: 'system', at }));
}

test('tells the admin about a sale without any customer details', async () => {
  const { app, boss } = await createDesks();
  const desk = await listenAs(app, boss);
  const { headers } = desk.response;
  expect(headers.get('content-type')).toBe('text/event-stream');
  expect(headers.get('cache-control')).toBe('no-store, no-transform');
  expect(headers.get('x-accel-buffering')).toBe('no');
  expect((await desk.next())?.message).toMatchObject({ last: 0, changes: [], isAllOld: false });
  const { orderId } = await app.buy();
  let text = '';
  for (let isSold = false; !isSold; ) {
    const heard = await desk.next();
    text += heard?.text ?? '';
    isSold =
      heard?.message.changes.some(({ news, orderId: sold }) => news === 'sold' && sold === orderId) ?? true;
  }
  expect(text).toContain('"news":"sold"');
  // An id may have any figures, the price's included.
  expect(text.replaceAll(orderId, '')).not.toMatch(/maya|customers|60|Lindqvist|CT-/i);
});

test('tells a reader only about orders they have, gain or lose', async () => {
  const { app, boss, rita, omar } = await createDesks();
  const { orderId } = await orderIn(app, 'reading_uploaded', rita.person);
  const [ofRita, ofOmar, ofBoss] = await Promise.all([rita, omar, boss].map((one) => listenAs(app, one)));
  for (const desk of [ofRita, ofOmar, ofBoss]) await desk?.next();
  const { body } = await boss.get<{ id: string }>(`/api/orders/${orderId}/reading`);
  await boss.put(`/api/readings/${body.id}/reject`, { feedback: 'Warmer, please.' });
  expect(await ofRita?.changes()).toEqual([{ orderId, news: 'returned' }]);
  expect(await ofBoss?.changes()).toEqual([{ orderId, news: null }]);
  await boss.put(`/api/orders/${orderId}/assignee`, { readerId: omar.person.id });
  expect(await ofRita?.changes()).toEqual([{ orderId, news: null }]);
  expect(await ofOmar?.changes()).toEqual([{ orderId, news: 'assigned' }]);
  await omar.post('/api/readings', { orderId, content: 'The Star speaks of patience.' });
  expect(await ofOmar?.changes()).toEqual([{ orderId, news: null }]);
  await ofBoss?.next();
  expect(await ofBoss?.changes()).toEqual([{ orderId, news: 'to_review' }]);
  // Rita, whose it is no more, hears next of what she gets next.
  const { orderId: next } = await orderIn(app, 'pending', omar.person);
  await boss.put(`/api/orders/${next}/assignee`, { readerId: rita.person.id });
  const heard: unknown[] = [];
  // On a slow machine one event arrives in several messages.
  while (
    !heard.some((change) => JSON.stringify(change) === JSON.stringify({ orderId: next, news: 'assigned' }))
  ) {
    const changes = await ofRita?.changes();
    if (!changes) throw new Error(`The stream ended after ${JSON.stringify(heard)}.`);
    heard.push(...changes);
  }
  expect(heard).toEqual(heard.map(() => expect.objectContaining({ orderId: next })));
});

test('sends only changes that were committed', async () => {
  const { app, boss, rita } = await createDesks();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  const desk = await listenAs(app, boss);
  await desk.next();
  const makeRoom = failCommitsOf(app, 'order_events', 'INSERT');
  expect(() => happen(app, orderId)).toThrow('FOREIGN KEY');
  const other = await listenAs(app, boss);
  makeRoom();
  const first = await other.next();
  happen(app, orderId);
  const heard = await desk.next();
  expect(heard?.message.changes).toEqual([{ orderId, news: null }]);
  expect(first?.message.last).toBe(Number(heard?.message.last) - 1);
  expect((await other.next())?.text).toBe(heard?.text);
});

test('replays missed changes on reconnect, or marks everything stale after too many', async () => {
  const { app, boss, rita } = await createDesks();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  const before = await listenAs(app, boss);
  const last = (await before.next())?.message.last ?? 0;
  await before.hangUp();
  happen(app, orderId);
  happen(app, orderId);
  const again = (await (await listenAs(app, boss, last)).next())?.message;
  const change = { orderId, news: null };
  expect(again).toMatchObject({ last: last + 2, changes: [change, change], isAllOld: false });
  const otherDatabase = (await (await listenAs(app, boss, 999_999)).next())?.message;
  expect(otherDatabase).toMatchObject({ last: last + 2, changes: [], isAllOld: true });
  for (let line = 0; line < 500; line++) happen(app, orderId);
  expect((await (await listenAs(app, boss, last)).next())?.message.isAllOld).toBe(true);
});

test('tells a newly connected page how long nothing has changed', async () => {
  const { app, boss, rita } = await createDesks();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  app.clock.advance(60_000);
  happen(app, orderId);
  app.clock.advance(10_000);
  const first = (await (await listenAs(app, boss)).next())?.message;
  expect(first).toMatchObject({ quietFor: 10_000, changes: [], isAllOld: false });
});

test('batches changes made together into one message', async () => {
  const { app, boss, rita } = await createDesks();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  const desk = await listenAs(app, boss);
  await desk.next();
  for (let turn = 0; turn < 30; turn++) {
    happen(app, orderId);
  }
  expect(await desk.changes()).toHaveLength(30);
});

test('ends a stream on sign-out or when the account is closed', async () => {
  const { app, boss, rita } = await createDesks();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  const leave = [
    [boss, () => boss.post('/api/logout')],
    [rita, () => other.put(`/api/staff/${rita.person.id}/active`, { isActive: false })],
  ] as const;
  const other = await addSignedIn(app, 'other', 'admin');
  for (const [who, leaves] of leave) {
    const desk = await listenAs(app, who);
    await desk.next();
    await leaves();
    let heard = await desk.next();
    while (heard?.isOver === false) heard = await desk.next();
    expect(heard?.isOver).toBe(true);
    expect(await desk.next()).toBeNull();
    expect((await listenAs(app, who)).response.status).toBe(401);
    happen(app, orderId);
  }
});

test('ends a stream when its session expires, without extending the session', async () => {
  const { app, boss, rita } = await createDesks();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  const inAnHour = Math.floor(Date.now() / 1_000) + 3_600;
  app.db.update(storedSessions).set({ expiresAt: inAnHour }).run();
  const desk = await listenAs(app, boss);
  await desk.next();
  happen(app, orderId);
  expect(await desk.changes()).toHaveLength(1);
  const ofBoss = app.db.select().from(storedSessions).where(eq(storedSessions.userId, boss.person.id)).all();
  expect(ofBoss.map(({ expiresAt }) => expiresAt)).toEqual([inAnHour]);
  app.clock.advance(25 * 3_600_000);
  await new Promise((resolve) => setTimeout(resolve, 0));
  happen(app, orderId);
  expect((await desk.next())?.isOver).toBe(true);
  expect(await desk.next()).toBeNull();
});

test('sends a heartbeat every 25 seconds until the page or service closes', async () => {
  const { app, boss } = await createDesks();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const desk = await listenAs(app, boss);
  await desk.next();
  vi.advanceTimersByTime(25_000);
  expect((await desk.next())?.message.changes).toEqual([]);
  await desk.hangUp();
  expect(vi.getTimerCount()).toBe(0);
  const other = await listenAs(app, boss);
  await other.next();
  app.live.close();
  expect(await other.next()).toBeNull();
  expect(await (await listenAs(app, boss)).next()).toBeNull();
});

test('closes the oldest stream when a user opens too many tabs', async () => {
  const { app, boss, rita } = await createDesks();
  const other = await listenAs(app, rita);
  const tabs = [];
  for (let tab = 0; tab < 21; tab++) {
    const opened = await listenAs(app, boss);
    await opened.next();
    tabs.push(opened);
  }
  expect((await tabs[0]?.next())?.isOver).toBe(true);
  expect(await tabs[0]?.next()).toBeNull();
  await other.next();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  expect((await tabs[1]?.changes())?.[0]?.orderId).toBe(orderId);
});

test('ends a stalled stream when its session ends', async () => {
  const { app, boss } = await createDesks();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const hanging = await listenAs(app, boss);
  vi.advanceTimersByTime(50_000);
  expect(vi.getTimerCount()).toBe(1);
  await boss.post('/api/logout');
  await expect.poll(() => vi.getTimerCount()).toBe(0);
  let heard = await hanging.next();
  while (heard?.isOver === false) heard = await hanging.next();
  expect(heard?.isOver).toBe(true);
  expect(await hanging.next()).toBeNull();
});
