import { expect, test } from 'vitest';
import { storedMail } from '../../../tests/kit/builders.ts';
import { createDatedShop, setTime } from '../../../tests/kit/dated-shop.ts';
import type { Order } from '../../shared/orders/order-schema.ts';
import { writeReminders } from './reminders.ts';

/* A reading that was promised by one day, and then by another: the staff hear of each day once. */

/** Bought on a Monday at ten in New York, so that it is due on Thursday, June 4 at ten. */
async function createShop(...given: Parameters<typeof createDatedShop>) {
  const shop = await createDatedShop(...given);
  const { app, admin, rita, orderId, orderNumber, ask, write } = shop;
  /** Lets the worker look for what is due, and send. @returns the notices, as `late to boss` */
  async function told(time?: string): Promise<string[]> {
    if (time) setTime(app, time);
    app.mailer.sent.length = 0;
    await writeReminders(app.context);
    await app.sendMail();
    return app.mailer.sent
      .filter(({ subject }) => /is due soon|is late/.test(subject))
      .map(({ subject, to }) => `${subject.replace(`${orderNumber} is `, '')} to ${to.name}`)
      .sort();
  }
  return {
    ...shop,
    told,
    /** Hour by hour. @returns the notices, with their times */
    async toldUntil(end: string): Promise<string[]> {
      const found: string[] = [];
      for (; app.clock.now() < Date.parse(end); app.clock.advance(3_600_000)) {
        const time = new Date(app.clock.now()).toISOString().slice(0, '2037-06-01T14:00'.length);
        for (const what of await told()) found.push(`${time} ${what}`);
      }
      return found;
    },
    async send(day: string) {
      expect((await admin.post<Order>(`/api/orders/${orderId}/new-day`, { day })).status).toBe(200);
    },
    /** The customer is asked, and answers at a time. */
    async askUntil(time: string) {
      await ask(rita, 'Which of the two?');
      setTime(app, time);
      await write('The first.');
    },
  };
}

test('reminds the reader once of a later promised day', async () => {
  const { told, send, toldUntil } = await createShop();
  expect(await told('2037-06-03T14:00Z')).toEqual(['due soon to rita']);
  await send('2037-06-09');
  expect(await toldUntil('2037-06-09T14:00Z')).toEqual(['2037-06-08T14:00 due soon to rita']);
});

test('tells every admin once when a later day is missed too', async () => {
  const { told, send, toldUntil } = await createShop('reading_uploaded');
  expect(await told('2037-06-04T14:00Z')).toEqual(['late to boss']);
  await send('2037-06-05');
  expect(await toldUntil('2037-06-07T14:00Z')).toEqual(['2037-06-05T14:00 late to boss']);
  await send('2037-06-09');
  expect(await toldUntil('2037-06-12T14:00Z')).toEqual(['2037-06-09T14:00 late to boss']);
});

test('reminds again of a day that the customer’s answer moved', async () => {
  const { told, askUntil, toldUntil } = await createShop();
  expect(await told('2037-06-03T14:00Z')).toEqual(['due soon to rita']);
  await askUntil('2037-06-05T14:00Z');
  // Two business days later than Thursday, over the weekend.
  expect(await toldUntil('2037-06-10T14:00Z')).toEqual([
    '2037-06-05T14:00 due soon to rita',
    '2037-06-08T14:00 late to boss',
  ]);
  await askUntil('2037-06-11T14:00Z');
  expect(await toldUntil('2037-06-15T14:00Z')).toEqual(['2037-06-11T14:00 late to boss']);
});

test('sends no second notice when an answer moves only the time', async () => {
  const { told, askUntil, toldUntil } = await createShop();
  expect(await told('2037-06-03T14:00Z')).toEqual(['due soon to rita']);
  await askUntil('2037-06-03T15:00Z');
  expect(await toldUntil('2037-06-04T15:00Z')).toEqual([]);
  expect(await told()).toEqual(['late to boss']);
  await askUntil('2037-06-04T17:00Z');
  expect(await toldUntil('2037-06-09T15:00Z')).toEqual([]);
});

test('counts the last minute of a day in the business’s time zone', async () => {
  const { app, told, send, toldUntil, orderId } = await createShop();
  // A minute before midnight in New York.
  app.db.$client
    .prepare('UPDATE orders SET due_at = ? WHERE id = ?')
    .run(Date.parse('2037-06-05T03:59Z'), orderId);
  expect(await told('2037-06-05T03:59Z')).toEqual(['late to boss']);
  await send('2037-06-05');
  // Due at once: what is near on a new day is reminded of, and then it is over.
  expect(await toldUntil('2037-06-08T00:00Z')).toEqual([
    '2037-06-05T03:59 due soon to rita',
    '2037-06-06T03:59 late to boss',
  ]);
});

test('cancels waiting notices when the day moves and sends new ones later', async () => {
  const { app, orderId, told, send } = await createShop();
  setTime(app, '2037-06-03T14:00Z');
  await writeReminders(app.context);
  setTime(app, '2037-06-04T14:00Z');
  await writeReminders(app.context);
  await send('2037-06-08');
  expect(await told()).toEqual([]);
  const states = storedMail(app, orderId).map(({ kind, state }) => `${kind} ${state}`);
  expect(states).toEqual(expect.arrayContaining(['due_soon canceled', 'order_overdue canceled']));
  expect(await told('2037-06-05T14:00Z')).toEqual(['due soon to rita']);
  expect(await told('2037-06-08T14:00Z')).toEqual(['late to boss']);
});
