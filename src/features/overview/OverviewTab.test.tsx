import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openAdmin } from '../../../tests/kit/components/desk.tsx';
import type { ReaderFigures } from '../../shared/overview.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { anOverview, aPeriod } from './overview-testing.ts';

const usd = (revenue: number) => ({ currency: 'usd', revenue });
const figures = { orders: 4, revenues: [usd(220)], delivered: 2, onTime: 1, submitted: 3, rejected: 1 };
const recent = { ...figures, failedPayments: 1, overdue: 0, medianHours: 60 };
const table = page.getByRole('table', { name: 'Readers' });
const cells = table.getByRole('cell');
const texts = (place: { elements(): Element[] }) => place.elements().map((element) => element.textContent);

const openOverview = (calls: Partial<StaffApi>, search = '?tab=today') =>
  openAdmin({ overview: async () => anOverview(), readerFigures: async () => [], ...calls }, { search });

test('shows each figure beside that of the previous days', async () => {
  const days = [aPeriod('2026-11-19'), aPeriod('2026-11-20')];
  await openOverview({ overview: async () => anOverview({ recent, days }) });
  await expect
    .poll(() => texts(page.getByRole('tabpanel').getByRole('definition')))
    .toEqual([
      '$220.00previous 2 days: $0.00',
      '4previous 2 days: 0',
      '50%previous 2 days: –',
      '2.5previous 2 days: –',
      '33%previous 2 days: –',
      '1previous 2 days: 0',
    ]);
});

test('shows a revenue and a chart for each currency', async () => {
  const eur = { currency: 'eur', revenue: 20 };
  const overview = anOverview({
    currency: 'eur',
    recent: { ...recent, revenues: [eur] },
    previous: { ...recent, revenues: [usd(60)] },
    months: [{ from: '2026-11-01', revenues: [eur, usd(60)] }],
  });
  await openOverview({ overview: async () => overview });
  const revenue = page.getByRole('tabpanel').getByRole('definition');
  await expect
    .poll(() => texts(revenue).slice(0, 2))
    .toEqual(['€20.00previous 0 days: €0.00', '$0.00previous 0 days: $60.00']);
  for (const [title, row] of [
    ['Revenue by month, EUR', 'Nov 2026€20.00'],
    ['Revenue by month, USD', 'Nov 2026$60.00'],
  ] as const) {
    const chart = page.getByRole('figure', { name: title });
    await chart.getByText('Show as table').click();
    await expect.poll(() => texts(chart.getByRole('row'))).toEqual([row]);
  }
});

test('shows figures by offer if there are several offers', async () => {
  await openOverview({});
  const offers = page.getByRole('table', { name: 'Offers' });
  await expect.element(page.getByRole('figure', { name: 'Orders by day' })).toBeVisible();
  await expect.element(offers).not.toBeInTheDocument();
  const figures = [
    { id: 'standard', name: 'Personal written reading', orders: 1, revenues: [usd(60)] },
    { id: 'three', name: 'Three cards', orders: 12, revenues: [{ currency: 'eur', revenue: 20 }, usd(360)] },
    { id: 'six', name: 'Six cards', orders: 0, revenues: [] },
  ];
  await openOverview({ overview: async () => anOverview({ offers: figures }) });
  await expect
    .poll(() => texts(offers.getByRole('row')))
    .toEqual([
      'OfferOrdersRevenue',
      'Personal written reading1$60.00',
      'Three cards12€20.00, $360.00',
      'Six cards0$0.00',
    ]);
});

test('repeats the values of a chart in a table', async () => {
  const days = [aPeriod('2026-11-19'), { ...aPeriod('2026-11-20'), orders: 4 }];
  await openOverview({ overview: async () => anOverview({ days }) });
  const chart = page.getByRole('figure', { name: 'Orders by day' });
  await chart.getByText('Show as table').click();
  await expect.poll(() => texts(chart.getByRole('row'))).toEqual(['Nov 190', 'Nov 204']);
});

const reader: ReaderFigures = {
  ...{ reader: 'reader1', delivered: 2, onTime: 1, overdue: 0, submitted: 2, returned: 0, words: 7 },
  ...{ medianHours: 72, open: 1, late: 0 },
};

test('lists each reader’s figures', async () => {
  await openOverview({ readerFigures: async () => [reader] });
  await expect
    .poll(() => texts(cells).map((text) => text?.replace(/^[A-Z][a-z ]+/, '')))
    .toEqual(['2', '50%', '0%', '7', '3', '1', '0']);
});

test('refuses an invalid period, and shows and exports a chosen one', async () => {
  const asked: string[] = [];
  const { addressBar } = await openOverview({
    async readerFigures(period) {
      asked.push(period);
      return [reader];
    },
  });
  await page.getByRole('combobox', { name: 'Period' }).selectOptions('From … to …');
  const days = page.getByRole('form', { name: 'Custom period' });
  const [first, last] = [days.getByLabelText('First day'), days.getByLabelText('Last day')];
  const show = () => days.getByRole('button', { name: 'Show' }).click();
  for (const [from, to] of [
    ['2026-10-22', '2025-11-20'],
    ['0025-11-19', '0025-11-20'],
  ] as const) {
    await first.fill(from);
    await last.fill(to);
    await show();
    await expect
      .element(days.getByRole('alert'))
      .toHaveTextContent(
        'Please choose a first and a last day no more than 366 days apart. Use four-digit years.',
      );
    await expect.element(last).toHaveFocus();
  }
  await last.fill('2025-11-20');
  await first.fill('2025-11-19');
  await show();
  await expect.poll(() => asked).toEqual(['30-days', '2025-11-19..2025-11-20']);
  expect(new URLSearchParams(addressBar.read()).get('period')).toBe('2025-11-19..2025-11-20');
  await expect
    .element(page.getByRole('link', { name: 'Export readings as CSV' }))
    .toHaveAttribute('href', '/api/overview/readings.csv?period=2025-11-19..2025-11-20');
});
