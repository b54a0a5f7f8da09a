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

test('pauses sales until a day or without one, and resumes them', async () => {
  let calendar: CalendarSettings = { ...defaultCalendar, mostOpenOrders: 9 };
  const sent: CalendarChanges[] = [];
  await openAdmin(
    {
      overview: async () => anOverview(),
      readerFigures: async () => [],
      settings: async () => ({
        ...(await emptyShop.settings()),
        closed:
          calendar.isPaused || calendar.closedUntil
            ? { until: calendar.closedUntil, reason: 'closed' }
            : null,
      }),
      calendar: async () => ({ ...calendar, nextHolidays: [], waiting: 3 }),
      changeCalendar: async (changed) => {
        calendar = { ...calendar, ...changed } as CalendarSettings;
        sent.push(changed);
        return { ...calendar, nextHolidays: [] };
      },
    },
    { search: '?tab=today' },
  );
  const sales = page.getByRole('region', { name: 'Sales' });
  const badge = page.getByRole('banner').getByRole('link', { name: /^Sales paused/ });
  const pause = sales.getByRole('button', { name: 'Pause sales' });
  const resume = sales.getByRole('button', { name: 'Resume sales' });
  const until = sales.getByLabelText('Resume on (optional)');
  await expect.element(sales).toMatchTextContent(/^Sales are open\. Ordered today/);
  await expect.element(badge).not.toBeInTheDocument();
  // A browser takes a date without its year as no date.
  await until.click();
  await userEvent.keyboard('1207');
  await pause.click();
  await expect.element(until).toHaveAccessibleDescription(/Enter the whole date, or clear it\.$/);
  expect(sent).toEqual([]);
  await until.fill('2020-12-07');
  await pause.click();
  await expect.element(until).toHaveFocus();
  await expect.element(until).toHaveAccessibleDescription(/Choose a day after today\.$/);
  await until.fill('0037-12-07');
  await pause.click();
  await expect.element(until).toHaveAccessibleDescription(/Write the year with four digits\.$/);
  await until.fill('2037-12-07');
  await expectNoFlaws();
  await pause.click();
  await expectDone('Sales Paused', 'Sales are paused until Monday, December 7.');
  await expect
    .element(sales)
    .toMatchTextContent(
      'Sales are paused until Monday, December 7. 3 people asked for an email when sales reopen.',
    );
  await expect.element(badge).toMatchTextContent('Sales paused until Mon, Dec 7');
  await resume.click();
  await expectDone('Sales Resumed', 'Sales are open, unless the limit of open orders is reached.');
  await expect.element(badge).not.toBeInTheDocument();
  await pause.click();
  await expectDone('Sales Paused', 'Sales are paused until you resume them.');
  await expect.element(sales).toMatchTextContent('Sales are paused until you resume them.');
  await expect.element(badge).toHaveTextContent('Sales paused');
  await resume.click();
  await expect.element(pause).toBeVisible();
  const resumed = { isPaused: false, closedUntil: null };
  expect(sent).toEqual([
    { isPaused: false, closedUntil: '2037-12-07' },
    resumed,
    { isPaused: true, closedUntil: null },
    resumed,
  ]);
});
