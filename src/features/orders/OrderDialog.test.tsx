import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeReaderServer } from '../../../tests/kit/components/fake-reader-server.ts';
import { expectNoFlaws } from '../../../tests/kit/components/flaws.ts';
import { openOrder, orderDialog } from '../../../tests/kit/components/open-order.ts';
import { failOnce } from '../../../tests/kit/components/people.ts';
import { expectDone, expectRefused } from '../../../tests/kit/components/toasts.ts';
import { threeCards } from '../../../tests/kit/standard-purchase.ts';
import { anApiError } from '../../lib/store-testing.ts';
import type { Order } from '../../shared/orders/order-schema.ts';
import { anEvent, anOrder, aReading } from '../desk/desk-testing.ts';
import type { NewReading } from '../desk/staff-api.ts';

const button = (name: string) => orderDialog.getByRole('button', { name, exact: true });
const facts = orderDialog.getByRole('region', { name: 'Facts' });
const content = orderDialog.getByLabelText('Reading content');
const assignee = facts.getByRole('combobox', { name: 'Assigned reader' });
const unsaved = orderDialog.getByRole('region', { name: 'Your unsaved text' });
const hasFocusIn = () => orderDialog.element().contains(document.activeElement);

test('shows all facts of an order', async () => {
  const told = {
    customQuestion: 'Should I open a bakery?',
    backgroundContext: 'Nine years.\nI bake at night.',
  };
  await openOrder({}, anOrder({ readingType: 'other', refundedAmount: 20, ...told }));
  for (const fact of [
    'StatusPending',
    'Payment statusPaid',
    'Amount$60.00, $20.00 refunded',
    'Customer nameAna Lima',
    'Customer emailana@example.com',
    'Name for the readingAna',
    'Reading typeCustom question',
    'Order dateNov 16, 2026',
    'Due dateThu, Nov 19, 2026, 4:00 AM Late by',
  ])
    await expect.element(facts).toMatchTextContent(fact);
  await expect.element(assignee).toHaveDisplayValue('reader1');
  await expect.element(orderDialog.getByText(told.customQuestion)).toBeVisible();
  await expect.element(orderDialog.getByText('I bake at night.')).toBeVisible();
  await expectNoFlaws();
});

test('shows an offer’s name, add-ons, and only the answers given', async () => {
  await openOrder({}, anOrder({ ...threeCards, readingType: 'other' }));
  await expect.element(facts).toMatchTextContent('OfferThree cardsAdd-onsRush ($20.00)');
  await expect.element(facts).not.toMatchTextContent('Reading type');
  for (const answer of ['Which area?Work', 'Your birth dateMay 4, 1993', 'Do you read the cards yourself?No'])
    await expect.element(orderDialog).toMatchTextContent(answer);
  for (const label of ['Who else is part of it?', 'Years in this job'])
    await expect.element(orderDialog).not.toMatchTextContent(label);
  await expectNoFlaws();
});

test.each<[string, Partial<Order>, RegExp]>([
  ['a standard one', {}, /^I don.t know what to do with my life/],
  ['empty', { readingType: 'other' }, /^No question specified$/],
])('shows the question when it is %s, and no empty background', async (_, order, says) => {
  await openOrder({}, anOrder(order));
  await expect.element(orderDialog.getByText(says)).toBeVisible();
  await expect.element(orderDialog.getByText('Background information')).not.toBeInTheDocument();
});

test('returns to the order’s row on Escape, Close, and Back', async () => {
  const { addressBar } = await openOrder({}, anOrder(), '');
  const row = page.getByRole('button', { name: 'CT-7K3M9Q', exact: true });
  for (const leave of [
    () => userEvent.keyboard('{Escape}'),
    () => button('Close').click(),
    async () => addressBar.back(),
  ]) {
    await row.click();
    await expect.element(facts).toBeVisible();
    expect(addressBar.read()).toBe('?order=o1');
    await leave();
    await expect.element(orderDialog).not.toBeInTheDocument();
    await expect.element(row).toHaveFocus();
    expect(addressBar.read()).toBe('');
  }
});

test('submits the reading of a pending order and keeps it on failure', async () => {
  const sent: NewReading[] = [];
  let order = anOrder();
  const orderReading = async () => aReading({ content: sent[0]?.content });
  const submitReading = failOnce(async (reading: NewReading) => {
    sent.push(reading);
    order = anOrder({ status: 'reading_uploaded' });
    return aReading();
  });
  await openOrder({ orderReading, submitReading }, () => order);
  const upload = button('Upload Reading');
  await content.fill(' \n ');
  await expect.element(upload).toBeDisabled();
  await content.fill('The Star speaks.');
  await expect.element(orderDialog.getByText('16 characters · 3 words · very short')).toBeVisible();
  // It moves the button once more.
  await expect.element(orderDialog.getByText(/^Saved at/)).toBeVisible();
  await upload.click();
  await expectRefused('Upload Failed', 'Failed to upload reading');
  await expect.element(content).toHaveValue('The Star speaks.');

  await upload.click();
  await expectDone('Reading Uploaded', 'The reading for CT-7K3M9Q is waiting for approval.');
  await expect.element(facts).toMatchTextContent('StatusUnder Review');
  await expect.element(orderDialog.getByText('The Star speaks.')).toBeVisible();
  await expect.poll(hasFocusIn).toBe(true);
  expect(sent).toEqual([{ orderId: 'o1', content: 'The Star speaks.' }]);
});

test('gives an admin the reader’s tools and saves drafts on closing', async () => {
  const server = fakeReaderServer();
  await openOrder(server);
  await content.fill('The Star speaks.');
  await expect.element(orderDialog.getByText(/^Saved /)).toBeVisible();
  await button('Close').click();
  await expect.element(orderDialog).not.toBeInTheDocument();
  await expect.poll(() => server.draft('o1')).toMatchObject({ content: 'The Star speaks.' });
  await page.getByRole('button', { name: 'CT-7K3M9Q', exact: true }).click();
  await expect.element(content).toHaveValue('The Star speaks.');
  await button('Preview').click();
  await expect.element(page.getByTitle('Preview of the email')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Choose cards')).toBeVisible();
  await expect.element(orderDialog.getByRole('button', { name: /^Snippets/ })).toBeVisible();
  await expectNoFlaws();
  await content.click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expectDone('Reading Uploaded', 'The reading for CT-7K3M9Q is waiting for approval.');
});

/** A reading is uploaded, and meanwhile the order has changed. */
async function uploadTooLate(become: Order, words: string) {
  let order = anOrder();
  const submitReading = async () => {
    order = become;
    throw anApiError(409, 'order_conflict', words);
  };
  const orderReading = async () => aReading({ content: 'The Sun.' });
  await openOrder({ ...fakeReaderServer(), orderReading, submitReading }, () => order);
  await content.fill('An hour of writing.');
  // The line of the saved draft moves the button down.
  await expect.element(orderDialog.getByText(/^Saved at/)).toBeVisible();
  await button('Upload Reading').click();
  await expectRefused('Upload Failed', words);
  await expect.element(unsaved.getByRole('textbox')).toHaveValue('An hour of writing.');
}

test('keeps the text when another session submitted a reading first', async () => {
  await uploadTooLate(anOrder({ status: 'reading_uploaded' }), 'A reading was submitted in the meantime.');
  await expect.element(unsaved).toMatchTextContent('Someone else submitted a reading for this order');
  await expect.element(orderDialog.getByText('The Sun.')).toBeVisible();
  await expectNoFlaws();
  await button('Edit the reading with this text').click();
  await expect.element(content).toHaveValue('An hour of writing.');
  await expect.element(unsaved).not.toBeInTheDocument();
});

test('keeps the text of a refunded order until it is discarded', async () => {
  await uploadTooLate(anOrder({ paymentStatus: 'refunded' }), 'This order cannot be worked on.');
  await expect.element(unsaved).toMatchTextContent('No reading is needed.');
  await expect.element(facts).toMatchTextContent('Assigned readerreader1');
  await button('Discard it').click();
  await expect.element(unsaved).not.toBeInTheDocument();
  await expect.element(orderDialog).not.toMatchTextContent('No reading is needed.');
  await expect.element(button('Upload Reading')).not.toBeInTheDocument();
});

test('assigns an order to another reader, or to none', async () => {
  let order = anOrder();
  const assignOrder = failOnce(async (_id: string, id: string | null) => {
    order = anOrder({ assignedReader: id === null ? null : { id, username: 'reader2' } });
    return order;
  });
  await openOrder({ assignOrder }, () => order);
  await expect.element(button('Reassign')).toBeDisabled();
  await assignee.selectOptions('reader2');
  await button('Reassign').click();
  await expectRefused('Update Failed', 'Failed to reassign order');
  await expect.element(assignee).toHaveDisplayValue('reader2');

  await button('Reassign').click();
  await expectDone('Order Reassigned', 'CT-7K3M9Q is now with reader2.');
  await assignee.selectOptions('Unassigned');
  await button('Reassign').click();
  await expectDone('Order Reassigned', 'CT-7K3M9Q is unassigned now.');
  await expect.element(button('Assign')).toBeDisabled();
});

test('keeps an order unassigned once an admin presses Keep it', async () => {
  let events = [anEvent('assigned', 'system')];
  const order = anOrder({ assignedReader: null });
  const assignOrder = async () => {
    events = [...events, anEvent('assigned', 'admin', {}, 2)];
    return order;
  };
  await openOrder({ orderEvents: async () => events, assignOrder }, order);
  await expect.element(orderDialog).toMatchTextContent('The next free reader gets it.');
  await button('Keep unassigned').click();
  await expectDone('Order Stays Unassigned', 'CT-7K3M9Q is unassigned until you assign it.');
  await expect.element(orderDialog).toMatchTextContent('It stays unassigned until an admin assigns it.');
});
