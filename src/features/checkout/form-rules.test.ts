import { expect, test } from 'vitest';
import { plainOffer } from '../../shared/checkout/offer.ts';
import { defaultMoneyStyle } from '../../shared/money.ts';
import { type CheckoutFields, emptyFields } from './form-fields.ts';
import { checkForm } from './form-rules.ts';

const plain = plainOffer(6_000, defaultMoneyStyle);

const fields: CheckoutFields = {
  ...emptyFields,
  ...{ readingType: 'careerPath', customerName: 'Maya Lindqvist' },
  ...{ customerEmail: 'maya@customers.example', readingAddresseeName: 'Maya' },
};

/** A box that notes what is done with it. */
function aBox(isTicked: boolean) {
  const noted: string[] = [];
  const say = (isMissing: boolean) => void noted.push(isMissing ? 'missing' : 'fine');
  return { noted, isTicked, say, focus: () => void noted.push('focused') };
}

test('refuses a form without consent and focuses the checkbox', () => {
  const box = aBox(false);
  expect(checkForm(fields, plain, box)).toEqual({ errors: {} });
  expect(box.noted).toEqual(['missing', 'focused']);
});

test('focuses the first wrong field before a missing consent', () => {
  const box = aBox(false);
  expect(checkForm({ ...fields, customerName: ' ', customerEmail: 'maya' }, plain, box)).toEqual({
    errors: { customerName: 'Enter your full name.', customerEmail: expect.any(String) },
  });
  expect(box.noted).toEqual(['missing']);
});

test('sends consent with the form only if it was asked for', () => {
  const box = aBox(true);
  expect(checkForm(fields, plain, box)).toMatchObject({
    request: { consent: true, customerName: 'Maya Lindqvist' },
  });
  expect(box.noted).toEqual(['fine']);
  expect(checkForm(fields, plain, null)).toEqual({ request: expect.not.objectContaining({ consent: true }) });
});

test('reports an overlong answer only for questions that are shown', () => {
  const long = { ...fields, customQuestion: 'x'.repeat(523), backgroundContext: 'x'.repeat(5_001) };
  const tooLong = { backgroundContext: 'The background can be up to 5000 characters long.' };
  expect(checkForm(long, plain, null)).toEqual({ errors: tooLong });
  expect(checkForm({ ...long, readingType: 'other' }, plain, null)).toEqual({
    errors: { ...tooLong, customQuestion: 'Your question can be up to 500 characters long.' },
  });
});
