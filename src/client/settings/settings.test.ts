import { describe, expect, test, vi } from 'vitest';
import { noPasswords, passwordProblem } from '../account/password-form.ts';
import { aDeskBase } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { anApiError, settle } from '../store-testing.ts';
import { createSettingsDesk, type SettingsDesk } from './settings.ts';

function setUp(calls: Partial<StaffApi>) {
  const { desk, toasts } = aDeskBase(calls);
  return { desk: createSettingsDesk(desk), toasts };
}

describe('a new price', () => {
  test('is sent in dollars and shown when it is in force', async () => {
    let price = 60;
    const changePrice = vi.fn(async (next: number) => {
      price = next;
      return { price };
    });
    const settings = async () => ({
      price,
      publishableKey: 'pk',
      sandbox: true,
      promisedDay: '2026-11-25',
      closed: null,
    });
    const { desk, toasts } = setUp({ changePrice, settings });
    const stop = desk.$price.listen(() => {});
    expect(desk.$price.get()).toBe('49.00');
    await settle();
    expect(desk.$price.get()).toBe('60.00');
    desk.writePrice('49.5');
    expect(await desk.savePrice()).toBe(true);
    await settle();
    expect(changePrice).toHaveBeenCalledWith(49.5);
    expect(toasts.shown[0]).toMatchObject({ title: 'Price Updated' });
    expect(desk.$price.get()).toBe('49.50');
    expect(desk.$newPrice.get()).toBe('');
    stop();
  });

  test.each([
    ['', 'Please enter a valid price'],
    ['abc', 'Please enter a valid price'],
    ['-3', 'Please enter a valid price'],
    ['0.49', expect.stringContaining('0.50')],
    ['1,234', expect.stringContaining('1234 without the comma')],
  ])('that was typed as %j is not sent', async (typed, description) => {
    const changePrice = vi.fn();
    const { desk, toasts } = setUp({ changePrice });
    desk.writePrice(typed);
    expect(await desk.savePrice()).toBe(false);
    expect(changePrice).not.toHaveBeenCalled();
    expect(toasts.shown[0]).toMatchObject({ title: 'Invalid Price', description });
    expect(desk.$priceErrors.get().price).toEqual(description);
  });

  test.each([
    [60, '49,50', null],
    [60, '599.99', null],
    [60, '600', 'Change the price to $600.00?'],
    [60, '4950', 'Change the price to $4,950.00?'],
    [60, '0', 'Make readings free?'],
    [0, '0', null],
    [0, '60', null],
  ])('of %d dollars becomes %s after the question %j', async (current, typed, title) => {
    const changePrice = vi.fn(async (price: number) => ({ price }));
    const settings = async () => ({
      price: current,
      publishableKey: 'pk',
      sandbox: true,
      promisedDay: '2026-11-25',
      closed: null,
    });
    const { desk } = setUp({ changePrice, settings });
    desk.$price.listen(() => {});
    await settle();
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
  [
    'mails',
    'mailSettings',
    'changeMailSettings',
    { refunds: true },
    (desk, isOn) => desk.mails.turn('refunds', isOn),
    ['This is not sent any more.', 'This is sent from now on.'],
  ],
])('%s are switched off and on, and it is said', async (_what, read, change, first, turn, said) => {
  let kept = first;
  const { desk, toasts } = setUp({
    [read]: async () => kept,
    [change]: async (next: object) => {
      kept = next;
    },
  });
  for (const { $switches } of [desk.readers, desk.payment, desk.mails]) $switches.listen(() => {});
  await settle();
  const [name] = Object.keys(first);
  for (const isOn of [false, true]) {
    expect(await turn(desk, isOn)).toBe(true);
    expect(kept).toEqual({ [String(name)]: isOn });
  }
  expect(toasts.shown.map(({ title, description }) => [title, description])).toEqual(
    said.map((description) => ['Setting Updated', description]),
  );
});

describe('a new password', () => {
  const form = { currentPassword: 'old-one', newPassword: 'new-one', confirmPassword: 'new-one' };

  test.each([
    [{ currentPassword: '' }, 'Missing Fields', 'Please fill in all password fields', 'currentPassword'],
    [{ confirmPassword: 'other' }, 'Password Mismatch', "New passwords don't match", 'confirmPassword'],
    [
      { newPassword: '12345', confirmPassword: '12345' },
      'Password Too Short',
      'Password must be at least 6 characters',
      'newPassword',
    ],
  ])('with %o is refused', (changes, title, message, field) => {
    expect(passwordProblem({ ...form, ...changes })).toEqual({ title, message, fields: [field] });
  });

  test('is sent with the current one, and the form is emptied', async () => {
    const changePassword = vi.fn(async () => ({ changed: true as const }));
    const { desk, toasts } = setUp({ changePassword });
    desk.writePasswords(form);
    expect(await desk.savePasswords()).toBe(true);
    expect(changePassword).toHaveBeenCalledWith({ currentPassword: 'old-one', newPassword: 'new-one' });
    expect(toasts.shown[0]?.title).toBe('Password Updated');
    expect(desk.$passwords.get()).toEqual(noPasswords);
  });

  test('stays in the form when the server refuses it', async () => {
    const refused = anApiError(400, 'invalid_request', 'The current password is not right.');
    const { desk, toasts } = setUp({ changePassword: () => Promise.reject(refused) });
    desk.writePasswords(form);
    expect(await desk.savePasswords()).toBe(false);
    expect(toasts.shown[0]).toMatchObject({
      title: 'Update Failed',
      description: 'The current password is not right.',
    });
    expect(desk.$passwords.get()).toEqual(form);
  });
});
