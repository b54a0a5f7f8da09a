import { expect, test } from 'vitest';
import type { Alert } from '../../shared/alerts.ts';
import type { Order } from '../../shared/orders/orders.ts';
import { createQuestionShop, goTo } from '../../testing/question-shop.ts';
import { askAboutLateReadings } from './late-orders.ts';

/* Whether its customer is told of a later day: who has to say so is asked once for each day that was promised. */

/** Bought on a Monday at ten in New York, so that it is due on Thursday, June 4 at ten. */
async function createShop() {
  const shop = await createQuestionShop();
  const { app, admin, orderId } = shop;
  return {
    ...shop,
    /** Hour by hour. @returns when the admin was asked, in UTC */
    async askedUntil(end: string): Promise<string[]> {
      const found: string[] = [];
      for (; app.clock.now() < Date.parse(end); app.clock.advance(3_600_000)) {
        app.mailer.sent.length = 0;
        await askAboutLateReadings(app.context);
        await app.sendMail();
        for (const { subject } of app.mailer.sent) {
          if (subject.endsWith('will be late'))
            found.push(new Date(app.clock.now()).toISOString().slice(0, 16));
        }
      }
      return found;
    },
    alerts: async () =>
      (await admin.get<Alert[]>('/api/alerts')).body.filter(({ code }) => code === 'reading_late'),
    setDue: (time: string) => change('due_at', Date.parse(time)),
    change,
    async send(day: string) {
      expect((await admin.post<Order>(`/api/orders/${orderId}/new-day`, { day })).status).toBe(200);
    },
  };

  function change(column: 'due_at' | 'hold' | 'payment_status', value: string | number | null) {
    app.db.$client.prepare(`UPDATE orders SET ${column} = ? WHERE id = ?`).run(value, orderId);
  }
}

test('each day that was promised is asked about once, however often it is moved', async () => {
  const { send, askedUntil } = await createShop();
  expect(await askedUntil('2037-06-03T20:00Z')).toEqual(['2037-06-03T14:00']);
  await send('2037-06-08');
  expect(await askedUntil('2037-06-05T20:00Z')).toEqual(['2037-06-05T14:00']);
  await send('2037-06-09');
  // Moved on a Friday to a Tuesday: asked on Monday.
  expect(await askedUntil('2037-06-15T14:00Z')).toEqual(['2037-06-08T14:00']);
});

test('what is due on a Monday is asked about on Friday, and not again on the weekend or on Monday', async () => {
  const { setDue, askedUntil } = await createShop();
  setDue('2037-06-08T13:00Z');
  expect(await askedUntil('2037-06-09T14:00Z')).toEqual(['2037-06-05T13:00']);
});

test('over a closed day it is asked on the last day on which somebody works, once', async () => {
  const { setCalendar, askedUntil } = await createShop();
  await setCalendar({ closedDays: [{ from: '2037-06-03', to: '2037-06-03' }] });
  expect(await askedUntil('2037-06-06T14:00Z')).toEqual(['2037-06-02T14:00']);
});

test('a day that was promised and is closed since is asked about while somebody works', async () => {
  const { setCalendar, askedUntil } = await createShop();
  await setCalendar({ closedDays: [{ from: '2037-06-04', to: '2037-06-12' }] });
  // Nobody is there on Thursday: all of Wednesday is near, from midnight in New York.
  expect(await askedUntil('2037-06-16T14:00Z')).toEqual(['2037-06-03T04:00']);
});

test('who opens again on a day on which they wanted to be closed is not asked twice about the same day', async () => {
  const { setCalendar, setDue, askedUntil, alerts } = await createShop();
  setDue('2037-06-09T14:00Z');
  await setCalendar({ closedDays: [{ from: '2037-06-08', to: '2037-06-08' }] });
  expect(await askedUntil('2037-06-06T14:00Z')).toEqual(['2037-06-05T14:00']);
  await setCalendar({});
  expect(await askedUntil('2037-06-10T14:00Z')).toEqual([]);
  expect(await alerts()).toHaveLength(1);
});

test('a day to which the answer of a customer has moved it is asked about anew, the same day is not', async () => {
  const { app, rita, ask, answer, askedUntil } = await createShop();
  const askUntil = async (time: string) => {
    const open = (await ask(rita, `Which of the two, at ${time}?`)).body.at(-1);
    expect(await askedUntil(time)).toEqual([]);
    goTo(app, time);
    await answer({ question: open?.id ?? '', answer: 'The first.' });
  };
  expect(await askedUntil('2037-06-03T15:00Z')).toEqual(['2037-06-03T14:00']);
  await askUntil('2037-06-03T17:00Z');
  expect(await askedUntil('2037-06-04T15:00Z')).toEqual([]);
  await askUntil('2037-06-05T15:00Z');
  // Due a business day later than Thursday at noon: on Friday, and asked about at once.
  expect(await askedUntil('2037-06-12T15:00Z')).toEqual(['2037-06-05T15:00']);
});

test.each([
  ['was withdrawn from', 'hold', 'withdrawal'],
  ['is being refunded', 'hold', 'refund'],
  ['waits for a look at a warning of its bank', 'hold', 'early_fraud_warning'],
  ['waits for Stripe’s own look', 'hold', 'review'],
  ['was refunded', 'payment_status', 'refunded'],
  ['is disputed', 'payment_status', 'disputed'],
  ['waits for its customer', 'due_at', null],
] as const)(
  'nobody is asked about an order that %s; once that is over they are, once',
  async (_what, column, value) => {
    const { app, change, askedUntil, alerts } = await createShop();
    change(column, value);
    goTo(app, '2037-06-03T12:00Z');
    expect(await askedUntil('2037-06-03T20:00Z')).toEqual([]);
    expect(await alerts()).toEqual([]);
    if (column === 'due_at') change('due_at', Date.parse('2037-06-04T14:00Z'));
    else change(column, column === 'hold' ? null : 'paid');
    expect(await askedUntil('2037-06-05T14:00Z')).toEqual(['2037-06-03T20:00']);
  },
);

test('a notice that waits while its order is held does not leave', async () => {
  const { app, change } = await createShop();
  goTo(app, '2037-06-03T14:00Z');
  await askAboutLateReadings(app.context);
  change('hold', 'review');
  app.mailer.sent.length = 0;
  await app.sendMail();
  expect(app.mailer.sent).toEqual([]);
});

test('more orders than one run takes are each asked about once', async () => {
  const { app, askedUntil } = await createShop();
  for (let i = 0; i < 4; i++) await app.buy();
  goTo(app, '2037-06-03T13:00Z');
  expect(await askedUntil('2037-06-05T14:00Z')).toHaveLength(5);
});
