import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { aReading } from '../../client/desk/desk-testing.ts';
import type { Rejection, StaffApi } from '../../client/desk/staff-api.ts';
import { expectNoFlaws } from '../../testing/components/flaws.ts';
import { anEvent, card, openApprovals } from '../../testing/components/open-order.ts';
import { broken, brokenAtFirst } from '../../testing/components/people.ts';
import { expectDone, expectRefused } from '../../testing/components/toasts.ts';

/* The questions before a reading is sent, or goes back. */

const button = (name: string) => card.getByRole('button', { name, exact: true });
const sending = page.getByRole('dialog', { name: 'Send the reading for CT-7K3M9Q?' });
const send = sending.getByRole('button', { name: 'Send to the customer' });
const rejecting = page.getByRole('alertdialog', { name: 'Reject the reading for CT-7K3M9Q?' });
const feedback = rejecting.getByLabelText(/^Feedback/);
const unsaved = page.getByRole('region', { name: 'Your unsaved text' });

async function openReading(calls: Partial<StaffApi>, pending = () => [aReading()]) {
  const own = { previewDelivery: async (_: string, html: string) => aMail(html), ...calls };
  const { desk } = await openApprovals(pending, own, '?tab=approvals&reading=CT-7K3M9Q');
  return desk.readings.pending;
}
const aMail = (html: string) => {
  return { to: { name: 'Ana Lima', address: 'ana@example.com' }, subject: 'Your reading', html, text: '' };
};

test('nothing can be sent before its mail is seen, which can be asked for again', async () => {
  await openReading({ previewDelivery: brokenAtFirst(async (_, html) => aMail(html)) });
  await button('Approve & Send').click();
  await expect.element(sending.getByRole('alert')).toMatchTextContent('The preview could not be loaded.');
  await expect.element(send).toBeDisabled();
  await sending.getByRole('button', { name: 'Try again' }).click();
  await expect.element(send).toBeEnabled();
  await expectNoFlaws();
  await expect.element(sending).toMatchTextContent('ToAna Lima <ana@example.com>SubjectYour reading');
  await expect
    .element(sending.getByTitle('Preview of the email'))
    .toHaveAttribute('srcdoc', 'You will find your way.');
  await sending.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(sending).not.toBeInTheDocument();
  await expect.element(button('Approve & Send')).toHaveFocus();
});

test.each([
  ['a short text with a gap', 'Dear [name],\n\nthe Star.', 4],
  ['a text without flaws', 'Ana, the Star speaks of patience. '.repeat(90), 0],
])('what may have been overlooked in %s is told', async (_, content, remarks) => {
  await openReading({}, () => [aReading({ content })]);
  await button('Approve & Send').click();
  await expect.element(send).toBeEnabled();
  const said = sending.getByRole('region', { name: 'Before you send it' }).getByRole('listitem');
  expect(said.elements()).toHaveLength(remarks);
});

test('a version that nobody has read is not sent: the question says that it came, and shows it', async () => {
  let reading = aReading({ content: 'The Moon as it was.' });
  const old = Promise.withResolvers<void>();
  const approved: number[] = [];
  const pending = await openReading(
    {
      async previewDelivery(_, html) {
        if (html.includes('was')) await old.promise;
        return aMail(html);
      },
      async approveReading(_, revision) {
        approved.push(revision);
        return reading;
      },
    },
    () => [reading],
  );
  await button('Approve & Send').click();
  await expect.element(sending.getByRole('status', { name: 'Loading preview' })).toBeVisible();
  await expect.element(send).toBeDisabled();
  reading = aReading({ content: 'The Moon as it is.', revision: 2 });
  await pending.refresh();
  await expect.element(sending.getByText(/^There is a newer version of this reading/)).toBeVisible();
  await expect.element(sending.getByRole('deletion')).toHaveTextContent('was');
  await expect.element(sending.getByRole('insertion')).toHaveTextContent('is');
  await expect.element(send).toBeDisabled();
  await expectNoFlaws();
  await sending.getByRole('button', { name: 'Show the newer version' }).click();
  const mail = sending.getByTitle('Preview of the email');
  await expect.element(mail).toHaveAttribute('srcdoc', 'The Moon as it is.');
  old.resolve();
  await expect.element(sending.getByText(/^A newer version/)).not.toBeInTheDocument();
  await expect.element(mail).toHaveAttribute('srcdoc', 'The Moon as it is.');
  await send.click();
  await expectDone('Reading Approved', 'CT-7K3M9Q: email sent to customer.');
  expect(approved).toEqual([2]);
});

test('when it cannot be sent the reading stays', async () => {
  await openReading({ approveReading: broken });
  await button('Approve & Send').click();
  await send.click();
  await expectRefused('Approval Failed', 'Failed to approve reading');
  await expect.element(card).toBeVisible();
});

test('feedback stays typed until it has been sent, and then the next reading has the focus', async () => {
  const other = aReading({
    id: 'w2',
    orderId: 'o2',
    order: { ...aReading().order, orderNumber: 'CT-8A8A8A' },
  });
  let pending = [aReading(), other];
  let answer: StaffApi['rejectReading'] = broken;
  const sent: Rejection[] = [];
  await openReading({ rejectReading: (...given) => answer(...given) }, () => pending);
  const reject = rejecting.getByRole('button', { name: 'Reject' });
  await button('Reject').click();
  await expect.element(rejecting).toMatchTextContent('The customer is not told.');
  await expect.element(feedback).toHaveFocus();
  await feedback.fill('Both paths, please.');
  await expectNoFlaws();
  await reject.click();
  await expectRefused('Rejection Failed', 'Failed to reject reading');
  await button('Reject').click();
  await expect.element(feedback).toHaveValue('Both paths, please.');
  await rejecting.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(button('Reject')).toHaveFocus();

  answer = async (_, rejection) => {
    sent.push(rejection);
    pending = [other];
    return aReading();
  };
  await button('Reject').click();
  await reject.click();
  await expectDone('Reading Rejected', 'The reading for CT-7K3M9Q goes back for revision.');
  await expect.element(card).not.toBeInTheDocument();
  await expect.element(page.getByRole('article').filter({ hasText: 'CT-8A8A8A' })).toHaveFocus();
  expect(sent).toEqual([{ feedback: 'Both paths, please.', revision: 1 }]);
});

test('feedback on what one has approved oneself stays, told as one’s own doing', async () => {
  let pending = [aReading()];
  let events = [anEvent('reading_submitted', 'reader1')];
  await openReading(
    {
      async approveReading() {
        pending = [];
        events = [anEvent('reading_approved', 'admin')];
        return aReading();
      },
      orderEvents: async () => events,
    },
    () => pending,
  );
  await button('Reject').click();
  await feedback.fill('Too short?');
  await rejecting.getByRole('button', { name: 'Cancel' }).click();
  await button('Approve & Send').click();
  await send.click();
  await expect.element(unsaved.getByRole('textbox')).toHaveValue('Too short?');
  await expect
    .element(unsaved)
    .toMatchTextContent('You have decided on this reading before your feedback was sent.');
});
