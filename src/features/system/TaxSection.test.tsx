import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../../../tests/kit/components/answered-calls.ts';
import { openAdmin } from '../../../tests/kit/components/desk.tsx';
import { expectNoFlaws } from '../../../tests/kit/components/flaws.ts';
import { failOnce } from '../../../tests/kit/components/people.ts';
import { expectDone, expectRefused } from '../../../tests/kit/components/toasts.ts';
import { anApiError } from '../../lib/store-testing.ts';
import { noTax, type TaxSettings } from '../../shared/shop/tax-schema.ts';
import { previousMonth } from './tax-store.ts';

const form = page.getByRole('form', { name: 'Tax on receipts' });
const kind = form.getByLabelText('Tax', { exact: true });
const save = form.getByRole('button', { name: 'Save' });

const oneRate = 'Included in the price, at one rate';

async function open(save: () => Promise<TaxSettings>) {
  let stored = noTax;
  const sent = answerCalls({
    'GET /api/settings/tax': () => stored,
    'PUT /api/settings/tax': async () => (stored = await save()),
  });
  await openAdmin({}, { search: '?tab=settings&section=tax' });
  return sent;
}

test('refuses an invalid tax rate and keeps it when saving fails', async () => {
  const included: TaxSettings = { ...noTax, kind: 'included', rate: '19' };
  const sent = await open(failOnce(async () => included));
  await kind.selectOptions(oneRate);
  const rate = form.getByLabelText('Rate (%)');
  await rate.fill('nineteen');
  await save.click();
  await expect.element(form.getByRole('alert')).toMatchTextContent('such as 19 or 8.25');
  await expect.element(rate).toHaveFocus();
  await expect.element(rate).toHaveValue('nineteen');
  await expectNoFlaws();
  expect(sent['PUT /api/settings/tax']).toBeUndefined();
  await rate.fill('19 %');
  await save.click();
  await expectRefused('Update Failed', 'Failed to update the settings');
  await expect.element(rate).toHaveValue('19 %');
  await save.click();
  await expectDone('Settings Updated', 'New receipts show net, tax and rate.');
  await expect.element(rate).toHaveValue('19');
});

test('ignores errors in hidden fields when saving', async () => {
  const exempt: TaxSettings = { ...noTax, kind: 'exempt', sentence: 'Small business.' };
  const sent = await open(async () => exempt);
  await kind.selectOptions(oneRate);
  await form.getByLabelText('Rate (%)').fill('abc');
  await kind.selectOptions('Exempt, with a note');
  await save.click();
  await expect.element(form.getByRole('alert')).toHaveTextContent('Please say why no tax is charged.');
  await form.getByLabelText('Note on the receipt').fill('Small business.');
  await save.click();
  await expectDone('Settings Updated', 'New receipts say why no tax is charged.');
  expect(sent['PUT /api/settings/tax']).toEqual([exempt]);
});

test('shows the server’s refusal at its field', async () => {
  const taxNumber = 'Please write the number as your tax office does.';
  const refusal = anApiError(400, 'invalid_request', taxNumber, { fields: { taxNumber } });
  await open(() => Promise.reject(refusal));
  const field = form.getByLabelText('Your tax number (optional)');
  await field.fill('123');
  await save.click();
  await expectRefused('Update Failed', taxNumber);
  await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(taxNumber));
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue('123');
});

test('requires a month for the receipts', async () => {
  await open(async () => noTax);
  const months = page.getByRole('form', { name: 'Monthly receipts' });
  const month = months.getByLabelText('Month', { exact: true });
  await expect.element(month).toHaveValue(previousMonth(new Date()));
  await month.fill('');
  await months.getByRole('button', { name: 'Export CSV' }).click();
  await expect
    .element(months.getByRole('alert'))
    .toHaveTextContent('Please choose a month, such as 2026-11.');
  await expect.element(month).toHaveFocus();
});
