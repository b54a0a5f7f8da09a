import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../../../tests/kit/components/answered-calls.ts';
import { openAdmin } from '../../../tests/kit/components/desk.tsx';
import { failOnce } from '../../../tests/kit/components/people.ts';
import { expectDone, expectRefused } from '../../../tests/kit/components/toasts.ts';
import type { PersonFound } from '../../shared/ops/privacy-schema.ts';
import { defaultRetention } from '../../shared/ops/retention.ts';

const search = '?tab=settings&section=privacy';
const card = page.getByRole('region', { name: 'One person’s data' });
const form = card.getByRole('form', { name: 'Erase this person’s data' });
const counts = { orders: 1, readings: 0, notes: 0, messages: 0, mails: 2 };

async function look(address: string, found: () => PersonFound, more: Parameters<typeof answerCalls>[0] = {}) {
  answerCalls({ 'POST /api/privacy/find': found, ...more });
  await openAdmin({}, { search });
  await card.getByLabelText('Email address of a customer').fill(address);
  await card.getByRole('button', { name: 'Look up' }).click();
}

test('says what to do first when an order is still open', async () => {
  const obstacles = [{ orderNumber: 'CT-7K3M9Q', why: 'its reading has not been sent yet.' }];
  await look('maya@customers.example', () => ({ counts, obstacles }));
  await expect.element(card.getByRole('status')).toMatchTextContent('1 order, 0 readings');
  await expect
    .element(card.getByRole('listitem'))
    .toHaveTextContent('CT-7K3M9Q: its reading has not been sent yet.');
  await expect.element(card.getByRole('button', { name: 'Export as a file' })).toBeVisible();
  await expect.element(form).not.toBeInTheDocument();
});

test('refuses an invalid address at its field', async () => {
  await look('maya', () => ({ counts, obstacles: [] }));
  await expect.element(card.getByLabelText('Email address of a customer')).toBeInvalid();
  await expect.element(card.getByRole('status')).not.toBeInTheDocument();
});

test('erases a person only after the word is typed', async () => {
  await look('maya@customers.example', () => ({ counts, obstacles: [] }), {
    'POST /api/privacy/erase': failOnce(async () => ({ orderNumbers: ['CT-7K3M9Q'], otherMails: 0 })),
  });
  const erase = form.getByRole('button', { name: 'Erase for good' });
  const word = form.getByLabelText('Type erase to confirm');
  await erase.click();
  await expect.element(form.getByRole('alert')).toHaveTextContent('Please type the word erase.');
  await expect.element(word).toHaveFocus();
  await word.fill('erase');
  await erase.click();
  await expectRefused('Nothing Was Done', 'Failed to erase this person’s data');
  await expect.element(word).toHaveValue('erase');
  await erase.click();
  await expectDone('Customer’s Data Erased', 'Data from 1 order was erased.');
  await expect.element(form).not.toBeInTheDocument();
});

test('keeps a chosen retention period when saving fails', async () => {
  const sent = answerCalls({
    'GET /api/privacy/retention': () => ({ retention: defaultRetention, lastRun: null }),
    'PUT /api/privacy/retention': failOnce(async () => defaultRetention),
  });
  await openAdmin({}, { search });
  const kept = page.getByRole('form', { name: 'How long data is kept' });
  const orders = kept.getByLabelText(/^How long: Past orders/);
  await orders.selectOptions('10 years');
  await kept.getByRole('button', { name: 'Save' }).click();
  await expectRefused('Update Failed', 'Failed to change how long data is kept');
  await expect.element(orders).toHaveDisplayValue('10 years');
  await kept.getByRole('button', { name: 'Save' }).click();
  await expectDone('Settings Updated', 'Anything older is deleted tonight.');
  expect(sent['PUT /api/privacy/retention']?.at(-1)).toEqual({ endedOrderYears: 10 });
});
