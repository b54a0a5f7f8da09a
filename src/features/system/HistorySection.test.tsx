import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../../../tests/kit/components/answered-calls.ts';
import { openAdmin } from '../../../tests/kit/components/desk.tsx';
import { anApiError } from '../../lib/store-testing.ts';
import { anEntry } from './system-testing.ts';

const history = page.getByRole('region', { name: 'Change history' });
const lines = history.getByRole('listitem');
const refund = anEntry();
const open = (query: string) => openAdmin({}, { search: `?tab=settings&section=history${query}` });

test('lists an entry with its order link and exports the shown entries', async () => {
  answerCalls({ 'GET /api/audit': () => ({ rows: [refund], next: null }) });
  const { addressBar } = await open('&find=CT-7K3M9Q&kind=money');
  await expect
    .element(lines)
    .toMatchTextContent(/^Refund requested.*CT-7K3M9Q.*amount: \$1\.00.*boss · Nov 16, 2026/);
  await expect
    .element(history.getByRole('link', { name: 'Export CSV' }))
    .toHaveAttribute('href', '/api/audit.csv?search=CT-7K3M9Q&kind=money');
  await history.getByRole('link', { name: 'CT-7K3M9Q' }).click();
  expect(new URLSearchParams(addressBar.read()).get('order')).toBe('o1');
});

test('loads more entries on request', async () => {
  const parts = [
    { rows: [refund], next: 'later' },
    { rows: [anEntry({ id: 2 })], next: null },
  ];
  answerCalls({ 'GET /api/audit': () => parts.shift() });
  await open('');
  await expect.element(lines).toHaveLength(1);
  await history.getByRole('button', { name: 'Load more' }).click();
  await expect.element(lines).toHaveLength(2);
  await expect.element(history.getByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
});

test.each([
  ['', 'No entries yet.'],
  ['&kind=settings', 'No entries match.'],
])('explains an empty result for “%s”: %s', async (query, text) => {
  let isBroken = true;
  answerCalls({
    'GET /api/audit'() {
      if (isBroken) throw anApiError(500, 'internal', '');
      return { rows: [], next: null };
    },
  });
  await open(query);
  await expect.element(history.getByRole('alert')).toMatchTextContent('The history could not be loaded.');
  isBroken = false;
  await history.getByRole('button', { name: 'Try again' }).click();
  await expect.element(history.getByRole('status')).toHaveTextContent(text);
});
