import { expect, test, vi } from 'vitest';
import { aDeskBase } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { lookAt } from '../store-testing.ts';
import { createSettingsDesk, type SettingsDesk } from './settings.ts';

function setUp(calls: Partial<StaffApi>) {
  const { desk, toasts } = aDeskBase(calls);
  return { desk: createSettingsDesk(desk), toasts };
}

test.each([
  [60, '49,50', null],
  [60, '599.99', null],
  [60, '600', 'Change the price to $600.00?'],
  [60, '4950', 'Change the price to $4,950.00?'],
  [60, '0', 'Make readings free?'],
  [0, '0', null],
  [0, '60', null],
])('a price of %d dollars becomes %s after the question %j', async (price, typed, title) => {
  const changePrice = vi.fn(async (next: number) => ({ price: next }));
  const { desk } = setUp({
    changePrice,
    settings: async () => {
      return { price, publishableKey: 'pk', sandbox: true, promisedDay: '2026-11-25', closed: null };
    },
  });
  await lookAt(desk.$price);
  desk.writePrice(typed);
  await desk.savePrice();
  expect(desk.$priceQuestion.get()?.title ?? null).toBe(title);
  expect(changePrice).toHaveBeenCalledTimes(title === null ? 1 : 0);
  if (title === null) return;
  desk.dismissPriceQuestion();
  expect([desk.$priceQuestion.get(), desk.$newPrice.get()]).toEqual([null, typed]);
  await desk.savePrice();
  expect(await desk.savePrice(true)).toBe(true);
  expect(desk.$priceQuestion.get()).toBeNull();
  expect(changePrice).toHaveBeenCalledExactlyOnceWith(Number(typed));
});

type Switched = (desk: SettingsDesk, isOn: boolean) => Promise<boolean>;

test.each<[string, keyof StaffApi, keyof StaffApi, object, Switched, [string, string]]>([
  [
    'what readers see',
    'readerSettings',
    'changeReaderSettings',
    { showEarlierReadings: true },
    (desk, isOn) => desk.readers.turn('showEarlierReadings', isOn),
    ['Readers see no earlier readings.', 'Readers see earlier readings.'],
  ],
  [
    'ways to pay',
    'paymentSettings',
    'changePaymentSettings',
    { wallets: true },
    (desk, isOn) => desk.payment.turn('wallets', isOn),
    ['Customers pay by card only.', 'Apple Pay and Google Pay are offered at the checkout.'],
  ],
])('%s are switched off and on, and it is said', async (_what, read, change, first, turn, said) => {
  let kept = first;
  const { desk, toasts } = setUp({
    [read]: async () => kept,
    [change]: async (next: object) => {
      kept = next;
    },
  });
  await lookAt(desk.readers.$switches, desk.payment.$switches);
  const [name] = Object.keys(first);
  for (const isOn of [false, true]) {
    expect(await turn(desk, isOn)).toBe(true);
    expect(kept).toEqual({ [String(name)]: isOn });
  }
  expect(toasts.shown.map(({ title, description }) => [title, description])).toEqual(
    said.map((description) => ['Setting Updated', description]),
  );
});
