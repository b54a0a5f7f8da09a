import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { anOrder } from '../../../client/desk/desk-testing.ts';
import type { StaffApi } from '../../../client/desk/staff-api.ts';
import { anOverview } from '../../../client/overview/overview-testing.ts';
import { anApiError } from '../../../client/store-testing.ts';
import { usualCalendar } from '../../../shared/checkout/calendar.ts';
import { answerCalls } from '../../../testing/components/answered-calls.ts';
import { openAdmin } from '../../../testing/components/desk.tsx';
import { emptyShop } from '../../../testing/components/empty-shop.ts';
import { aPayment, serverOf } from '../../../testing/components/money.ts';
import { aPerson } from '../../../testing/components/people.ts';

/* What cannot be loaded says so in its own place, and is there once it can. */

const settings = '?tab=settings';
const disputed = anOrder({ dispute: 'open', paymentStatus: 'disputed' });

test.each<[message: string, loaded: string, search: string, calls: Partial<StaffApi>]>([
  ['The price could not be loaded.', 'Current price:', settings, { settings: emptyShop.settings }],
  ['The accounts could not be loaded.', 'reader1', settings, { people: async () => [aPerson()] }],
  [
    'The days could not be loaded.',
    'Save',
    settings,
    { calendar: async () => ({ ...usualCalendar, nextHolidays: [] }) },
  ],
  [
    'The overview could not be loaded.',
    'Nothing waits for you',
    '?tab=overview',
    { overview: async () => anOverview() },
  ],
  [
    'The readers’ figures could not be loaded.',
    'There are no readers yet.',
    '?tab=overview',
    { readerFigures: async () => [] },
  ],
  [
    'The alerts could not be loaded.',
    'No mail left.',
    '',
    { alerts: async () => [{ code: 'mail_refused', message: 'No mail left.', count: 1, orders: [] }] },
  ],
  [
    'Stripe could not be asked.',
    'Look at it at Stripe',
    '?order=o1',
    { orderPayment: async () => aPayment() },
  ],
])('“%s” stands there until “%s” does', async (message, loaded, search, calls) => {
  let isBroken = true;
  const broken = anApiError(500, 'internal', '');
  const answers = Object.entries(calls).map(([name, call]: [string, () => Promise<unknown>]) => [
    name,
    () => (isBroken ? Promise.reject(broken) : call()),
  ]);
  answerCalls({});
  await openAdmin({ ...serverOf(() => disputed), ...Object.fromEntries(answers) }, { search });
  const problem = page.getByRole('alert').filter({ hasText: message });
  await expect.element(problem).toBeVisible();
  isBroken = false;
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText(loaded, { exact: true }).last()).toBeVisible();
  await expect.element(problem).not.toBeInTheDocument();
  // The button is gone, and somebody without a pointer goes on from where it stood.
  await expect.element(document.body).not.toHaveFocus();
});
