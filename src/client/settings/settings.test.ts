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

test.each<[string, keyof StaffApi, string, Switched, [string, string]]>([
  [
    'what readers see',
    'changeReaderSettings',
    'showEarlierReadings',
    (desk, isOn) => desk.readers.save({ showEarlierReadings: isOn }),
    ['Readers see no earlier readings.', 'Readers see earlier readings.'],
  ],
  [
    'ways to pay',
    'changePaymentSettings',
    'wallets',
    (desk, isOn) => desk.payment.save({ wallets: isOn }),
    ['Customers pay by card only.', 'Apple Pay and Google Pay are offered at the checkout.'],
  ],
])('%s are switched off and on, and it is said', async (_what, change, name, save, said) => {
  const sent: object[] = [];
  const { desk, toasts } = setUp({
    [change]: async (next: object) => {
      sent.push(next);
      return next;
    },
  });
  for (const isOn of [false, true]) expect(await save(desk, isOn)).toBe(true);
  expect(sent).toEqual([{ [name]: false }, { [name]: true }]);
  expect(toasts.shown.map(({ title, description }) => [title, description])).toEqual(
    said.map((description) => ['Settings Updated', description]),
  );
});
