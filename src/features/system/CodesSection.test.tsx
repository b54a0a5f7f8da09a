import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../../../tests/kit/components/answered-calls.ts';
import { openAdmin } from '../../../tests/kit/components/desk.tsx';
import { expectNoFlaws } from '../../../tests/kit/components/flaws.ts';
import { expectDone, expectRefused } from '../../../tests/kit/components/toasts.ts';
import { anApiError } from '../../lib/store-testing.ts';
import type { Code } from '../../shared/offers/code-schema.ts';
import { type OfferAnswer, presentOffer, standardOffer } from '../../shared/offers/offer-types.ts';
import { aCode } from './system-testing.ts';

const form = page.getByRole('form', { name: 'New code' });
const field = (name: string) => form.getByLabelText(name);
const add = form.getByRole('button', { name: 'Add code' });
const rows = page.getByRole('region', { name: 'Your codes' }).getByRole('listitem');

const standard = presentOffer(standardOffer);
const threeCards: OfferAnswer = { ...standard, id: 'three', slug: 'three-cards', name: 'Three cards' };

/** Opens the codes of a shop that keeps what is saved. @param refusals of the first codes that are added */
async function open(codes: Code[], offers = [standard, threeCards], refusals: Error[] = []) {
  const sent = answerCalls({
    'GET /api/codes': () => ({ codes }),
    'POST /api/codes'() {
      const refusal = refusals.shift();
      if (refusal) throw refusal;
      codes = [aCode({ id: 'new', code: 'SPRING', offers: [] }), ...codes];
      return codes[0];
    },
    'PUT /api/codes/ten'(change) {
      codes = [aCode(change as Partial<Code>)];
      return codes[0];
    },
  });
  await openAdmin({ offers: async () => ({ offers }) }, { search: '?tab=settings&section=codes' });
  return sent;
}

test('lists codes with their terms and switches them off and on', async () => {
  const sent = await open([aCode()]);
  await expect.element(rows).toMatchTextContent('TEN Starts later');
  await expect
    .element(rows)
    .toMatchTextContent(
      '$10.00 off · from Nov 30, 2036 · until Dec 24, 2036 · 3 of 50 uses · 1 use per customer',
    );
  await expect.element(rows).toMatchTextContent('Only for Three cards');
  await expect.element(rows.getByRole('link', { name: /three-cards\?code=TEN$/ })).toBeVisible();
  await expectNoFlaws();
  await page.getByRole('button', { name: 'Turn off: TEN' }).click();
  await expect.element(rows).toMatchTextContent('TEN Off');
  await page.getByRole('button', { name: 'Turn on: TEN' }).click();
  await expect.element(rows).toMatchTextContent('TEN Starts later');
  expect(sent['PUT /api/codes/ten']).toEqual([{ isActive: false }, { isActive: true }]);
});

test('shows errors at their fields, which get the focus', async () => {
  const sent = await open([]);
  await expect.element(page.getByText('There are no codes yet.')).toBeVisible();
  await field('Amount ($)').fill('1,234');
  await field('Last day (optional)').fill('0036-12-31');
  await add.click();
  await expect.element(field('Code')).toHaveFocus();
  await field('Code').fill('spring');
  await add.click();
  await expect.element(field('Amount ($)')).toHaveFocus();
  await expect.element(form).toMatchTextContent('1,234 could mean two amounts');
  await field('Amount ($)').fill('10');
  await add.click();
  await expect.element(field('Last day (optional)')).toHaveFocus();
  await expect.element(form.getByRole('alert')).toMatchTextContent('Use a four-digit year.');
  await expectNoFlaws();
  expect(sent['POST /api/codes']).toBeUndefined();
});

test('keeps what was typed until the code is added', async () => {
  const taken = 'You have this code already.';
  const sent = await open([], undefined, [
    anApiError(500, 'internal', ''),
    anApiError(400, 'invalid_request', taken, { fields: { code: taken } }),
  ]);
  await field('Code').fill('spring');
  await field('Percent').fill('20');
  await field('First day (optional)').fill('2036-12-24');
  await field('Total uses (optional)').fill('2');
  await form.getByRole('checkbox', { name: 'Three cards' }).click();
  await add.click();
  await expectRefused('Update Failed', 'Failed to update the codes');
  await add.click();
  await expect.element(form.getByRole('alert')).toHaveTextContent(taken);
  await expect.element(field('Code')).toHaveFocus();
  await expect.element(field('Code')).toHaveValue('spring');
  await add.click();
  await expectDone('Code Added', `This link fills it in: ${location.origin}/?code=SPRING`);
  await expect.element(rows).toMatchTextContent('SPRING');
  await expect.element(field('Code')).toHaveValue('');
  expect(sent['POST /api/codes']?.at(-1)).toMatchObject({
    ...{ code: 'spring', percentOff: 20, amountOff: null, limit: 2, perAddress: null },
    ...{ from: '2036-12-24', until: null, offers: ['three-cards'] },
  });
});

test('offers no choice of offers in a shop with one offer', async () => {
  await open([], [standard]);
  await expect.element(add).toBeVisible();
  await expect.element(form.getByRole('checkbox')).not.toBeInTheDocument();
});
