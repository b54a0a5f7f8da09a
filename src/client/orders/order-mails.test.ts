import { describe, expect, test, vi } from 'vitest';
import type { OrderMail } from '../../shared/orders/mails.ts';
import { createBusinessDays } from '../desk/business-days.ts';
import { aDeskBase, aMail, anOrder } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { anApiError, deferred, settle } from '../store-testing.ts';
import { canResend, createOrderMails, mailStateText } from './order-mails.ts';

function setUp(calls: Partial<StaffApi>) {
  const orderMails = vi.fn(async () => [aMail()]);
  const { desk, changed, toasts } = aDeskBase({ orderMails, ...calls });
  const mails = createOrderMails(desk);
  // As in the dialog, somebody is looking.
  mails.ofOrder('o1').$state.listen(() => {});
  return { mails, toasts, changed, orderMails };
}

describe('what became of a mail', () => {
  const soon = '2026-11-16T09:01:00.000Z';

  test.each<[Partial<OrderMail>, RegExp]>([
    [{}, /^Accepted by the mail server Nov 16, 2026/],
    [{ state: 'failed', sentAt: null }, /^Could not be delivered$/],
    [{ state: 'canceled', sentAt: null }, /^Taken back before it left$/],
    [{ state: 'queued', attempts: 0, nextAttemptAt: soon, sentAt: null }, /^Waiting to leave$/],
    [{ state: 'queued', attempts: 2, nextAttemptAt: soon, sentAt: null }, /tried again Nov 16, 2026/],
  ])('%o is said in words', (changes, words) => {
    expect(mailStateText(aMail(changes), createBusinessDays('UTC', 'UTC'))).toMatch(words);
  });

  test('decides whether it can be sent again', () => {
    const failed = aMail({ id: 1, state: 'failed' });
    const earlier = aMail({ id: 2 });
    const latest = aMail({ id: 3 });
    const reading = aMail({ id: 4, kind: 'reading_delivery' });
    const waiting = aMail({ id: 5, kind: 'reading_delivery', state: 'queued' });
    const canceled = aMail({ id: 6, kind: 'reading_delivery', state: 'canceled' });
    const all = [failed, earlier, latest, reading, waiting, canceled];
    expect(all.filter((mail) => canResend(mail, all)).map(({ id }) => id)).toEqual([1, 3]);
  });
});

describe('resending a mail', () => {
  test('happens once, however often the button is pressed', async () => {
    const answer = deferred<OrderMail[]>();
    const resendMail = vi.fn(() => answer.promise);
    const { mails, toasts, changed, orderMails } = setUp({ resendMail });
    await settle();
    const first = mails.resend(anOrder(), aMail());
    expect(await mails.resend(anOrder(), aMail())).toBe(false);
    expect(await mails.resend(anOrder(), aMail({ id: 2 }))).toBe(false);
    answer.resolve([]);
    expect(await first).toBe(true);
    await settle();
    expect(resendMail).toHaveBeenCalledExactlyOnceWith(1);
    expect(toasts.shown).toMatchObject([{ title: 'Mail Resent' }]);
    expect(changed).toHaveBeenCalledExactlyOnceWith('orders/o1');
    expect(orderMails).toHaveBeenCalledTimes(2);
  });

  test("that is on its way already shows the server's sentence and the mails as they are", async () => {
    const conflict = anApiError(409, 'mail_conflict', 'This mail is already on its way.');
    const { mails, toasts, changed, orderMails } = setUp({ resendMail: () => Promise.reject(conflict) });
    await settle();
    expect(await mails.resend(anOrder(), aMail())).toBe(false);
    await settle();
    expect(toasts.shown).toMatchObject([
      { title: 'Resend Failed', description: 'This mail is already on its way.' },
    ]);
    expect(changed).toHaveBeenCalledExactlyOnceWith('orders/o1');
    expect(orderMails).toHaveBeenCalledTimes(2);
  });
});

describe('correcting an address', () => {
  test('sends it trimmed and closes the form', async () => {
    const correctAddress = vi.fn(async () => []);
    const { mails, toasts, changed } = setUp({ correctAddress });
    mails.writeAddress('o1', ' ana.lima@example.com ');
    expect(await mails.saveAddress(anOrder())).toBe(true);
    expect(correctAddress).toHaveBeenCalledExactlyOnceWith('o1', 'ana.lima@example.com');
    expect(mails.addressDraft('o1').$fields.get()).toBeNull();
    expect(toasts.shown).toMatchObject([{ title: 'Address Corrected' }]);
    expect(changed).toHaveBeenCalledExactlyOnceWith('orders/o1');
  });

  test.each(['', 'ana', 'ana@example', 'ana@example.com, eve@example.com', 'ana@example.com\nBcc: e@x.com'])(
    'refuses %j with words at the field, until it is typed in again',
    async (email) => {
      const correctAddress = vi.fn(async () => []);
      const { mails, toasts } = setUp({ correctAddress });
      mails.writeAddress('o1', email);
      expect(await mails.saveAddress(anOrder())).toBe(false);
      expect(mails.$addressProblems.get().o1).toMatch(/doesn’t look right|is missing/);
      expect(correctAddress).not.toHaveBeenCalled();
      expect(toasts.shown).toEqual([]);
      mails.writeAddress('o1', 'ana@');
      expect(mails.$addressProblems.get().o1).toBeUndefined();
    },
  );

  test('keeps what was typed when the server refuses it', async () => {
    const conflict = anApiError(409, 'order_conflict', 'This already is the address of this order.');
    const { mails, toasts, changed } = setUp({ correctAddress: () => Promise.reject(conflict) });
    mails.writeAddress('o1', 'ana@example.com');
    expect(await mails.saveAddress(anOrder())).toBe(false);
    expect(toasts.shown).toMatchObject([{ description: 'This already is the address of this order.' }]);
    expect(mails.addressDraft('o1').$fields.get()).toEqual({ email: 'ana@example.com' });
    expect(changed).toHaveBeenCalledOnce();
  });

  test('can be left with nothing changed', () => {
    const { mails } = setUp({});
    mails.writeAddress('o1', 'ana@');
    mails.cancelAddress('o1');
    expect(mails.addressDraft('o1').$fields.get()).toBeNull();
  });
});
