import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls } from '../../../tests/kit/components/answered-calls.ts';
import { openReader } from '../../../tests/kit/components/desk.tsx';
import { fakeReaderServer } from '../../../tests/kit/components/fake-reader-server.ts';
import { failOnce } from '../../../tests/kit/components/people.ts';
import { expectDone, expectRefused } from '../../../tests/kit/components/toasts.ts';
import { anApiError } from '../../lib/store-testing.ts';
import type { Role } from '../../shared/people/signed-in-user.ts';
import type { SavedDraft } from '../../shared/readings/reading-schema.ts';
import { aReaderOrder, aReading } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';

const { keyboard } = userEvent;
const number = 'CT-7K3M9Q';
const text = page.getByLabelText('Reading content');
const orderField = page.getByRole('combobox', { name: 'Order' });
const submit = page.getByRole('form').getByRole('button', { name: 'Submit for Admin Review' });
const preview = page.getByRole('button', { name: 'Preview' });
const dialog = page.getByRole('dialog');
const taken = page.getByRole('region', { name: 'Taken away' });
const enough = 'Ana, the Star speaks of patience. '.repeat(120).trim();

/** Opens the page of an order. */
async function write(calls: Partial<StaffApi> = {}, role: Role = 'reader') {
  await page.viewport(1280, 720);
  const opened = await openReader({ ...fakeReaderServer(), ...calls }, { search: `?order=${number}`, role });
  await expect.element(text).toBeVisible();
  return opened;
}

test('requires an order and a text, and marks what is missing', async () => {
  await page.viewport(1280, 720);
  await openReader(fakeReaderServer([aReaderOrder({ readingType: 'other' })]));
  await submit.click();
  await expectRefused('Error', 'Please select an order and enter reading content');
  await expect.element(orderField).toHaveFocus();
  await expect.element(orderField).toHaveAccessibleDescription('Please select an order.');
  await expect.element(text).toHaveAccessibleDescription(/Please enter the reading\./);
  await orderField.selectOptions(`${number} - Ana Lima (Custom question)`);
  await expect.element(orderField).not.toHaveAttribute('aria-invalid');
  await submit.click();
  await expect.element(text).toHaveFocus();
  await text.fill('Dear Ana, the Sun rises early.');
  await expect.element(text).not.toHaveAttribute('aria-invalid');
});

test('warns about a very short text and keeps it when refused', async () => {
  const server = fakeReaderServer();
  await write({ ...server, submitReading: failOnce(server.submitReading) });
  await text.fill('Ana, wait.');
  await expect.element(page.getByText(/2 words · very short/)).toBeVisible();
  await text.click();
  await keyboard('{Control>}{Enter}{/Control}');
  await expectRefused('Error', 'Failed to submit reading');
  await expect.element(text).toHaveValue('Ana, wait.');
  await submit.click();
  await expectDone('Success', 'Reading submitted for admin review');
  await expect.element(page.getByText('No pending assignments')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'My Assignments' })).toHaveFocus();
  const recent = page.getByRole('region', { name: 'My Recent Submissions' });
  await expect.element(recent).toMatchTextContent(/CT-7K3M9Q.*Under Review/);
});

test('shows the preview and submits by shortcut', async () => {
  await write();
  await text.fill(enough);
  await keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
  await expect.element(dialog.getByTitle('Preview of the email')).toBeVisible();
  await keyboard('{Control>}{Enter}{/Control}');
  await expectDone('Success', 'Reading submitted for admin review');
});

test('lets an admin write and send, and Undo returns to the text', async () => {
  const { addressBar } = await write({}, 'admin');
  await text.fill(enough);
  await expect.element(page.getByText(/^Saved /)).toBeVisible();
  await keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
  await expectDone('Reading Approved', /in 15 seconds, unless you undo\.$/);
  await expect.element(page.getByText('No pending assignments')).toBeVisible();
  await page.getByRole('button', { name: `Undo the approval of ${number}` }).click();
  await expectDone('Approval Undone', `No email was sent. ${number} is waiting for approval again.`);
  const edit = page.getByRole('link', { name: 'Edit or approve it' });
  await expect.element(edit).toHaveAttribute('href', `/admin/dashboard?tab=approvals&reading=${number}`);
  expect(addressBar.read()).toBe(`?order=${number}`);
});

test('does not let a reader send without a review', async () => {
  await write();
  await text.fill(enough);
  await expect.element(preview).toBeEnabled();
  await expect.element(page.getByRole('button', { name: 'Write & send' })).not.toBeInTheDocument();
});

test.each([360, 1440])('keeps Submit in view below a long mail, at %d px', async (width) => {
  const html = '<p>The Star speaks of patience.</p>'.repeat(60);
  await write({ previewDelivery: async () => ({ to: null, subject: 'Your reading', html, text: '' }) });
  await page.viewport(width, 720);
  await text.fill(enough);
  await preview.click();
  const mail = dialog.getByTitle('Preview of the email');
  await expect.poll(() => mail.element().clientHeight).toBeGreaterThan(1_500);
  await expect.element(dialog.getByRole('button', { name: /^Submit/ })).toBeInViewport({ ratio: 1 });
});

/** Opens an order whose draft has not been answered yet. */
async function openLoading() {
  const draft = Promise.withResolvers<SavedDraft | null>();
  await page.viewport(1280, 720);
  await openReader({ ...fakeReaderServer(), draft: () => draft.promise });
  await page.getByRole('button', { name: /^Upload Reading for/ }).click();
  await expect.element(page.getByText('Loading your text…')).toBeVisible();
  return draft;
}

test('blocks typing until the text is loaded, then takes the focus', async () => {
  const draft = await openLoading();
  await expect.element(text).toHaveAttribute('readonly');
  await expect.element(text).not.toHaveFocus();
  draft.resolve(null);
  await expect.element(text).toHaveFocus();
});

test('does not take the focus from another field once loaded', async () => {
  const draft = await openLoading();
  orderField.element().focus();
  draft.resolve(null);
  await expect.element(text).not.toHaveAttribute('readonly');
  await expect.element(orderField).toHaveFocus();
});

test('compares a text saved elsewhere and asks which to keep', async () => {
  const savedAt = '2026-11-17T09:00:00.000Z';
  const theirs = { content: 'Written in the first.', cards: [], begunBy: null, savedAt };
  let stored: SavedDraft | null = null;
  await write({
    draft: async () => stored,
    async saveDraft(_id, { cards = [], version, ...typed }) {
      if (version !== (stored?.version ?? 0)) throw anApiError(409, 'draft_conflict', '');
      stored = { ...typed, cards, version: version + 1, begunBy: null, savedAt };
      return stored;
    },
  });
  const elsewhere = page.getByRole('region', { name: 'Saved elsewhere' });
  const conflict = async (version: number) => {
    stored = { ...theirs, version };
    await text.fill('Written in the second.');
    await expect.element(elsewhere).toBeInViewport({ ratio: 1 });
  };
  await conflict(3);
  await expect.element(elsewhere.getByRole('alert')).toMatchTextContent(/^A different text was saved/);
  await expect.element(elsewhere.getByRole('deletion').last()).toHaveTextContent('second');
  await expect.element(elsewhere.getByRole('insertion').last()).toHaveTextContent('first');
  await submit.click();
  await expectRefused('Error', /Choose one of them first/);
  await elsewhere.getByRole('button', { name: 'Use the other' }).click();
  await expect.element(text).toHaveValue('Written in the first.');
  await expect.element(text).toHaveFocus();
  await conflict(7);
  await elsewhere.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(() => stored?.content).toBe('Written in the second.');
});

/** Writes for the first of two orders, which another reader gets. */
async function writeOneOfTwo() {
  let listed = [aReaderOrder(), aReaderOrder({ id: 'o2', orderNumber: 'CT-222222' })];
  const { desk } = await write({ ...fakeReaderServer(), readerOrders: async () => listed });
  await text.fill('The Star speaks.');
  return {
    takeAway() {
      listed = listed.slice(1);
      return desk.fetching.changed('orders/o1');
    },
  };
}

test('closes a reassigned order and keeps its text until discarded', async () => {
  const { takeAway } = await writeOneOfTwo();
  await preview.click();
  await expect.element(dialog).toBeVisible();
  await takeAway();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(taken).toHaveFocus();
  await expect.element(taken).toBeInViewport({ ratio: 1 });
  await expect.element(taken).toMatchTextContent(/CT-7K3M9Q: .*saved on this device only/);
  await expect.element(text).toHaveValue('');
  await taken.getByText(`What you wrote for ${number}`).click();
  await expect.element(taken.getByLabelText(`Text for ${number}`)).toHaveValue('The Star speaks.');
  await taken.getByRole('button', { name: 'Discard the text' }).click();
  await expect.element(taken).not.toBeInTheDocument();
  await expect.element(text).toHaveFocus();
});

test('moves the focus off the text when the order is reassigned', async () => {
  const { takeAway } = await writeOneOfTwo();
  await expect.element(text).toHaveFocus();
  await takeAway();
  await expect.element(taken).toHaveFocus();
});

test('shows a reading submitted elsewhere beside the text written here', async () => {
  const handedIn = aReaderOrder({ status: 'reading_uploaded', submittedAt: '2026-11-17T09:00:00.000Z' });
  let listed = [aReaderOrder()];
  const { desk } = await write({
    readerOrders: async () => listed,
    orderReading: async () => aReading({ content: 'The Sun speaks.' }),
  });
  await text.fill('The Star speaks.');
  listed = [handedIn];
  await desk.fetching.changed('orders/o1');
  const submitted = page.getByRole('article', { name: 'The reading' });
  await expect.element(submitted).toMatchTextContent('The Sun speaks.');
  await expect.element(taken).toMatchTextContent('What you wrote here is different');
  await expect.poll(() => document.activeElement).not.toBe(document.body);
  await taken.getByRole('button', { name: 'Discard the text' }).click();
  await expect.element(submitted).toHaveFocus();
});

const password = dialog.getByLabelText('Password');

/**
 * Opens an order’s page for a reader whose session is over. @param isTyped when a draft is answered: the dialog that asks
 * for the password would take keys that come later
 */
async function writeSignedOut(isTyped = Promise.resolve()) {
  const user = { id: 'r1', username: 'reader1', role: 'reader' };
  let isOver = true;
  const askFirst = () => {
    if (isOver) throw anApiError(401, 'unauthenticated', 'Please sign in.');
  };
  answerCalls({
    'POST /api/login'(body) {
      if (!JSON.stringify(body).includes('the right one')) throw anApiError(401, 'x', 'Invalid credentials');
      isOver = false;
      return user;
    },
    'GET /api/auth/user': () => user,
  });
  const server = fakeReaderServer();
  await write({
    async saveDraft(...typed) {
      await isTyped;
      return askFirst() ?? server.saveDraft(...typed);
    },
    submitReading: async (reading) => askFirst() ?? server.submitReading(reading),
  });
}

async function signInAgain(): Promise<void> {
  await password.fill('the right one');
  await keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
}

// A text is saved a moment after its last key, here twice.
test('returns to the caret after signing in again', { timeout: 20_000 }, async () => {
  const typed = Promise.withResolvers<void>();
  await writeSignedOut(typed.promise);
  await text.click();
  await keyboard('Typed the session.{ArrowLeft>12/}after');
  typed.resolve();
  await expect.element(dialog).toHaveAccessibleName('Your session has ended');
  await expect.element(password).toHaveFocus();
  await keyboard('the wrong one{Enter}');
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Invalid credentials');
  await signInAgain();
  await expect.element(text).toHaveFocus();
  await keyboard(' ');
  await expect.element(text).toHaveValue('Typed after the session.');
  await expect.element(page.getByText(/^Saved /)).toBeVisible();
});

test('returns the focus to the refused button after signing in again', async () => {
  await writeSignedOut();
  await text.fill(enough);
  submit.element().focus();
  await keyboard('{Enter}');
  await expect.element(password).toHaveFocus();
  await signInAgain();
  await expect.element(submit).toHaveFocus();
});
