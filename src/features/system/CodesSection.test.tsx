import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../../../tests/kit/components/answered-calls.ts';
import { openAdmin } from '../../../tests/kit/components/desk.tsx';
import { expectNoFlaws } from '../../../tests/kit/components/flaws.ts';
import { failOnce } from '../../../tests/kit/components/people.ts';
import { expectDone, expectRefused } from '../../../tests/kit/components/toasts.ts';
import { anApiError } from '../../lib/store-testing.ts';
import type { Code, CodeInput } from '../../shared/offers/code-schema.ts';
import { type OfferAnswer, presentOffer, standardOffer } from '../../shared/offers/offer-types.ts';

const form = page.getByRole('form', { name: 'New code' });
const field = (name: string) => form.getByLabelText(name);
const add = form.getByRole('button', { name: 'Add code' });
const rows = page.getByRole('region', { name: 'Your codes' }).getByRole('listitem');

const standard = presentOffer(standardOffer);
const threeCards: OfferAnswer = { ...standard, id: 'three', slug: 'three-cards', name: 'Three cards' };

const tenOff: Code = {
  ...{ id: 'ten', code: 'TEN', amountOff: 10, currency: 'usd', limit: 50, perAddress: 1 },
  ...{ from: '2036-11-30', until: '2036-12-24', offers: ['three-cards'], isActive: true, used: 3 },
  createdAt: '2026-11-16T09:00:00.000Z',
};

/** Opens the codes of a shop that keeps what is saved. */
async function open(codes: Code[], offers = [standard, threeCards], admit = async () => {}) {
  const sent = answerCalls({
    'GET /api/codes': () => ({ codes }),
    'POST /api/codes': async (body) => {
      await admit();
      const blank = { ...tenOff, id: 'new', limit: null, perAddress: null, from: null, until: null };
      const { percentOff = 0, ...created } = { ...blank, ...(body as CodeInput), used: 0 };
      const { amountOff: _, ...code } = created;
      codes = [{ ...code, code: 'SPRING', percentOff: percentOff ?? 0, offers: [] }, ...codes] as Code[];
      return codes[0];
    },
    'PUT /api/codes/ten': (body) => {
      codes = codes.map((code) =>
        code.id === 'ten' ? { ...code, ...(body as Pick<Code, 'isActive'>) } : code,
      );
      return codes.find(({ id }) => id === 'ten');
    },
  });
  await openAdmin({ offers: async () => ({ offers }) }, { search: '?tab=settings&section=codes' });
  return sent;
}

test('lists codes with their terms and switches them off and on', async () => {
  const sent = await open([tenOff]);
  await expect.element(rows).toMatchTextContent('TEN Starts later');
  await expect
    .element(rows)
    .toMatchTextContent(
      '$10.00 off · from Nov 30, 2036 · until Dec 24, 2036 · 3 of 50 uses · 1 use per customer',
    );
  await expect.element(rows).toMatchTextContent('Only for Three cards');
  await expect.element(rows.getByRole('link', { name: /three-cards\?code=TEN$/ })).toBeVisible();
  await expectNoFlaws();
  await page.getByRole('button', { name: 'Switch off: TEN' }).click();
  await expect.element(rows).toMatchTextContent('TEN Off');
  await page.getByRole('button', { name: 'Switch on: TEN' }).click();
  await expect.element(rows).toMatchTextContent('TEN Starts later');
  expect(sent['PUT /api/codes/ten']).toEqual([{ isActive: false }, { isActive: true }]);
});

test.each([
  [{ from: null }, 'On'],
  [{}, 'Starts later'],
  [{ from: null, until: '2026-11-01' }, 'Over'],
  [{ from: null, used: 50 }, 'Used up'],
  [{ currency: 'eur' }, 'Other currency'],
])('lists a code with %j as: %s', async (changes, state) => {
  await open([{ ...tenOff, ...changes }]);
  await expect.element(rows).toMatchTextContent(`TEN ${state}`);
});

test('shows errors at their fields and keeps what was typed', async () => {
  const refuse = failOnce(async () => {});
  let isTaken = true;
  const sent = await open([], [standard, threeCards], async () => {
    await refuse();
    const message = 'You have this code already.';
    if (isTaken) throw anApiError(400, 'invalid_request', message, { fields: { code: message } });
  });
  await expect.element(page.getByText('There are no codes yet.')).toBeVisible();
  await add.click();
  await expect.element(field('Code')).toHaveFocus();
  await field('Code').fill('spring');
  await add.click();
  await expect.element(form.getByRole('alert')).toHaveTextContent('Give a percentage or an amount above 0.');
  await field('Amount ($)').fill('1,234');
  await add.click();
  await expect.element(form.getByRole('alert')).toMatchTextContent('1,234 can mean two amounts');
  await expect.element(field('Amount ($)')).toHaveValue('1,234');
  await field('Amount ($)').fill('');
  await field('Percent').fill('20');
  for (const [wrong, error] of [
    ['5', 'Give a percentage or an amount, not both.'],
    ['five', 'Please enter a valid amount.'],
  ] as const) {
    await field('Amount ($)').fill(wrong);
    await add.click();
    await expect.element(form.getByRole('alert')).toHaveTextContent(error);
    await expect.element(field('Amount ($)')).toHaveFocus();
  }
  await field('Amount ($)').fill('');
  await field('First day (optional)').fill('2036-12-24');
  await field('Last day (optional)').fill('0036-12-31');
  await add.click();
  await expect.element(form.getByRole('alert')).toMatchTextContent('Write the year with four digits.');
  await expect.element(field('Last day (optional)')).toHaveFocus();
  await field('Last day (optional)').fill('2036-12-01');
  await add.click();
  await expect.element(form.getByRole('alert')).toHaveTextContent('The last day is before the first.');
  await expectNoFlaws();
  expect(sent['POST /api/codes']).toBeUndefined();
  await field('Last day (optional)').fill('');
  await field('Total uses (optional)').fill('2');
  await form.getByRole('checkbox', { name: 'Three cards' }).click();
  await add.click();
  await expectRefused('Update Failed', 'Failed to update the codes');
  await add.click();
  await expect.element(form.getByRole('alert')).toHaveTextContent('You have this code already.');
  await expect.element(field('Code')).toHaveValue('spring');
  await expect.element(field('Code')).toHaveFocus();
  isTaken = false;
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
