import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls } from '../../../tests/kit/components/answered-calls.ts';
import { openReader } from '../../../tests/kit/components/desk.tsx';
import { fakeReaderServer } from '../../../tests/kit/components/fake-reader-server.ts';
import { expectNoFlaws } from '../../../tests/kit/components/flaws.ts';
import { failOnce } from '../../../tests/kit/components/people.ts';
import { expectDone, expectRefused } from '../../../tests/kit/components/toasts.ts';
import { threeCards } from '../../../tests/kit/standard-purchase.ts';
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
  await expect.element(orderField).toHaveAttribute('aria-invalid', 'true');
  await expect.element(orderField).toHaveAccessibleDescription('Please select an order.');
  await expect.element(text).toHaveAccessibleDescription(/Please enter the reading\./);
  await orderField.selectOptions(`${number} - Ana Lima (Own question)`);
  await expect.element(orderField).not.toHaveAttribute('aria-invalid');
  await submit.click();
  await expect.element(text).toHaveFocus();
  await text.fill('Dear Ana, the Sun rises early.');
  await expect.element(page.getByText(/^30 characters · 6 words/)).toBeVisible();
  await expect.element(text).not.toHaveAttribute('aria-invalid');
});

test('shows an offer’s answers and its own recommended length', async () => {
  const order = aReaderOrder({ ...threeCards, readingType: 'other' });
  const earlier = { orderNumber: 'CT-AAAAAA', readingType: 'jobSoon', customQuestion: null } as const;
  await write({
    ...fakeReaderServer([order]),
    earlierReadings: async () => [
      {
        ...{ ...earlier, offer: { name: 'Long letter' }, answers: threeCards.answers },
        ...{ content: 'Ana, wait.', cards: [], deliveredAt: '2026-10-16T09:00:00.000Z' },
      },
    ],
  });
  const subject = page.getByRole('region', { name: 'What it is about' });
  for (const part of ['OfferThree cardsAdd-onsRush', 'Your birth dateMay 4, 1993', '(Long letter)']) {
    await expect.element(subject).toMatchTextContent(part);
  }
  await expect.element(subject).not.toMatchTextContent('Who else');
  await expect.element(page.getByText('Recommended: 200-400 words')).toBeVisible();
  await text.fill('Ana, wait.');
  await expectNoFlaws();
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

test('retries a failed preview, and shows and submits by shortcut', async () => {
  const server = fakeReaderServer();
  await write({ ...server, previewDelivery: failOnce(server.previewDelivery) });
  await text.fill(enough);
  await preview.click();
  await expect.element(dialog).toHaveAccessibleName(`Preview for ${number}`);
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('The preview could not be loaded.');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(dialog.getByTitle('Preview of the email')).toBeVisible();
  await keyboard('{Escape}');
  await expect.element(preview).toHaveFocus();
  await text.click();
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
  await expectDone(
    'Reading Approved',
    `${number}: email will be sent to customer in 15 seconds, unless you undo.`,
  );
  await expect.element(page.getByText('No pending assignments')).toBeVisible();
  await page.getByRole('button', { name: `Undo the approval of ${number}` }).click();
  await expectDone('Approval Undone', `No email was sent. ${number} is waiting for approval again.`);
  await expect
    .element(page.getByRole('link', { name: 'Edit or approve it' }))
    .toHaveAttribute('href', `/admin/dashboard?tab=approvals&reading=${number}`);
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
  await expect
    .element(dialog.getByRole('button', { name: 'Submit for Admin Review' }))
    .toBeInViewport({ ratio: 1 });
});

test('blocks typing until the text is loaded, then takes the focus', async () => {
  const draft = Promise.withResolvers<SavedDraft | null>();
  await page.viewport(1280, 720);
  await openReader({ ...fakeReaderServer(), draft: () => draft.promise });
  await page.getByRole('button', { name: /^Upload Reading for/ }).click();
  await expect.element(page.getByText('Loading your text…')).toBeVisible();
  await expect.element(text).toHaveAttribute('placeholder', 'Loading your text…');
  await expect.element(text).toHaveAttribute('readonly');
  await expect.element(text).not.toHaveFocus();
  draft.resolve(null);
  await expect.element(text).toHaveFocus();
});

test('does not take the focus from another field once loaded', async () => {
  const draft = Promise.withResolvers<SavedDraft | null>();
  await page.viewport(1280, 720);
  await openReader({ ...fakeReaderServer(), draft: () => draft.promise });
  await page.getByRole('button', { name: /^Upload Reading for/ }).click();
  await expect.element(page.getByText('Loading your text…')).toBeVisible();
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
  await expect
    .element(elsewhere.getByRole('alert'))
    .toMatchTextContent(/^A different text was saved.*underlined\.$/);
  await expect.element(elsewhere.getByRole('deletion').last()).toHaveTextContent('second');
  await expect.element(elsewhere.getByRole('insertion').last()).toHaveTextContent('first');
  await submit.click();
  await expectRefused('Error', /Choose one of them first/);
  await expect.element(text).toHaveValue('Written in the second.');
  await elsewhere.getByRole('button', { name: 'Take the other' }).click();
  await expect.element(text).toHaveValue('Written in the first.');
  await expect.element(text).toHaveFocus();
  await conflict(7);
  await elsewhere.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(() => stored?.content).toBe('Written in the second.');
});

test('closes a reassigned order and keeps its text until discarded', async () => {
  const left = aReaderOrder({ id: 'o2', orderNumber: 'CT-222222' });
  let listed = [aReaderOrder(), left];
  const { desk } = await write({ ...fakeReaderServer(), readerOrders: async () => listed });
  await text.fill('The Star speaks.');
  await preview.click();
  await expect.element(dialog).toBeVisible();
  listed = [left];
  await desk.fetching.changed('orders/o1');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(taken).toHaveFocus();
  await expect.element(taken).toBeInViewport({ ratio: 1 });
  await expect
    .element(taken.getByRole('alert'))
    .toMatchTextContent(/^CT-7K3M9Q: .*saved on this device only/);
  await expect.element(text).toHaveValue('');
  await taken.getByText(`What you wrote for ${number}`).click();
  await expect.element(taken.getByLabelText(`Text for ${number}`)).toHaveValue('The Star speaks.');
  await taken.getByRole('button', { name: 'Discard the text' }).click();
  await expect.element(taken).not.toBeInTheDocument();
  await expect.element(text).toHaveFocus();
});

test('moves the focus off the text when the order is reassigned', async () => {
  let listed = [aReaderOrder(), aReaderOrder({ id: 'o2', orderNumber: 'CT-222222' })];
  const { desk } = await write({ ...fakeReaderServer(), readerOrders: async () => listed });
  await text.fill('The Star speaks.');
  await expect.element(text).toHaveFocus();
  listed = listed.slice(1);
  await desk.fetching.changed('orders/o1');
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

test('shows a returned reading with its feedback and the changes since', async () => {
  const rejected = { content: 'The Star speaks.', feedback: 'Please say more.' };
  await write({
    ...fakeReaderServer([aReaderOrder({ status: 'rejected' })]),
    orderReading: async () => aReading(rejected),
    draft: async () => ({
      content: rejected.content,
      cards: [],
      version: 0,
      begunBy: null,
      savedAt: '2026-11-17T09:00:00.000Z',
    }),
  });
  await expect.element(page.getByText('Please say more.')).toBeVisible();
  await expect.element(text).toHaveValue('The Star speaks.');
  await text.fill('The Star speaks. And hopes.');
  await page.getByText('What you have changed').click();
  await expect.element(page.getByRole('insertion')).toHaveTextContent('And hopes.');
});

test('keeps long feedback in view on a phone while typing', async () => {
  await write({
    ...fakeReaderServer([aReaderOrder({ status: 'rejected' })]),
    orderReading: async () =>
      aReading({ content: 'The Star speaks. '.repeat(300), feedback: 'Please say more. '.repeat(100) }),
  });
  const feedback = page.getByRole('region', { name: 'Feedback from the admin' });
  for (const height of [740, 440]) {
    await page.viewport(360, height);
    await text.click();
    await keyboard('{Control>}{End}{/Control} Go well.');
    await expect.element(feedback).toBeInViewport({ ratio: 1 });
    await expect.element(submit).toBeInViewport({ ratio: 1 });
    expect(text.element().clientHeight).toBeGreaterThan(140);
    await expectNoFlaws();
  }
});

test('lists possible mistakes, jumps to each, and still allows submitting', async () => {
  await write();
  const remarks = page.getByRole('region', { name: 'Before you submit it' });
  const leftover = '“{name}” looks like a placeholder.';
  const paragraphs = 'The Star shines over the house.\n\n'.repeat(60);
  await text.fill(`Go well, {name}.\n\n${paragraphs}See the the end.`);
  await expect.element(remarks).toMatchTextContent(`Before you submit it: ${leftover} And 3 more.`);
  await expect.element(submit).toBeInViewport({ ratio: 1 });
  await remarks.element().querySelector('summary')?.click();
  await expect
    .poll(() =>
      remarks
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent?.slice(0, 20)),
    )
    .toEqual([
      '“{name}” looks like ',
      '“the the” has the sa',
      'The name Ana is not ',
      'It has 367 words; 50',
    ]);
  await text.click();
  await keyboard('{Control>}{Home}{/Control}');
  await remarks.getByRole('button', { name: 'Show: “the the” has the same word twice.' }).click();
  await expect.element(text).toHaveFocus();
  await expect.poll(() => text.element().scrollTop).toBeGreaterThan(500);
  await keyboard('the');
  await expect.element(text).toHaveValue(expect.stringMatching(/See the end\.$/));
  await page.viewport(360, 740);
  await expect.element(remarks.getByText(/3 remarks$/)).toBeVisible();
  await page.viewport(1280, 720);
  await preview.click();
  await expect
    .element(dialog.getByRole('region', { name: 'Before you submit it' }))
    .toMatchTextContent(leftover);
  await keyboard('{Escape}');
  await submit.click();
  await expectDone('Success', 'Reading submitted for admin review');
});

const pastes = [
  [
    '<p class="MsoNormal">Dear\n Mai,<o:p></o:p></p><p>the&nbsp;<b>Star</b> says:<br>wait.</p><p>&nbsp;</p><p>Yours</p>',
    '',
    'Dear Mai,\n\nthe Star says:\nwait.\n\nYours',
  ],
  ['<ul><li>The Sun</li><li>The Moon</li></ul><div>Shine.</div>', '', '- The Sun\n- The Moon\n\nShine.'],
  ['', 'One\u00a0line\r\n\r\n\r\n\r\nand\u200b another', 'One line\n\nand another'],
  ['<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>', '', '<script>alert(1)</script>'],
] as const;

test('pastes clean paragraphs and can undo it', async () => {
  await write();
  await text.click();
  for (const [html, plain, wanted] of pastes) {
    const clipboardData = new DataTransfer();
    if (html) clipboardData.setData('text/html', html);
    clipboardData.setData('text/plain', plain);
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    text.element().dispatchEvent(paste);
    await expect.element(text).toHaveValue(wanted);
    await keyboard('{Control>}z{/Control}');
    await expect.element(text).toHaveValue('');
  }
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
  await keyboard('{Enter}');
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Please enter your password.');
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
