import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../../../tests/kit/components/answered-calls.ts';
import { openAdmin } from '../../../tests/kit/components/desk.tsx';
import { emptyShop } from '../../../tests/kit/components/empty-shop.ts';
import { aPayment } from '../../../tests/kit/components/money.ts';
import { fakeOrderServer } from '../../../tests/kit/components/open-order.ts';
import { aPerson, broken } from '../../../tests/kit/components/people.ts';
import { anOrder, aToday } from '../../features/desk/desk-testing.ts';
import type { StaffApi } from '../../features/desk/staff-api.ts';
import { anOverview } from '../../features/overview/overview-testing.ts';
import { defaultCalendar } from '../../shared/checkout/calendar-schema.ts';

/* What cannot be loaded says so in its own place, and is there once it can. */

const settings = '?tab=settings';
const today = '?tab=today';
const approvals = '?tab=approvals';
const disputed = anOrder({ dispute: 'open', paymentStatus: 'disputed' });

test.each<[keyof StaffApi, answer: unknown, search: string, message: string, loaded: string]>([
  ['settings', await emptyShop.settings(), settings, 'The price could not be loaded.', 'Current price:'],
  ['people', [aPerson()], '?tab=settings&section=people', 'The accounts could not be loaded.', 'reader1'],
  [
    'calendar',
    { ...defaultCalendar, nextHolidays: [] },
    '?tab=settings&section=delivery',
    'The calendar could not be loaded.',
    'Save',
  ],
  ['overview', anOverview(), today, 'The overview could not be loaded.', 'Orders by day'],
  ['readerFigures', [], today, 'The readers’ figures could not be loaded.', 'There are no readers yet.'],
  ['listOrders', { orders: [], total: 0 }, '', 'The orders could not be loaded.', 'No orders yet'],
  ['order', disputed, '?order=o1', 'The order could not be loaded.', 'Customer email'],
  ['pendingReadings', [], approvals, 'The readings could not be loaded.', 'No readings pending approval'],
  ['today', aToday(), today, 'The list could not be loaded.', 'Nothing needs attention'],
  ['orderPayment', aPayment(), '?order=o1', 'The payment could not be loaded from Stripe.', 'Open in Stripe'],
])('offers Try again when “%s” fails to load', async (...row) => {
  const [name, answer, search, message, loaded] = row;
  let isBroken = true;
  const call = () => (isBroken ? broken() : Promise.resolve(answer));
  answerCalls({});
  await openAdmin({ ...fakeOrderServer(() => disputed), [name]: call }, { search });
  const problem = page.getByRole('alert').filter({ hasText: message });
  await expect.element(problem).toBeVisible();
  expect(page.getByText(/^No (orders|readings)/).elements()).toEqual([]);
  isBroken = false;
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText(loaded, { exact: true }).last()).toBeVisible();
  await expect.element(problem).not.toBeInTheDocument();
  // The button is gone, and keyboard users go on from where it was.
  await expect.element(document.body).not.toHaveFocus();
});
