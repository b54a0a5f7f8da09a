import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls } from '../../../tests/kit/components/answered-calls.ts';
import { openAdmin } from '../../../tests/kit/components/desk.tsx';
import { expectNoFlaws } from '../../../tests/kit/components/flaws.ts';
import { aPerson, aSession, failOnce } from '../../../tests/kit/components/people.ts';
import { expectDone, expectRefused } from '../../../tests/kit/components/toasts.ts';
import type { OrderFeedback } from '../../shared/aftercare/feedback-schema.ts';
import { type CalendarChanges, defaultCalendar } from '../../shared/checkout/calendar-schema.ts';
import { defaultRetention } from '../../shared/ops/retention.ts';
import { defaultAftercare } from '../../shared/shop/shop-settings.ts';
import { noTax } from '../../shared/shop/tax-schema.ts';
import { aBackupState, anEntry } from '../system/system-testing.ts';
import { aBusinessState } from './business-testing.ts';

const mails = { refunds: true, disputes: true, lateReadings: true, readingPdf: false };

const feedback: OrderFeedback[] = Array.from({ length: 8 }, (_, n) => ({
  ...{ orderId: `o${n}`, orderNumber: `CT-7K3M9${n}`, givenAt: '2026-11-16T09:00:00.000Z', helped: 'yes' },
  words: 'The part about the two offers was exactly what I needed to hear, and I have said yes since.',
  ...{ stars: n < 2 ? 4 : null, mayPublish: true, name: 'Maya', isPublished: n < 3, canBePublished: true },
}));

const calendar = {
  ...defaultCalendar,
  closedDays: [
    { from: '2036-12-24', to: '2036-12-31' },
    { from: '2037-02-01', to: '2037-02-02' },
  ],
  nextHolidays: [],
};

/** Opens a page of the settings of a shop like the demo. */
function openPage(section: string, calls: Parameters<typeof openAdmin>[0] = {}) {
  answerCalls({
    'GET /api/settings/aftercare': () => defaultAftercare,
    'GET /api/feedback': () => feedback,
    'GET /api/business': () => aBusinessState,
    'GET /api/codes': () => ({ codes: [] }),
    'GET /api/settings/tax': () => noTax,
    'GET /api/settings/backups': () => aBackupState,
    'GET /api/privacy/retention': () => ({ retention: defaultRetention, lastRun: null }),
    'GET /api/audit': () => ({ rows: Array.from({ length: 15 }, (_, id) => anEntry({ id })), next: 'more' }),
  });
  return openAdmin(
    {
      calendar: async () => calendar,
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
    { search: `?tab=settings&section=${section}` },
  );
}

/** Each card: the address's name for it, its own, and what is in it once everything is there. */
const cards: [part: string, name: string, last: [role: 'button' | 'checkbox', name: string | RegExp]][] = [
  ['identity', 'Name, contact and color', ['button', 'Save and publish']],
  ['texts', 'Page text', ['button', 'Terms']],
  ['offers', 'Offers', ['button', /^Archive/]],
  ['codes', 'Codes', ['button', 'Add code']],
  ['money', 'Currency and tax', ['button', 'Export CSV']],
  ['delivery', 'Days and queue', ['button', 'Save']],
  ['closed', 'Closed days', ['button', 'Add days']],
  ['aftercare', 'After the order', ['button', 'Show all 8']],
  ['mail', 'Email', ['checkbox', 'Late reading']],
  ['people', 'Accounts', ['button', 'Manage the account of reader3']],
  ['readers', 'What readers see', ['checkbox', /^Earlier readings/]],
  ['payment', 'Payments', ['checkbox', /^Apple Pay/]],
  ['health', 'Backups and health', ['button', 'Back up now']],
  ['privacy', 'Privacy', ['button', 'Look up']],
  ['history', 'History', ['button', 'Load more']],
];
// A text can have the same name, further up.
const headOf = (name: string) => page.getByRole('button', { name, exact: true }).last();

test.each(cards)(
  'opens the card named by the address %s, without layout flaws',
  async (part, name, [role, last]) => {
    await openPage(part);
    await expect.element(headOf(name)).toHaveAttribute('aria-expanded', 'true');
    await expect.element(headOf(name)).toBeInViewport();
    await expect.element(page.getByRole(role, { name: last }).first()).toBeVisible();
    await expectNoFlaws();
  },
);

test('lists price and password first, then four groups of cards', async () => {
  await openPage('');
  const settings = page.getByRole('region', { name: 'Settings', exact: true });
  const headings = () =>
    settings
      .getByRole('heading')
      .elements()
      .map(({ textContent }) => textContent);
  await expect
    .poll(headings)
    .toEqual([
      ...['Settings', 'Reading Price', 'Change Admin Password'],
      ...['Shop', 'Name, contact and color', 'Page text', 'Offers', 'Codes', 'Currency and tax'],
      ...['Delivery', 'Days and queue', 'Closed days', 'After the order', 'Email'],
      ...['People', 'Accounts', 'What readers see'],
      ...['System', 'Payments', 'Backups and health', 'Privacy', 'History'],
    ]);
  await expectNoFlaws();
});

test('opens a card in place on a phone and keeps the others', async () => {
  await page.viewport(360, 740);
  // As the health check was called in bookmarks of earlier versions.
  const { addressBar } = await openPage('service');
  const ofHealth = page.getByRole('button', { name: 'Back up now' });
  const ofHistory = page.getByRole('button', { name: 'Load more' });
  await expect.element(ofHealth).toBeVisible();
  await headOf('History').click();
  await expect.element(ofHistory).toBeVisible();
  await expect.element(ofHealth).toBeVisible();
  expect(addressBar.read()).toBe('?tab=settings&section=history');
  await headOf('History').click();
  await expect.element(ofHistory).not.toBeInTheDocument();
  expect(addressBar.read()).toBe('?tab=settings');
});

test('keeps typed text in a closed card', async () => {
  await openPage('codes');
  const field = page.getByLabelText('Code', { exact: true });
  await field.fill('SPRING');
  await headOf('Codes').click();
  await expect.element(field).not.toBeVisible();
  await headOf('Codes').click();
  await expect.element(field).toHaveValue('SPRING');
});

test.each([
  ['delivery', 'Days and queue'],
  ['aftercare', 'Withdrawal and feedback'],
])('a second click on Save changes no option on page %s', async (section, name) => {
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
    const where = [0.1, 0.5, 0.9].map((part) => document.elementFromPoint(x + across / 4, y + part * height));
    expect(where.filter((under) => choice.element().closest('label')?.contains(under))).toEqual([]);
  }
});

/** Opens days of the shop, of which the first save fails. @returns what was sent then */
async function openDays(section: string) {
  const sent: CalendarChanges[] = [];
  const changeCalendar = failOnce(async (changed: CalendarChanges) => {
    sent.push(changed);
    return calendar;
  });
  await openPage(section, { changeCalendar });
  return sent;
}

const daysSaved = ['Calendar Updated', 'Sales are open, unless the open order limit is reached.'] as const;

test('saves the open order limit with the choice to keep selling', async () => {
  const sent = await openDays('delivery');
  const form = page.getByRole('form', { name: 'Days and queue' });
  const save = form.getByRole('button', { name: 'Save' });
  await form.getByLabelText('Keep selling, with a later delivery date').click();
  await form.getByLabelText(/^Open order limit/).fill('20');
  await save.click();
  await expectRefused('Update Failed', 'Failed to update the calendar');
  await save.click();
  await expectDone(...daysSaved);
  expect(sent).toEqual([{ whenClosed: 'sell for later', mostOpenOrders: 20 }]);
});

test('saves holidays and closed days together and keeps refused ones typed', async () => {
  const sent = await openDays('closed');
  const form = page.getByRole('form', { name: 'Closed days' });
  const save = () => form.getByRole('button', { name: 'Save' }).click();
  await form.getByLabelText('Country').selectOptions('Germany');
  await form.getByLabelText('Region').selectOptions('Bavaria');
  await form.getByRole('button', { name: /^Remove Feb 1/ }).click();
  await form.getByRole('button', { name: 'Add days' }).click();
  await save();
  const first = form.getByLabelText('First day').nth(1);
  await expect.element(first).toHaveFocus();
  await expect.element(first).toHaveAccessibleDescription('The first day is missing.');
  await first.fill('2037-05-01');
  await save();
  await expectRefused('Update Failed', 'Failed to update the calendar');
  await expect.element(first).toHaveValue('2037-05-01');
  await save();
  await expectDone(...daysSaved);
  const closedDays = [calendar.closedDays[0], { from: '2037-05-01', to: '2037-05-01' }];
  expect(sent).toEqual([{ country: 'DE', region: 'BY', closedDays }]);
});

test('sends only the mail settings that changed', async () => {
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
