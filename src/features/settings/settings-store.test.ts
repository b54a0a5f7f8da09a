import { expect, test } from 'vitest';
import { setUpDesk } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { createSettingsDesk, priceQuestion } from './settings-store.ts';

function setUp(calls: Partial<StaffApi>) {
  const { desk, toasts } = setUpDesk(calls);
  return { desk: createSettingsDesk(desk), toasts };
}

test.each([
  [60, 4_950, null],
  [60, 59_999, null],
  [60, 60_000, 'Change the price to $600.00?'],
  [60, 495_000, 'Change the price to $4,950.00?'],
  [60, 0, 'Make readings free?'],
  [0, 0, null],
  [0, 6_000, null],
])('from %d dollars to %d cents asks: %j', (price, amountMinor, title) => {
  expect(priceQuestion(amountMinor, price * 100)?.title ?? null).toBe(title);
});

type Switched = (desk: ReturnType<typeof createSettingsDesk>, isOn: boolean) => Promise<boolean>;

test.each<[string, keyof StaffApi, string, Switched, [string, string]]>([
  [
    'the settings for readers',
    'changeReaderSettings',
    'showEarlierReadings',
    (desk, isOn) => desk.readers.save({ showEarlierReadings: isOn }),
    ['Readers no longer see earlier readings.', 'Readers see earlier readings.'],
  ],
  [
    'the settings for payments',
    'changePaymentSettings',
    'wallets',
    (desk, isOn) => desk.payment.save({ wallets: isOn }),
    ['Customers pay by card only.', 'Apple Pay and Google Pay are offered at the checkout.'],
  ],
])('saves %s and reports each change', async (_what, change, name, save, said) => {
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
