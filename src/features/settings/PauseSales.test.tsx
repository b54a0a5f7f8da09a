import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openAdmin } from '../../../tests/kit/components/desk.tsx';
import { emptyShop } from '../../../tests/kit/components/empty-shop.ts';
import { expectNoFlaws } from '../../../tests/kit/components/flaws.ts';
import { expectDone } from '../../../tests/kit/components/toasts.ts';
import {
  type CalendarChanges,
  type CalendarSettings,
  defaultCalendar,
} from '../../shared/checkout/calendar-schema.ts';
import { anOverview } from '../overview/overview-testing.ts';
import { isSalesPaused } from './calendar-store.ts';

const sales = page.getByRole('region', { name: 'Sales' });
const badge = page.getByRole('banner').getByRole('link', { name: /^Sales paused/ });
const pause = sales.getByRole('button', { name: 'Pause sales' });
const until = sales.getByLabelText('Resume on (optional)');

/** Opens the desk of a shop that keeps its calendar. @returns what was sent */
async function open() {
  let calendar: CalendarSettings = { ...defaultCalendar, mostOpenOrders: 9 };
  const sent: CalendarChanges[] = [];
  const closed = () =>
    isSalesPaused(calendar) ? ({ until: calendar.closedUntil, reason: 'closed' } as const) : null;
  await openAdmin(
    {
      overview: async () => anOverview(),
      readerFigures: async () => [],
      settings: async () => ({ ...(await emptyShop.settings()), closed: closed() }),
      calendar: async () => ({ ...calendar, nextHolidays: [], waiting: 3 }),
      async changeCalendar(changed) {
        calendar = { ...calendar, ...changed } as CalendarSettings;
        sent.push(changed);
        return { ...calendar, nextHolidays: [] };
      },
    },
    { search: '?tab=today' },
  );
  await expect.element(sales).toMatchTextContent(/^Sales are open\. A reading ordered today/);
  return sent;
}

test('refuses a partial date, a past day, and a short year', async () => {
  const sent = await open();
  // A browser takes a date without its year as no date.
  await until.click();
  await userEvent.keyboard('1207');
  await pause.click();
  await expect.element(until).toHaveAccessibleDescription(/Enter the whole date, or clear it\.$/);
  for (const [day, refusal] of [
    ['2020-12-07', /Choose a day after today\.$/],
    ['0037-12-07', /Use a four-digit year\.$/],
  ] as const) {
    await until.fill(day);
    await pause.click();
    await expect.element(until).toHaveAccessibleDescription(refusal);
    await expect.element(until).toHaveFocus();
  }
  expect(sent).toEqual([]);
});

test.each([
  ['2037-12-07', 'until Monday, December 7', 'Sales paused until Mon, Dec 7'],
  ['', 'until you resume them', 'Sales paused'],
])('pauses sales with the day “%s” %s, and resumes them', async (day, when, short) => {
  const sent = await open();
  await expect.element(badge).not.toBeInTheDocument();
  await until.fill(day);
  await expectNoFlaws();
  await pause.click();
  await expectDone('Sales Paused', `Sales are paused ${when}.`);
  const words = `Sales are paused ${when}. 3 people asked for an email when sales reopen.`;
  await expect.element(sales).toMatchTextContent(words);
  await expect.element(badge).toMatchTextContent(short);
  await sales.getByRole('button', { name: 'Resume sales' }).click();
  await expectDone('Sales Resumed', 'Sales are open, unless the open order limit is reached.');
  await expect.element(badge).not.toBeInTheDocument();
  const resumed = { isPaused: false, closedUntil: null };
  expect(sent).toEqual([{ isPaused: !day, closedUntil: day || null }, resumed]);
});
