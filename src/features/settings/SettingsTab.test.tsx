import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls } from '../../../tests/kit/components/answered-calls.ts';
import { openAdmin } from '../../../tests/kit/components/desk.tsx';
import { expectNoFlaws } from '../../../tests/kit/components/flaws.ts';
import { aPerson, aSession, failOnce } from '../../../tests/kit/components/people.ts';
import { expectDone, expectRefused } from '../../../tests/kit/components/toasts.ts';
import type { OrderFeedback } from '../../shared/aftercare/feedback-schema.ts';
import { type CalendarChanges, defaultCalendar } from '../../shared/checkout/calendar-schema.ts';
import type { AuditEntry } from '../../shared/ops/audit-log.ts';
import type { BackupState } from '../../shared/ops/backup-schema.ts';
import { defaultRetention } from '../../shared/ops/retention.ts';
import { defaultAftercare } from '../../shared/shop/shop-settings.ts';
import { noTax } from '../../shared/shop/tax-schema.ts';
import { aBusinessState } from './business-testing.ts';

const mails = { refunds: true, disputes: true, lateReadings: true, readingPdf: false };

const feedback: OrderFeedback[] = Array.from({ length: 8 }, (_, n) => ({
  orderId: `o${n}`,
  orderNumber: `CT-7K3M9${n}`,
  helped: 'yes',
  words: 'The part about the two offers was exactly what I needed to hear, and I have said yes since.',
  mayPublish: true,
  shownName: 'first',
  name: 'Maya',
  givenAt: '2026-11-16T09:00:00.000Z',
  isPublished: n < 3,
  canBePublished: true,
}));

const entry: AuditEntry = {
  id: 1,
  at: '2026-11-16T09:00:00.000Z',
  actor: 'admin',
  kind: 'money',
  action: 'refund_asked',
  subject: { kind: 'order', id: 'o1', label: 'CT-7K3M9Q' },
  details: { amount: '$12.50', reason: 'asked by the customer' },
};

const backups: BackupState = {
  settings: { isOn: true, hourly: 24, daily: 7, weekly: 8 },
  folder: '/srv/career-tarot/backups',
  isSent: false,
  isRunning: false,
  failed: null,
  last: null,
  files: [],
};

/** Opens a page of the settings of a shop like the demo. */
function openPage(section: string, calls: Parameters<typeof openAdmin>[0] = {}) {
  answerCalls({
    'GET /api/settings/aftercare': () => defaultAftercare,
    'GET /api/feedback': () => feedback,
    'GET /api/business': () => aBusinessState,
    'GET /api/codes': () => ({ codes: [] }),
    'GET /api/settings/tax': () => noTax,
    'GET /api/settings/backups': () => backups,
    'GET /api/privacy/retention': () => ({ retention: defaultRetention, lastRun: null }),
    'GET /api/audit': () => ({
      rows: Array.from({ length: 15 }, (_, id) => ({ ...entry, id })),
      next: 'more',
    }),
  });
  return openAdmin(
    {
      calendar: async () => ({
        ...defaultCalendar,
        closedDays: [
          { from: '2036-12-24', to: '2036-12-31' },
          { from: '2037-02-01', to: '2037-02-02' },
        ],
        nextHolidays: [],
      }),
      calendarPlaces: async (country) => ({
        countries: [{ code: 'DE', name: 'Germany' }],
        regions: country === 'DE' ? [{ code: 'BY', name: 'Bavaria' }] : [],
      }),
      mailSettings: async () => mails,
      paymentSettings: async () => ({ wallets: false }),
      readerSettings: async () => ({ showEarlierReadings: true }),
      people: async () => [
        aPerson({ id: 'a', username: 'admin', role: 'admin', sessions: [aSession()] }),
        ...['reader1', 'reader2', 'reader3'].map((username) => aPerson({ id: username, username })),
      ],
      ...calls,
    },
    { search: section === 'shop' ? '?tab=settings' : `?tab=settings&section=${section}` },
  );
}

/** Each page, its name and parts, and what is there once everything is. */
const pages: [
  section: string,
  name: string,
  parts: string[],
  last: [role: 'button' | 'checkbox', name: string | RegExp],
][] = [
  ['shop', 'Shop', ['Reading Price', 'Change Admin Password', 'Your business'], ['button', 'Terms']],
  ['offers', 'Offers', ['Your offers'], ['button', /^Archive/]],
  ['codes', 'Codes', ['Your codes', 'New code'], ['button', 'Add code']],
  ['delivery', 'Delivery', ['Days and queue'], ['button', 'Add days']],
  [
    'aftercare',
    'After the order',
    ['Withdrawal and feedback', 'Customer feedback'],
    ['button', 'Show all 8'],
  ],
  ['people', 'People', ['Accounts', 'What readers see'], ['button', 'Manage the account of reader3']],
  ['mail', 'Mail & payments', ['Email when something happens', 'Ways to pay'], ['checkbox', /^Apple Pay/]],
  ['tax', 'Tax', ['Tax on receipts', 'Receipts of a month'], ['button', 'Download CSV']],
  ['health', 'Backups & health', ['Health check', 'Backups'], ['button', 'Back up now']],
  ['privacy', 'Privacy', ['One person’s data', 'How long data is kept'], ['button', 'Save']],
  ['history', 'History', ['Change history'], ['button', 'Load more']],
];

test.each(pages)(
  'the page %s has its parts, and fits on a screen and a half',
  async (section, name, parts, [role, last]) => {
    await page.viewport(1440, 900);
    await openPage(section);
    await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent(name);
    for (const part of parts)
      await expect.element(page.getByRole('heading', { level: 3, name: part })).toBeVisible();
    await expect.element(page.getByRole(role, { name: last })).toBeVisible();
    expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(1350);
    await expectNoFlaws();
  },
);

test('every page is reached on a phone, and the old address of the service leads to its health', async () => {
  await page.viewport(360, 740);
  const { addressBar } = await openPage('service');
  const heading = page.getByRole('heading', { level: 2 });
  await expect.element(heading).toHaveTextContent('Backups & health');
  const links = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  for (const [section, name] of pages) {
    await links.and(page.getByRole('link', { name, exact: true })).click();
    await expect.element(heading).toHaveTextContent(name);
    await expect.element(page.getByText('This part of the page')).not.toBeInTheDocument();
    expect(addressBar.read()).toBe(section === 'shop' ? '?tab=settings' : `?tab=settings&section=${section}`);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  }
});

test.each([
  ['delivery', 'Days and queue'],
  ['aftercare', 'Withdrawal and feedback'],
])(
  'a second press of Save on the page %s, when the first was refused, chooses nothing',
  async (section, name) => {
    await openPage(section);
    const form = page.getByRole('form', { name });
    const refused = form.getByLabelText(/^(Open order limit|Days after delivery)/);
    const choice = form.getByLabelText(/^(Keep selling|Customers can withdraw)/);
    const save = form.getByRole('button', { name: 'Save' });
    for (const width of [360, 1440]) {
      await page.viewport(width, 740);
      await refused.fill('');
      await refused.fill('-1');
      const { x, y, width: across, height } = save.element().getBoundingClientRect();
      await save.click();
      await expect.element(refused).toHaveFocus();
      const where = [0.1, 0.5, 0.9].map((part) =>
        document.elementFromPoint(x + across / 4, y + part * height),
      );
      expect(where.filter((under) => choice.element().closest('label')?.contains(under))).toEqual([]);
    }
  },
);

test('the days are saved in one form; what is refused stays typed', async () => {
  const sent: CalendarChanges[] = [];
  await openPage('delivery', {
    changeCalendar: failOnce(async (changed) => {
      sent.push(changed);
      return { ...defaultCalendar, nextHolidays: [] };
    }),
  });
  const form = page.getByRole('form', { name: 'Days and queue' });
  const save = () => form.getByRole('button', { name: 'Save' }).click();
  await form.getByLabelText('Keep selling, with a later delivery date').click();
  await form.getByLabelText(/^Open order limit/).fill('20');
  await form.getByLabelText('Country').selectOptions('Germany');
  await form.getByLabelText('Region').selectOptions('Bavaria');
  await form.getByRole('button', { name: /^Remove Feb 1/ }).click();
  await form.getByRole('button', { name: 'Add days' }).click();
  await save();
  const first = form.getByLabelText('First day').nth(1);
  await expect.element(first).toHaveFocus();
  await expect.element(first).toHaveAccessibleDescription('The first day closed is missing.');
  await first.fill('2037-05-01');
  await save();
  await expectRefused('Update Failed', 'Failed to update the days');
  await expect.element(first).toHaveValue('2037-05-01');
  await save();
  await expectDone('Days Updated', 'Sales are open, unless the limit of open orders is reached.');
  expect(sent).toEqual([
    {
      country: 'DE',
      region: 'BY',
      whenClosed: 'sell for later',
      mostOpenOrders: 20,
      closedDays: [
        { from: '2036-12-24', to: '2036-12-31' },
        { from: '2037-05-01', to: '2037-05-01' },
      ],
    },
  ]);
});

test('mails are switched by their keys, and those that stay as they are are not sent', async () => {
  const sent: object[] = [];
  await openPage('mail', {
    changeMailSettings: failOnce(async (next) => {
      sent.push(next);
      return { ...mails, ...next };
    }),
  });
  const form = page.getByRole('form', { name: 'Email when something happens' });
  const refunds = form.getByRole('checkbox', { name: 'Refund' });
  await expect.element(refunds).toBeChecked();
  (refunds.element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  const save = () => form.getByRole('button', { name: 'Save' }).click();
  await save();
  await expectRefused('Update Failed', 'Failed to update the settings');
  await expect.element(refunds).not.toBeChecked();
  await save();
  await expectDone('Settings Updated', 'The email settings were saved.');
  expect(sent).toEqual([{ refunds: false }]);
});
