import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoFlaws } from '../../../tests/kit/components/flaws.ts';
import { openOrder, orderDialog } from '../../../tests/kit/components/open-order.ts';
import { expectDone, expectRefused, toast } from '../../../tests/kit/components/toasts.ts';
import { anApiError } from '../../lib/store-testing.ts';
import { anOrder, aReading } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';

/* The reading in its order's dialog; its notes and its editor are the review's (ReadingEditor.test.tsx). */

const reading = orderDialog.getByRole('region', { name: 'Reading', exact: true });
const button = (name: string) => reading.getByRole('button', { name, exact: true });
const unsaved = reading.getByRole('region', { name: 'Your unsaved text' });
const underReview = anOrder({ status: 'reading_uploaded' });

test('rejects a reading, and an edit returns it to review', async () => {
  let order = underReview;
  let shown = aReading();
  const rejectReading: StaffApi['rejectReading'] = async (_, { feedback = null }) => {
    order = anOrder({ status: 'rejected' });
    shown = aReading({ feedback });
    return shown;
  };
  const editReading: StaffApi['editReading'] = async (_, { content = '' }) => {
    order = underReview;
    shown = aReading({ content, revision: 2 });
    return shown;
  };
  await openOrder({ orderReading: async () => shown, rejectReading, editReading }, () => order);
  await expect.element(reading).toMatchTextContent('ReadingPending ReviewWritten Nov 17, 2026');
  await button('Reject').click();
  const question = page.getByRole('alertdialog');
  await question.getByLabelText(/^Feedback/).fill('Speak of both paths.');
  await question.getByRole('button', { name: 'Reject' }).click();
  await expect.element(reading.getByText('Speak of both paths.')).toBeVisible();
  await expect.element(button('Approve & Send')).not.toBeInTheDocument();
  await expect.poll(() => orderDialog.element().contains(document.activeElement)).toBe(true);

  await button('Edit Reading').click();
  await reading.getByLabelText('Reading content').fill('Both paths, at last.');
  await button('Save Changes').click();
  await expect.element(reading).toMatchTextContent('Pending Review');
  await expect.element(reading.getByText('Speak of both paths.')).not.toBeInTheDocument();
});

test.each([
  [360, 'over the list', '?order=o1'],
  [1440, 'beside the list', '?order=o1'],
  [1440, 'over the approvals', '?tab=approvals&order=o1'],
])('undoes an approval with the order open at %i px, %s', async (width, _where, search) => {
  await page.viewport(width, 740);
  onTestFinished(() => page.viewport(1440, 900));
  let order = underReview;
  const approveReading = async () => {
    order = anOrder({ status: 'approved' });
    return aReading({ undoForMs: 60_000 });
  };
  const undoApproval = async () => {
    order = underReview;
    return aReading();
  };
  await openOrder({ approveReading, undoApproval }, () => order, search);
  const held = page.getByRole('list', { name: 'Emails about to go out' });
  const undo = held.getByRole('button', { name: 'Undo the approval of CT-7K3M9Q' });
  const panel = orderDialog.element();
  await button('Approve & Send').click();
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
  const editReading = async () => {
    order = anOrder({ status: 'approved' });
    throw anApiError(409, 'reading_conflict', 'Meanwhile the reading was approved.');
  };
  await openOrder({ editReading }, () => order);
  await button('Edit Reading').click();
  await reading.getByLabelText('Reading content').fill('An hour of writing.');
  await button('Save Changes').click();
  await expectRefused('Update Failed', 'Meanwhile the reading was approved.');
  await expect.element(reading).toMatchTextContent('ReadingApproved');
  await expect.element(button('Edit Reading')).not.toBeInTheDocument();
  await expect.element(unsaved.getByRole('textbox')).toHaveValue('An hour of writing.');
  await expect.element(unsaved).toMatchTextContent('approved before your changes were saved.');
  await button('Discard it').click();
  await expect.element(unsaved).not.toBeInTheDocument();
  await expect.element(orderDialog.getByLabelText(/^Assigned reader/)).not.toBeInTheDocument();
});

/** Returns whether a press in the middle of an element meets it. */
function isTopmost(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}
