import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoFlaws } from '../../../tests/kit/components/flaws.ts';
import { card, openApprovals } from '../../../tests/kit/components/open-order.ts';
import { broken, failOnce } from '../../../tests/kit/components/people.ts';
import { expectDone, expectRefused } from '../../../tests/kit/components/toasts.ts';
import { anApiError } from '../../lib/store-testing.ts';
import { anEvent, aReading, aSecondReading } from '../desk/desk-testing.ts';
import type { Rejection, StaffApi } from '../desk/staff-api.ts';

/* What is done about a reading: it is sent at one press, looked at as its mail, or goes back after a question. */

const button = (name: string) => card.getByRole('button', { name, exact: true });
const preview = page.getByRole('dialog', { name: 'Preview for CT-7K3M9Q' });
const rejecting = page.getByRole('alertdialog', { name: 'Reject the reading for CT-7K3M9Q?' });
const feedback = rejecting.getByLabelText(/^Feedback/);
const unsaved = page.getByRole('region', { name: 'Your unsaved text' });
const aMail = (html: string) => {
  return { to: { name: 'Ana Lima', address: 'ana@example.com' }, subject: 'Your reading', html, text: '' };
};

async function openReading(calls: Partial<StaffApi>, pending = () => [aReading()]) {
  const own = { previewDelivery: async (_: string, html: string) => aMail(html), ...calls };
  const { desk } = await openApprovals(pending, own, '?tab=approvals&reading=CT-7K3M9Q');
  return desk.readings.pending;
}

test('previews the mail on request without sending it', async () => {
  await openReading({ previewDelivery: failOnce(async (_, html) => aMail(html)) });
  await button('Preview').click();
  await expect.element(preview.getByRole('alert')).toMatchTextContent('The preview could not be loaded.');
  await preview.getByRole('button', { name: 'Try again' }).click();
  await expect.element(preview).toMatchTextContent('ToAna Lima <ana@example.com>SubjectYour reading');
  await expectNoFlaws();
  const frame = preview.getByTitle('Preview of the email');
  await expect.element(frame).toHaveAttribute('srcdoc', 'You will find your way.');
  await userEvent.keyboard('{Escape}');
  await expect.element(preview).not.toBeInTheDocument();
  await expect.element(button('Preview')).toHaveFocus();
});

test.each([360, 1440])('scrolls only the dialog when previewing a long mail at %d px', async (width) => {
  await page.viewport(width, 740);
  onTestFinished(() => page.viewport(1440, 900));
  const content = '<p>The Star speaks of patience.</p>'.repeat(60);
  await openReading({}, () => [aReading({ content })]);
  await button('Preview').click();
  const frame = preview.getByTitle('Preview of the email');
  const mail = () => (frame.element() as HTMLIFrameElement).contentDocument?.documentElement;
  await expect.poll(() => mail()?.offsetHeight).toBeGreaterThan(1500);
  await expect.poll(() => (mail()?.offsetHeight ?? 0) - frame.element().clientHeight).toBe(0);
  const scrolling = [...document.querySelectorAll('.modal, .modal *')].filter(
    ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1 && clientHeight > 100,
  );
  expect(scrolling.map(({ className }) => className)).toEqual(['modal modal-open']);
});

test.each([
  ['a short text with a placeholder', 'Dear [name],\n\nthe Star.', 4],
  ['a text without flaws', 'Ana, the Star speaks of patience. '.repeat(90), 0],
])('lists the warnings about %s below it', async (_, content, remarks) => {
  await openReading({}, () => [aReading({ content })]);
  await expect.element(button('Approve & Send')).toBeVisible();
  const said = card.getByRole('region', { name: 'Before you send it' }).getByRole('listitem');
  expect(said.elements()).toHaveLength(remarks);
});

test('sends a newer version only after its changes were confirmed', async () => {
  let reading = aReading({ content: 'The Moon as it was.' });
  const approved: number[] = [];
  const pending = await openReading(
    {
      async approveReading(_, revision) {
        if (revision !== reading.revision)
          throw anApiError(409, 'reading_conflict', 'Meanwhile it is newer.');
        approved.push(revision);
        return reading;
      },
    },
    () => [reading],
  );
  await expect.element(button('Approve & Send')).toBeVisible();
  reading = aReading({ content: 'The Moon as it is.', revision: 2 });
  await pending.refresh();
  await expect.element(card.getByText('There is a newer version. Its text is below.')).toBeVisible();
  await expect.element(card.getByRole('deletion')).toHaveTextContent('was');
  await button('Approve & Send').click();
  await expectRefused('Approval Failed', 'Meanwhile it is newer.');
  await expectNoFlaws();
  await button('I’ve seen it').click();
  await button('Approve & Send').click();
  await expectDone('Reading Approved', 'CT-7K3M9Q: email sent to customer.');
  expect(approved).toEqual([2]);
});

test('keeps the reading when it could not be approved', async () => {
  await openReading({ approveReading: broken });
  await button('Approve & Send').click();
  await expectRefused('Approval Failed', 'Failed to approve reading');
  await expect.element(card).toBeVisible();
});

test('keeps feedback until it is sent, then focuses the next reading', async () => {
  let pending = [aReading(), aSecondReading()];
  const sent: Rejection[] = [];
  const rejectReading = failOnce(async (_id: string, rejection: Rejection) => {
    sent.push(rejection);
    pending = pending.slice(1);
    return aReading();
  });
  await openReading({ rejectReading }, () => pending);
  const reject = rejecting.getByRole('button', { name: 'Reject' });
  await button('Reject').click();
  await expect.element(rejecting).toMatchTextContent('The customer isn’t notified.');
  await expect.element(feedback).toHaveFocus();
  await feedback.fill('Both paths, please.');
  await expectNoFlaws();
  await reject.click();
  await expectRefused('Rejection Failed', 'Failed to reject reading');
  await button('Reject').click();
  await expect.element(feedback).toHaveValue('Both paths, please.');
  await rejecting.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(button('Reject')).toHaveFocus();
  await button('Reject').click();
  await reject.click();
  await expectDone('Reading Rejected', 'The reading for CT-7K3M9Q goes back for revision.');
  await expect.element(card).not.toBeInTheDocument();
  await expect.element(page.getByRole('article').filter({ hasText: 'CT-8A8A8A' })).toHaveFocus();
  expect(sent).toEqual([{ feedback: 'Both paths, please.', revision: 1 }]);
});

test('keeps unsent feedback after an approval and explains it', async () => {
  let pending = [aReading()];
  await openReading(
    {
      async approveReading() {
        pending = [];
        return aReading();
      },
      orderEvents: async () => [anEvent('reading_approved', 'admin')],
    },
    () => pending,
  );
  await button('Reject').click();
  await feedback.fill('Too short?');
  await rejecting.getByRole('button', { name: 'Cancel' }).click();
  await button('Approve & Send').click();
  await expect.element(unsaved.getByRole('textbox')).toHaveValue('Too short?');
  await expect.element(unsaved).toMatchTextContent('You decided on this reading before your feedback');
});
