import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openReader } from '../../../tests/kit/components/desk.tsx';
import { fakeReaderServer } from '../../../tests/kit/components/fake-reader-server.ts';
import { expectNoFlaws } from '../../../tests/kit/components/flaws.ts';
import { openOrder, orderDialog } from '../../../tests/kit/components/open-order.ts';
import { expectDone, expectRefused } from '../../../tests/kit/components/toasts.ts';
import { anApiError } from '../../lib/store-testing.ts';
import { anOrder, aReaderOrder, aReading } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';

/* The internal notes of an order: one text, at the admin's desk and at its reader's. */

const question = 'Which deck did they mean?';
const both = `${question}\nThe one of Marseille.`;

/** A server that keeps the notes of one order. */
function keeping(stored: string | null) {
  const server = { stored };
  async function save(_id: string, { internalNotes = '', notesSeen = '' }) {
    if (notesSeen !== (server.stored ?? '')) throw anApiError(409, 'reading_conflict', 'Others are there.');
    server.stored = internalNotes || null;
    return aReading({ revision: 2, internalNotes: server.stored });
  }
  const calls = {
    internalNotes: async () => ({ internalNotes: server.stored }),
    saveNotes: save,
    editReading: save,
    orderReading: async () => aReading({ internalNotes: server.stored }),
  } satisfies Partial<StaffApi>;
  return { server, calls };
}

const field = page.getByLabelText(/^Internal notes/);
const editor = page.getByRole('textbox', { name: 'Internal notes' });
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('shows an admin the reader’s notes and saves the answer', async () => {
  const { server, calls } = keeping(question);
  await openOrder(calls);
  await expect.element(orderDialog.getByRole('button', { name: 'Upload Reading' })).toBeVisible();
  await expect.element(field).toHaveValue(question);
  await field.fill(`${both}\n\n`);
  const height = () => field.element().getBoundingClientRect().height;
  const typedHeight = height();
  // Saved when the field is left, which moves nothing from below the pointer.
  await orderDialog.getByLabelText('Reading content').click();
  await expect.poll(() => server.stored).toBe(both);
  await expect.element(field).toHaveValue(both);
  expect(height()).toBe(typedHeight);
  await expectNoFlaws();
});

test('shows the notes of an order with a payment to check', async () => {
  await openOrder(keeping(question).calls, anOrder({ paymentStatus: 'review' }));
  await expect.element(field).toHaveValue(question);
});

test('shows the reader the notes and saves additions with the reading', async () => {
  const { server, calls } = keeping(question);
  await openReader({ ...fakeReaderServer(), ...calls }, { search: '?order=CT-7K3M9Q' });
  await expect.element(field).toHaveValue(question);
  await page.getByLabelText('Reading content').fill('The Star speaks of patience.');
  await field.fill(both);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expectDone('Success', 'Reading submitted for admin review');
  expect(server.stored).toBe(both);
});

test('edits the notes of a submitted reading in place', async () => {
  const { server, calls } = keeping(question);
  const readerOrders = async () => [aReaderOrder({ status: 'reading_uploaded' })];
  await openReader({ ...calls, readerOrders }, { search: '?order=CT-7K3M9Q' });
  await button('Edit Notes').click();
  await editor.fill(both);
  await button('Save').click();
  await expect.element(page.getByText('The one of Marseille.')).toBeVisible();
  expect(server.stored).toBe(both);
});

test('saves or discards the notes with the edited reading', async () => {
  const { server, calls } = keeping(question);
  await openOrder(calls, anOrder({ status: 'reading_uploaded' }));
  await button('Edit Reading').click();
  await field.fill('Never mind.');
  await button('Cancel').click();
  await expect.element(orderDialog.getByText(question)).toBeVisible();
  expect(server.stored).toBe(question);
  await button('Edit Reading').click();
  await field.fill(both);
  await button('Save Changes').click();
  await expect.element(orderDialog.getByText('The one of Marseille.')).toBeVisible();
  expect(server.stored).toBe(both);
});

test('keeps typed notes when the reading is gone', async () => {
  const { calls } = keeping(question);
  const editReading = () => Promise.reject(anApiError(404, 'reading_not_found', 'There is no such reading.'));
  await openOrder({ ...calls, editReading }, anOrder({ status: 'approved' }));
  await button('Edit Notes').click();
  await editor.fill(both);
  await button('Save').click();
  await expectRefused('Update Failed', 'Reading not found');
  await expect.element(editor).toHaveValue(both);
});

test('shows notes from another session and asks which to keep', async () => {
  const { server, calls } = keeping(question);
  const { desk } = await openReader({ ...fakeReaderServer(), ...calls }, { search: '?order=CT-7K3M9Q' });
  await expect.element(field).toHaveValue(question);
  await field.fill('Mine of courage.');
  server.stored = 'Theirs of joy.';
  await desk.fetching.changed('orders/o1');
  const newer = page.getByRole('region', { name: 'A newer version' });
  await expect.element(newer).toMatchTextContent('Theirs');
  await expect.element(field).toHaveValue('Mine of courage.');
  await newer.getByRole('button', { name: 'Keep mine' }).click();
  await expect.element(newer).not.toBeInTheDocument();
  await expect.element(field).toHaveFocus();
  expect(server.stored).toBe('Theirs of joy.');
  await page.getByLabelText('Reading content').click();
  await expect.poll(() => server.stored).toBe('Mine of courage.');
});
