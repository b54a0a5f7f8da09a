import { describe, expect, test } from 'vitest';
import { addSignedIn, setEmail, storedOrder } from '../../../tests/kit/builders.ts';
import { createDatedShop } from '../../../tests/kit/dated-shop.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import type { PersonErased, PersonFound } from '../../shared/ops/privacy-schema.ts';
import type { Customer } from '../../shared/orders/customer.ts';
import { requestWithdrawalByNumber } from '../payments/withdraw.ts';

/** One mailbox, as people and browsers spell it; the last is what people are shown. */
const mailboxes: [spellings: string[], shown: string[]][] = [
  [
    ['t@xn--mller2-3ya.example', 't@MÜLLER2.example', 't@mu\u0308ller2.example', 't@müller2.example'],
    ['t@müller2.example', 't@MÜLLER2.example', 't@mu\u0308ller2.example'],
  ],
  [
    ['JOSÉ@customers.example', 'jose\u0301@customers.example', 'josé@customers.example'],
    ['josé@customers.example', 'JOSÉ@customers.example', 'jose\u0301@customers.example'],
  ],
];

describe.each(mailboxes)('%j is one mailbox', (spellings, shown) => {
  async function open(env: Record<string, string> = {}) {
    const app = createTestApp({ env });
    const admin = await addSignedIn(app, 'boss', 'admin');
    const bought: { orderId: string; orderNumber: string }[] = [];
    for (const customerEmail of spellings) bought.push(await app.buy({ customerEmail }));
    await app.sendMail();
    return { app, admin, bought, ids: bought.map(({ orderId }) => orderId).sort() };
  }

  test('has one customer page, and a search finds every order', async () => {
    const { admin, ids } = await open();
    for (const orderId of ids) {
      await admin.post(`/api/orders/${orderId}/customer/notes`, { text: `About ${orderId}` });
    }
    for (const orderId of ids) {
      const { body } = await admin.get<Customer>(`/api/orders/${orderId}/customer`);
      expect(shown).toContain(body.email);
      expect(body.orders.map(({ id }) => id).sort()).toEqual(ids);
      expect(body.notes).toHaveLength(spellings.length);
    }
    for (const spelling of spellings) {
      const path = `/api/orders?q=${encodeURIComponent(spelling)}`;
      const { body } = await admin.get<{ id: string }[]>(path);
      expect([spelling, body.map(({ id }) => id).sort()]).toEqual([spelling, ids]);
    }
  });

  test('gets links to all orders by any spelling, with one shared limit', async () => {
    const { app, bought } = await open({ RATE_LIMITS: 'on' });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const ask = async (email: string) => {
      app.mailer.sent.length = 0;
      await app.visitor(form).post('/api/my-orders', new URLSearchParams({ email }).toString());
      await app.sendMail();
      return app.mailer.sent.map(({ text }) => text);
    };
    for (const spelling of spellings.slice(0, 3)) {
      const [mail] = await ask(spelling);
      for (const { orderNumber } of bought) expect(mail).toContain(orderNumber);
    }
    expect(await ask(spellings[0] ?? '')).toEqual([]);
  });

  test('finds and erases the person by any spelling', async () => {
    const { app, admin, ids } = await open();
    for (const address of spellings) {
      const { body } = await admin.post<PersonFound>('/api/privacy/find', { address });
      expect(body.counts).toMatchObject({ orders: ids.length, mails: ids.length });
    }
    for (const orderId of ids)
      await admin.post(`/api/orders/${orderId}/refund`, { amount: 60, refundedBefore: 0 });
    await app.sendMail();
    const erasing = { address: spellings[0], confirmation: 'erase' };
    const { body } = await admin.post<PersonErased & ErrorBody>('/api/privacy/erase', erasing);
    expect(body.orderNumbers).toHaveLength(ids.length);
    for (const orderId of ids) {
      expect(storedOrder(app, orderId)).toMatchObject({ customerEmail: '', canonicalEmail: '' });
    }
    expect(app.db.$client.prepare('SELECT count(*) FROM outbox WHERE user_id IS NULL').pluck().get()).toBe(0);
  });

  test('accepts a withdrawal by any spelling', async () => {
    const { app } = await createDatedShop('pending', { settings: { hasWithdrawal: true } });
    const { orderNumber } = await app.buy({ customerEmail: spellings[0], consent: true });
    for (const email of spellings)
      expect(requestWithdrawalByNumber(app.context, { orderNumber, email })).not.toBeNull();
  });

  test('belongs to one account and resets its password by any spelling', async () => {
    const app = createTestApp();
    const admin = await addSignedIn(app, 'boss', 'admin');
    setEmail(app, admin.person.id);
    const account = (username: string, email?: string) =>
      admin.post<ErrorBody>('/api/staff', {
        username,
        password: 'a long pass phrase',
        role: 'reader',
        email,
      });
    expect((await account('rita', spellings[0])).status).toBe(200);
    for (const [index, spelling] of spellings.entries()) {
      expect([spelling, (await account(`ruth${index}`, spelling)).status]).toEqual([spelling, 409]);
      app.mailer.sent.length = 0;
      await app.visitor().post('/api/password-reset', { email: spelling });
      await app.sendMail();
      expect([spelling, app.mailer.sent.map(({ to }) => shown.includes(to.address))]).toEqual([
        spelling,
        [true],
      ]);
      app.clock.advance(3_600_000);
    }
  });
});
