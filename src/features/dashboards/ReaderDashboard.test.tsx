import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openReader } from '../../../tests/kit/components/desk.tsx';
import { fakeReaderServer } from '../../../tests/kit/components/fake-reader-server.ts';
import { expectNoFlaws } from '../../../tests/kit/components/flaws.ts';
import { textsOf } from '../../../tests/kit/components/lists.ts';
import { failOnce } from '../../../tests/kit/components/people.ts';
import { standardPurchase } from '../../../tests/kit/standard-purchase.ts';
import { anApiError } from '../../lib/store-testing.ts';
import { aReaderOrder, aReading, aVersion } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';

const { keyboard } = userEvent;
const heading = page.getByRole('heading', { name: 'My Assignments' });
const text = page.getByLabelText('Reading content');
const backLink = page.getByRole('link', { name: 'My Assignments' });
const subject = page.getByRole('region', { name: 'What it is about' });
const submit = page.getByRole('button', { name: 'Submit for Admin Review' });
const choice = page.getByRole('combobox', { name: 'Order' });
const writeFor = (number: string) => page.getByRole('button', { name: `Upload Reading for ${number}` });
const orders = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    aReaderOrder({
      id: `o${index}`,
      orderNumber: `CT-00000${index}`,
      backgroundContext: 'We bake since March. '.repeat(9),
      dueAt: `2026-12-0${1 + index}T09:00:00.000Z`,
    }),
  );

/** Opens the desk in a window as large as that of a laptop. */
async function open(calls: Partial<StaffApi>, search = '') {
  await page.viewport(1280, 720);
  return openReader(calls, { search });
}

/** They are on the screen without scrolling. */
async function expectInView(...names: string[]): Promise<void> {
  const places = [text, ...names.map((name) => page.getByRole('button', { name, exact: true }))];
  for (const place of places) await expect.element(place).toBeInViewport({ ratio: 1 });
}

test('says there is nothing to write, then focuses new assignments', async () => {
  let listed = orders(0);
  await open({ readerOrders: async () => listed });
  await expect.element(page.getByText('No pending assignments')).toBeVisible();
  await expect.element(page.getByText('No submissions yet.')).toBeVisible();
  const lookAgain = page.getByRole('button', { name: 'Check again' });
  lookAgain.element().focus();
  await keyboard('{Enter}');
  await expect.element(lookAgain).toHaveFocus();
  listed = orders(1);
  await keyboard('{Enter}');
  await expect.element(page.getByText('Pending Assignments (1)')).toBeVisible();
  await expect.element(heading).toHaveFocus();
});

test('shows the question, the name, and the due date of each assignment', async () => {
  const asked = { readingType: 'other', customQuestion: 'Will the bakery feed us?' } as const;
  const dueIn = (hours: number) => ({ dueAt: new Date(Date.now() + hours * 3_600_000).toISOString() });
  const answered = { answeredQuestion: 'Where is it?', customerAnswer: 'In Lisbon.' };
  const told = { backgroundContext: 'We bake.', readingAddresseeName: 'Mai', ...answered };
  const rejected = { status: 'rejected', feedback: 'Say more.', commentCount: 1 } as const;
  await open({
    readerOrders: async () => [
      aReaderOrder({ ...asked, ...told, ...dueIn(2.1), awaitsReply: true }),
      aReaderOrder({ id: 'o2', orderNumber: 'CT-LATE00', ...rejected, ...dueIn(-3.1) }),
    ],
  });
  const row = (number: string) => page.getByRole('listitem').filter({ hasText: number }).first();
  for (const fact of [
    /Ana Lima for Mai.*Message.*Awaiting Reading.*Will the bakery feed us\?We bake\./,
    'Question: Where is it?Customer’s answer: In Lisbon.',
    /Due:.*\(2 hours left\).*Assigned: ?Nov 16, 2026/,
  ])
    await expect.element(row('CT-7K3M9Q')).toMatchTextContent(fact);
  const late =
    /Late.*Needs Revision.*Feedback: Say more\.1 comment on the text.*\((3 hours|1 day) late\).*Upload Reading/;
  await expect.element(row('CT-LATE00')).toMatchTextContent(late);
});

test.each([360, 1440])('opens an order to write from Upload Reading at %d px', async (width) => {
  const backgroundContext = 'We bake since March, and we hardly sleep. '.repeat(40).trim();
  await page.viewport(width, 900);
  const order = aReaderOrder({ backgroundContext, dueAt: '2099-11-19T09:00:00.000Z' });
  const { addressBar } = await openReader(fakeReaderServer([order, ...orders(1)]));
  const row = page.getByRole('listitem').filter({ hasText: backgroundContext });
  const button = row.getByRole('button', { name: 'Upload Reading for CT-7K3M9Q' });
  await expect.element(button).toMatchTextContent(/^Upload Reading/);
  await expect.element(row.getByText('Assigned:')).toBeVisible();
  await expectNoFlaws();
  await page.viewport(width, 900);
  await button.click();
  await expect.element(text).toHaveFocus();
  await expect.element(text).toBeInViewport({ ratio: 1 });
  expect(addressBar.read()).toBe('?order=CT-7K3M9Q');
  const [name, due] = [subject.getByText('Dear Ana'), subject.getByText(/Due [A-Z]/)];
  if (width < 1024) {
    for (const fact of [name, due]) await expect.element(fact).toBeInViewport({ ratio: 1 });
    // With it the choice of the order unfolds.
    await subject.getByRole('button', { expanded: false }).click();
  }
  await expect.element(choice).toHaveDisplayValue('CT-7K3M9Q - Ana Lima (Career path)');
  await expectNoFlaws();
  if (width < 1024) return;
  await writeFor('CT-000000').click();
  await expect.element(choice).toHaveDisplayValue(/^CT-000000/);
  await expect.element(text).toHaveFocus();
});

test('lists the newest five submissions and opens one to read', async () => {
  const submitted = orders(6).map((order) => ({
    ...order,
    status: 'reading_uploaded' as const,
    submittedAt: order.dueAt,
  }));
  await open({
    readerOrders: async () => submitted,
    orderReading: async () =>
      aReading({ content: 'The Star and hope.', revision: 2, lastFeedback: 'Say more of the Star.' }),
    revisions: async () => [aVersion(2, 'The Star and hope.'), aVersion(1, 'The Star.')],
  });
  const recent = page.getByRole('region', { name: 'My Recent Submissions' });
  const numbers = [5, 4, 3, 2, 1].map((index) => `CT-00000${index}`);
  await expect.poll(() => textsOf(recent.getByRole('link'))).toEqual(numbers);
  await recent.getByRole('link', { name: 'CT-000004' }).click();
  const reading = page.getByRole('article', { name: 'The reading' });
  await expect.element(reading).toMatchTextContent(/Under Review.*The Star and hope\./);
  await expect.element(reading).toHaveFocus();
  await expect.element(text).not.toBeInTheDocument();
  await expect.element(subject).toMatchTextContent('Say more of the Star.');
  await expect.element(subject.getByText('Versions (2)')).toBeVisible();
  await backLink.click();
  await expect.element(recent.getByRole('link', { name: 'CT-000004' })).toHaveFocus();
});

test('offers Try again, not an empty list, when loading fails', async () => {
  await open({ readerOrders: failOnce(async () => orders(1)) });
  await expect.element(page.getByRole('alert')).toMatchTextContent('Your orders could not be loaded.');
  expect(page.getByText(/^No (pending|submissions)/).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(writeFor('CT-000000')).toBeVisible();
  await expect.element(heading).toHaveFocus();
});

test('moves with keys, opens the most urgent order, and returns the focus', async () => {
  const { addressBar } = await open(fakeReaderServer(orders(3)));
  await expect.element(writeFor('CT-000002')).toBeVisible();
  await keyboard('j');
  await expect.element(writeFor('CT-000000')).toHaveFocus();
  await keyboard('jjk');
  await expect.element(writeFor('CT-000001')).toHaveFocus();
  await keyboard('{Enter}');
  await expect.element(text).toHaveFocus();
  await keyboard('The Star speaks');
  addressBar.back();
  await expect.element(writeFor('CT-000001')).toHaveFocus();
  await keyboard('w');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('CT-000000');
  await expect.element(text).toHaveFocus();
  await expect.element(text).toHaveValue('');
  choice.element().focus();
  await choice.selectOptions('o1');
  await expect.element(text).toHaveValue('The Star speaks');
  await expect.element(choice).toHaveFocus();
  await backLink.click();
  await expect.element(writeFor('CT-000001')).toHaveFocus();
  await keyboard('?');
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('reports another reader’s order as not found and links back', async () => {
  await open({ readersOrder: () => Promise.reject(anApiError(404, 'not_found', '')) }, '?order=CT-AAAAAA');
  const missing = page.getByRole('region', { name: 'Not found' });
  await expect.element(missing).toMatchTextContent('Order CT-AAAAAA isn’t one of yours.');
  await missing.getByRole('button', { name: 'My Assignments' }).click();
  await expect.element(missing).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement).not.toBe(document.body);
});

test('shows the customer’s earlier readings beside the text', async () => {
  const earlierReadings: StaffApi['earlierReadings'] = async () => [
    {
      ...{ orderNumber: 'CT-EARLY0', readingType: 'other', customQuestion: 'Shall I move?' },
      content: 'The Moon waits.',
      cards: [{ card: 'the-star', isReversed: true, position: 'Past' }],
      deliveredAt: '2026-10-01T09:00:00.000Z',
      ...standardPurchase,
    },
  ];
  await open({ ...fakeReaderServer(orders(1)), earlierReadings }, '?order=CT-000000');
  const earlier = page.getByRole('region', { name: 'Earlier readings for this customer' });
  await expect.element(earlier).toBeVisible();
  expect(earlier.getByText('The Moon waits.').elements()).toEqual([]);
  await earlier.getByText('Shall I move?').click();
  await expect.element(earlier.getByText('The Moon waits.')).toBeVisible();
  await expect.element(earlier).toMatchTextContent(/The Star.*Past/);
});

test('keeps the text field in view with long lists and texts', async () => {
  const many = orders(9);
  await open(fakeReaderServer(many));
  await expectInView('Submit for Admin Review', 'Preview');
  await writeFor('CT-000008').click();
  await text.fill('The Star speaks of patience.\n'.repeat(60));
  for (const height of [720, 650]) {
    await page.viewport(1280, height);
    await expectInView('Submit for Admin Review', 'Preview');
    await expect.poll(() => document.documentElement.scrollHeight - innerHeight).toBe(0);
  }
});

test('shows the text first on a phone, the question after a tap', async () => {
  await open(fakeReaderServer(orders(9)));
  await page.viewport(768, 1024);
  await expect.poll(() => page.getByRole('banner').element().clientHeight).toBeLessThan(60);
  await page.viewport(360, 740);
  await writeFor('CT-000008').click();
  const background = subject.getByText(/^We bake since March\./);
  for (const width of [280, 360]) {
    await page.viewport(width, 740);
    await expectInView('Submit for Admin Review', 'Preview', 'Choose cards');
    await expect.element(background).not.toBeVisible();
  }
  await subject.getByRole('button', { expanded: false }).click();
  await expect.element(background).toBeInViewport();
  await expect.element(page.getByLabelText(/^Internal notes/)).toBeVisible();
  await subject.getByRole('button', { expanded: true }).click();
  // Above a phone's keyboard there is still room for half of a paragraph.
  await page.viewport(360, 440);
  const lines = () =>
    text.element().clientHeight / Number.parseFloat(getComputedStyle(text.element()).lineHeight);
  await expect.poll(lines).toBeGreaterThan(9);
  await text.click();
  await expect.element(submit).toBeInViewport({ ratio: 1 });
});

test('links an admin who also writes to the admin desk', async () => {
  await openReader({}, { role: 'admin' });
  const link = page.getByRole('link', { name: 'Admin', exact: true });
  await expect.element(link).toHaveAttribute('href', '/admin/dashboard');
});
