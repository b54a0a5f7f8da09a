import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoFlaws } from '../../../tests/kit/components/flaws.ts';
import { openOrder, orderDialog } from '../../../tests/kit/components/open-order.ts';
import { expectDone, expectRefused, toast } from '../../../tests/kit/components/toasts.ts';
import { anApiError } from '../../lib/store-testing.ts';
import { anOrder, aReading } from '../desk/desk-testing.ts';

/* The reading in its order's dialog; its notes and its editor are the review's (ReadingEditor.test.tsx). */

const reading = orderDialog.getByRole('region', { name: 'Reading', exact: true });
const button = (name: string) => reading.getByRole('button', { name, exact: true });
const unsaved = reading.getByRole('region', { name: 'Your unsaved text' });
const underReview = anOrder({ status: 'reading_uploaded' });

test('rejects a reading, and an edit returns it to review', async () => {
  let order = underReview;
  let shown = aReading();
  await openOrder(
    {
      orderReading: async () => shown,
      async rejectReading(_, { feedback = null }) {
        order = anOrder({ status: 'rejected' });
        shown = aReading({ feedback });
        return shown;
      },
      async editReading(_, { content = '' }) {
        order = underReview;
        shown = aReading({ content, revision: 2 });
        return shown;
      },
    },
    () => order,
  );
  await expect.element(reading).toMatchTextContent('ReadingPending ReviewWritten Nov 17, 2026');
  await expect.element(reading.getByText('You will find your way.')).toBeVisible();
  await button('Reject').click();
  const question = page.getByRole('alertdialog', { name: 'Reject the reading for CT-7K3M9Q?' });
  await question.getByLabelText(/^Feedback/).fill('Speak of both paths.');
  await question.getByRole('button', { name: 'Reject' }).click();
  await expectDone('Reading Rejected', 'The reading for CT-7K3M9Q goes back for revision.');
  await expect.element(reading.getByText('Speak of both paths.')).toBeVisible();
  for (const decision of ['Reject', 'Approve & Send'])
    await expect.element(button(decision)).not.toBeInTheDocument();
  await expect.poll(() => orderDialog.element().contains(document.activeElement)).toBe(true);

  await button('Edit Reading').click();
  await reading.getByLabelText('Reading content').fill('Both paths, at last.');
  await button('Save Changes').click();
  await expectDone('Reading Updated', 'The reading for CT-7K3M9Q was saved.');
  await expect.element(reading).toMatchTextContent('Pending Review');
  await expect.element(reading.getByText('Speak of both paths.')).not.toBeInTheDocument();
});

test.each([
  [360, 'over the list', '?order=o1'],
  [1440, 'beside the list', '?order=o1'],
  [1440, 'over the approvals', '?tab=approvals&order=o1'],
])('at %i px, %s, undoes its approval with the order open', async (width, _where, search) => {
  await page.viewport(width, 740);
  onTestFinished(() => page.viewport(1440, 900));
  let order = underReview;
  const approved = anOrder({ status: 'approved' });
  await openOrder(
    {
      async approveReading() {
        order = approved;
        return aReading({ undoForMs: 60_000 });
      },
      async undoApproval() {
        order = underReview;
        return aReading();
      },
    },
    () => order,
    search,
  );
  const held = page.getByRole('list', { name: 'Emails about to leave' });
  const undo = held.getByRole('button', { name: 'Undo the approval of CT-7K3M9Q' });
  const panel = orderDialog.element();
  await button('Approve & Send').click();
  await expect.element(undo).toBeInViewport({ ratio: 1 });
  await expect.element(toast).toBeVisible();
  // The toast stands above it.
  await expect.poll(() => isTopmost(undo.element())).toBe(true);
  await expect.element(toast.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  expect(undo.element().closest('[inert], [aria-hidden]'), 'is read out').toBeNull();
  // Of the panel nothing stays below it.
  panel.scrollTo({ top: panel.scrollHeight, behavior: 'instant' });
  const end = orderDialog.getByRole('region').last().element().getBoundingClientRect();
  const line = held.element().getBoundingClientRect();
  expect(end.bottom <= line.top || end.left >= line.right).toBe(true);
  await expectNoFlaws();
  await undo.click();
  await expectDone('Approval Undone', 'No email was sent. CT-7K3M9Q is waiting for approval again.');
  await expect.element(button('Approve & Send')).toBeVisible();
  await expect.element(undo).not.toBeInTheDocument();

  await button('Approve & Send').click();
  undo.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Approve & Send')).toBeVisible();
  await expect.element(undo).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement).not.toBe(document.body);
});

test('locks a reading approved elsewhere and keeps the typed text', async () => {
  let order = underReview;
  await openOrder(
    {
      async editReading() {
        order = anOrder({ status: 'approved' });
        throw anApiError(409, 'reading_conflict', 'Meanwhile the reading was approved.');
      },
    },
    () => order,
  );
  await button('Edit Reading').click();
  await reading.getByLabelText('Reading content').fill('An hour of writing.');
  await button('Save Changes').click();
  await expectRefused('Update Failed', 'Meanwhile the reading was approved.');
  await expect.element(reading).toMatchTextContent('ReadingApproved');
  await expect.element(button('Edit Reading')).not.toBeInTheDocument();
  await expect.element(unsaved.getByRole('textbox')).toHaveValue('An hour of writing.');
  await expect
    .element(unsaved)
    .toMatchTextContent('The reading was approved before your changes were saved.');
  await button('Discard it').click();
  await expect.element(unsaved).not.toBeInTheDocument();
  await expect
    .element(orderDialog.getByRole('region', { name: 'Facts' }))
    .toMatchTextContent('Assigned readerreader1');
  await expect
    .element(orderDialog.getByRole('combobox', { name: 'Assigned reader' }))
    .not.toBeInTheDocument();
});

/** @returns whether a press in the middle of an element meets it */
function isTopmost(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}
