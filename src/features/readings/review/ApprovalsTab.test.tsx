import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoFlaws } from '../../../../tests/kit/components/flaws.ts';
import { card, openApprovals } from '../../../../tests/kit/components/open-order.ts';
import { failOnce } from '../../../../tests/kit/components/people.ts';
import { expectDone, expectRefused, toast } from '../../../../tests/kit/components/toasts.ts';
import { threeCards } from '../../../../tests/kit/standard-purchase.ts';
import { anApiError } from '../../../lib/store-testing.ts';
import type { OrderReading } from '../../../shared/readings/reading-schema.ts';
import { anEvent, aReading, aSecondReading, aVersion } from '../../desk/desk-testing.ts';
import type { StaffApi } from '../../desk/staff-api.ts';

const list = page.getByRole('list', { name: 'Readings pending approval' });
const queued = list.getByRole('button', { name: 'CT-7K3M9Q · Ana Lima' });
const button = (name: string) => card.getByRole('button', { name, exact: true });
const aboutOrder = (order: Partial<OrderReading['order']>) =>
  aReading({ order: { ...aReading().order, ...order } });

const beginning = `${'The Star '.repeat(32)}speaks today`;
const background = {
  readingType: 'other',
  customQuestion: 'Should I open a bakery?',
  backgroundContext: 'Nine years of accounting.',
} as const;

const openReading = (pending: () => OrderReading[], calls: Partial<StaffApi> = {}) =>
  openApprovals(pending, calls, '?tab=approvals&reading=CT-7K3M9Q');

/** Opens the tab, and leaves the reading that opens with it. */
async function openQueue(...opening: Parameters<typeof openApprovals>) {
  const opened = await openApprovals(...opening);
  await expect.element(button('Edit Notes')).toBeVisible();
  opened.desk.review.leave();
  await expect.element(queued).toHaveFocus();
  return opened;
}

test('opens the most urgent reading and keeps the page at its top', async () => {
  const { addressBar } = await openApprovals(() => [aReading()]);
  await expect.element(card.getByText('You will find your way.')).toBeVisible();
  expect(addressBar.history).toEqual(['?tab=approvals&reading=CT-7K3M9Q']);
  await expect.element(card).not.toHaveFocus();
  expect(scrollY).toBe(0);
});

test('shows the answers of another offer and applies its length limits', async () => {
  const about = aboutOrder({ ...threeCards, readingType: 'other' });
  const reading = { ...about, content: `Ana, ${'see a card '.repeat(80)}` };
  await openReading(() => [reading]);
  for (const part of ['Three cards · Submitted', 'What happened so far?I was promoted.', 'Add-onsRush'])
    await expect.element(card).toMatchTextContent(part);
  await expect.element(card).not.toMatchTextContent('recommended');
});

test('shows the essentials on a card and the rest in full view', async () => {
  const internalNotes = 'A careful one.';
  const content = `${beginning} of patience, and this is where it ends.`;
  const reading = { ...aboutOrder(background), content, internalNotes };
  const { addressBar } = await openQueue(() => [reading]);
  await expect.element(card.getByRole('heading', { level: 3 })).toHaveTextContent('CT-7K3M9Q · Ana Lima');
  for (const part of ['Submitted Nov 17, 2026', 'Pending Approval', 'bakery', 'Nine years', internalNotes])
    await expect.element(card).toMatchTextContent(part);
  expect(beginning).toHaveLength(300);
  await expect.element(card.getByText(`${beginning}…`)).toBeVisible();
  for (const name of ['Approve & Send', 'Reject', 'Preview', 'Edit Reading', 'Edit Notes'])
    await expect.element(button(name)).toHaveTextContent(name);
  await expectNoFlaws();
  await button('View Full Text').click();
  await expect.element(card).toHaveFocus();
  expect(addressBar.read()).toContain('reading=CT-7K3M9Q');
  await expect.element(card.getByText(content)).toBeVisible();
  await expect
    .element(card.getByRole('complementary', { name: 'About the order' }))
    .toMatchTextContent(/Question.*bakery.*Background context.*accounting.*Reader/);
  await expectNoFlaws();
  addressBar.back();
  await expect.element(queued).toHaveFocus();
});

test('keeps the text and the buttons of the other readings after a decision', async () => {
  const order = { ...aReading().order, orderNumber: 'CT-9B9B9B' };
  const third = aReading({ id: 'w3', orderId: 'o3', order });
  let pending = [aReading(), aSecondReading(), third];
  await openApprovals(() => pending, {
    async approveReading() {
      pending = pending.slice(1);
      return aReading();
    },
  });
  await button('Approve & Send').click();
  await expect.element(card).not.toBeInTheDocument();
  const other = list.getByRole('article').filter({ hasText: 'CT-9B9B9B' });
  await expect.element(other.getByText(third.content)).toBeInViewport();
  for (const name of ['Approve & Send', 'Reject', 'Preview'])
    await expect.element(other.getByRole('button', { name })).toBeInViewport();
});

test('approves with one press, but opens a reading with unsaved changes', async () => {
  let pending = [aReading(), aSecondReading()];
  const approved: [string, number][] = [];
  const { desk } = await openQueue(() => pending, {
    async approveReading(id, revision) {
      approved.push([id, revision]);
      pending = pending.filter((reading) => reading.id !== id);
      return aReading();
    },
  });
  await button('Approve & Send').dblClick();
  await expectDone('Reading Approved', 'CT-7K3M9Q: email sent to customer.');
  await expect.element(card).not.toBeInTheDocument();
  // On its first button, or on that which the second half of the double click has met.
  await expect.poll(() => document.activeElement?.closest('li')?.textContent).toContain('CT-8A8A8A');
  desk.readings.beginEdit(aSecondReading(), { content: 'A text of an hour.' });
  await list.getByRole('button', { name: 'Approve & Send' }).click();
  await expect.element(page.getByLabelText('Reading content')).toHaveValue('A text of an hour.');
  expect(approved).toEqual([['w1', 1]]);
});

test.each([360, 1440])('shows the notes before the letter, both in view, at %d px', async (width) => {
  await page.viewport(width, 740);
  onTestFinished(() => page.viewport(1440, 900));
  const internalNotes = 'She has lost her job, so be gentle. '.repeat(20).trim();
  const content = 'The Star speaks of patience.';
  await openApprovals(() => [{ ...aboutOrder(background), content, internalNotes }]);
  await queued.click();
  const [notes, letter] = [card.getByText(internalNotes), card.getByText(content)];
  await expect.element(notes).toBeInViewport();
  await expect.element(letter).toBeInViewport({ ratio: 1 });
  const [noted, read] = [notes, letter].map((part) => part.element().getBoundingClientRect());
  if (width < 1024) expect(noted?.bottom).toBeLessThan(read?.top ?? 0);
  else expect(noted?.left).toBeGreaterThan(read?.right ?? 0);
});

test('omits empty parts of a reading', async () => {
  await openQueue(() => [aReading()]);
  await expect.element(card).toMatchTextContent('Career path · Submitted');
  await expect.element(button('View Full Text')).not.toBeInTheDocument();
  await queued.click();
  await expect.element(card.getByText('No notes.')).toBeVisible();
  await expect.element(card).not.toMatchTextContent('Background context');
});

test('shows the reading first on a phone, a long background on request', async () => {
  const backgroundContext = 'Nine years of accounting, and I bake at night. '.repeat(20).trim();
  await page.viewport(360, 740);
  await openApprovals(() => [aboutOrder({ backgroundContext })]);
  await queued.click();
  const letter = card.getByText('You will find your way.');
  await expect.element(letter).toBeInViewport({ ratio: 1 });
  await button('Show all').click();
  await expect.element(letter).not.toBeInViewport();
  await button('Show less').click();
  await expect.element(letter).toBeInViewport({ ratio: 1 });
  await page.viewport(1440, 900);
  await expect.element(button('Show all')).not.toBeInTheDocument();
});

test('shows a returned reading with its feedback, changes, and versions', async () => {
  const reading = aReading({ revision: 2, content: 'The Star, of both paths.', lastFeedback: 'Both paths!' });
  await openReading(() => [reading], {
    orderEvents: async () => [anEvent('reading_rejected', 'admin', { revision: 1 })],
    revisions: async () => [aVersion(2, reading.content), aVersion(1, 'The Star.')],
  });
  const since = card.getByRole('region', { name: 'Since the last rejection' });
  await expect.element(since).toMatchTextContent('Both paths!');
  await expect.element(since.getByRole('insertion').last()).toMatchTextContent('of both paths');
  await card.getByText('Versions (2)').click();
  const second = card.getByRole('listitem').filter({ hasText: 'Version 2' });
  await expect.element(second).toMatchTextContent('Version 2reader1, Nov 17, 2026');
  await button('Show text').click();
  await expect.element(card.getByRole('listitem').last()).toMatchTextContent(/Show textThe Star\.$/);
  await button('Show changes').click();
  await expect.element(second.getByRole('insertion')).toMatchTextContent('of both paths');
  await expectNoFlaws();
});

test('marks only the comment whose words are gone', async () => {
  const said = { author: 'admin', createdAt: '2026-11-17T09:00:00.000Z', revision: 1 };
  const reading = aReading({
    revision: 2,
    content: 'The Star speaks. The Tower.',
    comments: [
      { ...said, id: 'c1', from: 4, to: 8, quote: 'Star', text: 'Which one?' },
      { ...said, id: 'c2', from: 28, to: 36, quote: 'the Star', text: 'Again?' },
    ],
  });
  await openReading(() => [reading], { orderReading: async () => reading });
  const comments = card.getByRole('region', { name: 'Comments at the last rejection' }).getByRole('listitem');
  await expect.element(comments.last()).toMatchTextContent(/Again\?These words are no longer in the text\.$/);
  await expect.element(comments.first()).toMatchTextContent(/Which one\?$/);
});

/** Opens a reading on which another admin may decide. */
async function openUntilDecided(calls: Partial<StaffApi>) {
  let pending = [aReading()];
  const { desk } = await openReading(() => pending, calls);
  return {
    decideElsewhere() {
      pending = [];
      return desk.readings.pending.refresh();
    },
  };
}

test('shows another admin’s decision and keeps typed text until it is discarded', async () => {
  const { decideElsewhere } = await openUntilDecided({
    orderEvents: async () => [anEvent('reading_rejected', 'nora', { revision: 1 })],
  });
  await button('Edit Reading').click();
  await card.getByLabelText('Reading content').fill('A text of an hour.');
  await decideElsewhere();
  await expect
    .element(page.getByRole('region', { name: 'CT-7K3M9Q isn’t waiting for approval' }))
    .toMatchTextContent('nora sent it back to its reader');
  const unsaved = page.getByRole('region', { name: 'Your unsaved text' });
  await expect.element(unsaved.getByRole('textbox')).toHaveValue('A text of an hour.');
  await expect.element(unsaved).toMatchTextContent('decided on this reading before your changes were saved.');
  await unsaved.getByRole('button', { name: 'Discard it' }).click();
  await expect.element(unsaved).not.toBeInTheDocument();
});

test('keeps typed notes for copying when the order is gone', async () => {
  const { decideElsewhere } = await openUntilDecided({
    internalNotes: () => Promise.reject(anApiError(404, 'order_not_found', 'It is gone.')),
  });
  await button('Edit Notes').click();
  await card.getByRole('textbox', { name: 'Internal notes' }).fill('She asked twice.');
  await decideElsewhere();
  const left = page.getByRole('textbox', { name: 'Your unsaved text' });
  await expect.element(left).toHaveValue('She asked twice.');
});

test('saves notes that were typed before another admin decided', async () => {
  const editReading = vi.fn<StaffApi['editReading']>(async (_id, { internalNotes }) =>
    aReading({ internalNotes }),
  );
  const { decideElsewhere } = await openUntilDecided({ editReading });
  await button('Edit Notes').click();
  await card.getByRole('textbox', { name: 'Internal notes' }).fill('She asked twice.');
  await decideElsewhere();
  const left = page.getByRole('textbox', { name: 'Internal notes' });
  await expect.element(left).toHaveValue('She asked twice.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectDone('Notes Updated', 'The internal notes were saved.');
  await expect.element(left).not.toBeInTheDocument();
  expect(editReading).toHaveBeenLastCalledWith('w1', { internalNotes: 'She asked twice.', notesSeen: '' });
});

test('offers Undo at the bottom of the window until the mail leaves', async () => {
  let [pending, held]: [OrderReading[], OrderReading[]] = [[aReading()], []];
  await openApprovals(() => pending, {
    heldReadings: async () => held,
    async approveReading() {
      [pending, held] = [[], [aReading({ undoForMs: 60_000 })]];
      return held[0] ?? aReading();
    },
    undoApproval: failOnce(async () => {
      [pending, held] = [[aReading()], []];
      return aReading();
    }),
  });
  const waiting = page.getByRole('list', { name: 'Emails about to go out' }).getByRole('listitem');
  await queued.click();
  await button('Approve & Send').click();
  await expectDone('Reading Approved', /^CT-7K3M9Q: .* in \d+ seconds, unless you undo\.$/);
  await expect.element(card).not.toBeInTheDocument();
  await expect.element(waiting).toMatchTextContent(/CT-7K3M9Q is approved\. The email goes out in \d+ s\./);
  await expect.element(toast.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  await page.viewport(1440, 250);
  onTestFinished(() => page.viewport(1440, 900));
  for (const top of [document.documentElement.scrollHeight, 0]) {
    scrollTo({ top });
    await expect.element(waiting).toBeInViewport({ ratio: 1 });
  }
  await waiting.getByRole('button', { name: 'Undo the approval of CT-7K3M9Q' }).click();
  await expectRefused('Undo Failed', 'Failed to undo the approval');
  await waiting.getByRole('button').click();
  await expectDone('Approval Undone', 'No email was sent. CT-7K3M9Q is waiting for approval again.');
  await expect.element(card).toHaveFocus();
  await expect.element(waiting).not.toBeInTheDocument();
});
