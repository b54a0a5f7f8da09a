import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { anOrder, aReading } from '../../client/desk/desk-testing.ts';
import { anApiError } from '../../client/store-testing.ts';
import { openOrder, orderDialog } from '../../testing/components/open-order.ts';
import { expectDone, expectRefused } from '../../testing/components/toasts.ts';

/* The reading in its order's dialog; its notes and its editor are the review's (ReadingEditor.test.tsx). */

const reading = orderDialog.getByRole('region', { name: 'Reading', exact: true });
const button = (name: string) => reading.getByRole('button', { name, exact: true });
const unsaved = reading.getByRole('region', { name: 'Your unsaved text' });
const underReview = anOrder({ status: 'reading_uploaded' });

test('it is sent back, and a change brings it under review again', async () => {
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

test('approved meanwhile it is frozen, and what was typed stays until it is discarded', async () => {
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
