import { expect, test } from 'vitest';
import { fieldProblems, problemOf } from '../fields.ts';
import { answerText } from '../offers/offer-answers.ts';
import { type FormOffer, standardOffer } from '../offers/offer-types.ts';
import {
  checkOrderForm,
  checkoutCallSchema,
  confirmPaymentSchema,
  paymentFailureSchema,
  testEmailSchema,
} from './checkout-schema.ts';

const form = {
  ...{ readingType: 'careerPath', customQuestion: '', backgroundContext: '' },
  ...{
    customerName: 'Maya Lindqvist',
    customerEmail: 'maya@customers.example',
    readingAddresseeName: 'Maya',
  },
};

function problem(
  schema: { safeParse(input: unknown): { error?: Parameters<typeof problemOf>[0] } },
  input: unknown,
) {
  const { error } = schema.safeParse(input);
  return error ? problemOf(error) : null;
}

/** @returns the order's data, or the problems by field */
function read(input: Record<string, unknown>): object {
  const checked = checkOrderForm(standardOffer, input);
  return 'request' in checked ? checked.request : checked.problems;
}

test('cleans blanks and control characters and stores empty texts as null', () => {
  const filled = {
    ...form,
    customerName: '  Maya\r\n Lindqvist\u0000 ',
    customerEmail: ' maya@customers.example ',
    readingAddresseeName: 'Maya\t L.',
    backgroundContext: ' Ten years\r\nin sales. ',
  };
  const { readingType, customerName, customerEmail } = form;
  expect(read(filled)).toEqual({
    ...{ readingType, customQuestion: null, customerName, customerEmail, readingAddresseeName: 'Maya L.' },
    ...{ backgroundContext: 'Ten years\nin sales.', answers: [], addOns: [] },
  });
});

type Question = FormOffer['questions'][number];
/** @returns what becomes of the answer to a question: its value, or the problem */
function answered(question: Partial<Question> & Pick<Question, 'kind' | 'label'>, answer: unknown) {
  const questions = [{ id: 'q1', help: '', required: true, ...question } as Question];
  const checked = checkOrderForm({ ...standardOffer, questions }, { ...form, answers: { q1: answer } });
  return 'problems' in checked ? checked.problems.q1 : checked.request.answers[0]?.value;
}

test('keeps line breaks in long answers and turns them into spaces elsewhere', () => {
  const written = 'one\u2028two\u0085three\ffour\u2029five';
  expect(answered({ kind: 'text', label: 'Your job' }, written)).toBe('one two three four five');
  expect(answered({ kind: 'longText', label: 'Why?' }, written)).toBe('one\ntwo\nthree\nfour\nfive');
});

test.each<[Question['kind'], unknown, string]>([
  ['text', undefined, 'Please answer: Yours?'],
  ['choice', 'Love', 'Please choose one of the answers.'],
  ['number', 'many', 'Please enter a number, such as 7 or 7.5.'],
  ['date', '1990-02-31', 'Please enter a valid date with a four-digit year.'],
])('a %s question refuses the answer %j: %s', (kind, answer, problem) => {
  expect(answered({ kind, label: 'Yours?', choices: ['Work'] }, answer)).toBe(problem);
});

test('requires an answer only for a chosen add-on’s question', () => {
  const more = { id: 'more', name: 'One more question', priceMinor: 1_000, asks: 'What else?' };
  const check = (addOns: string[]) =>
    checkOrderForm({ ...standardOffer, addOns: [more] }, { ...form, addOns });
  expect(check(['more'])).toEqual({ problems: { more: 'Please answer: What else?' } });
  expect(check([])).toHaveProperty('request');
});

const inRange = /^The date must be between 1900 and \d{4}\. Use a four-digit year\.$/;
test.each([
  ['Your birth date', '1961-02-28', null],
  ['Your birth date', '0061-02-28', new RegExp(`1900 and ${new Date().getFullYear()}\\.`)],
  ['Geburtsdatum', '2093-01-02', /isn’t in the future/],
  ['Your date of birth', '1899-12-31', inRange],
  ['The day of your interview', '0027-06-01', inRange],
  ['The day of your interview', '2207-06-01', inRange],
  ['The day of your interview', new Date().toISOString().slice(0, 10), null],
])('checks the question “%s” with the day %j: %s', (label, day, problem) => {
  const found = answered({ kind: 'date', label }, day);
  expect(found).toEqual(problem ? expect.stringMatching(problem) : day);
});

test.each([
  ['1,250', /^1,250 can mean 1250 or 1\.25\. Write 1250 for the first, 1\.2500 for the second\.$/],
  ['12.000', /^12\.000 can mean 12000 or 12\./],
  ['-999,999', /^-999,999 can mean -999999 or -999\.999\./],
  [' 7.125 ', /^7\.125 can mean/],
  ['7.1250', 7.125],
  ['0,125', 0.125],
  ['1234,567', 1234.567],
  ['12,5', 12.5],
  ['1,250,000', /^Please enter a number/],
  [7.125, 7.125],
])('reads the number %j or names its two meanings', (typed, expected) => {
  const found = answered({ kind: 'number', label: 'Hours a week' }, typed);
  expect(found).toEqual(typeof expected === 'number' ? expected : expect.stringMatching(expected));
});

test('shows a stored year below 1000 with four digits', () => {
  expect(answerText({ kind: 'date', value: '0090-05-31' })).toBe('May 31, 0090');
});

const name = 'Your full name';
const email = 'Your email address';
const incomplete = `${email} doesn’t look right. It should look like name@example.com.`;
const unknown = 'There is no field called';
const question = 'Please enter your question (at least 8 characters).';
test.each([
  [{ customerName: undefined }, 'Enter your full name.'],
  [{ customerName: ['Maya'] }, `${name} must be text.`],
  [{ customerName: '\u200b\ufeff\u202e' }, 'Enter your full name.'],
  [{ customerName: 'x'.repeat(121) }, `${name} can be up to 120 characters long.`],
  [{ customerEmail: '' }, 'Enter your email address.'],
  [{ customerEmail: 'maya' }, incomplete],
  [{ customerEmail: `${'x'.repeat(250)}@x.co` }, `${email} can be up to 254 characters long.`],
  [{ readingAddresseeName: '   ' }, 'Enter a name for the reading.'],
  [{ readingType: 'lottery' }, 'Please choose one of the questions.'],
  [{ readingType: 'other' }, question],
  [{ readingType: 'other', customQuestion: ' seven77 ' }, question],
  [{ customQuestion: 'x'.repeat(501) }, 'Your question can be up to 500 characters long.'],
  [{ backgroundContext: 'x'.repeat(5001) }, 'The background can be up to 5000 characters long.'],
  [{ amountMinor: 1, paid: true }, `${unknown} amountMinor, paid here. Please leave it out.`],
  [JSON.parse('{"__proto__": {"paid": true}}'), `${unknown} __proto__ here. Please leave it out.`],
])('refuses a form with %j: %s', (change, message) => {
  const input: Record<string, unknown> = Object.assign(Object.create(null), form);
  for (const key of Object.keys(change))
    Object.defineProperty(input, key, { value: change[key as keyof typeof change], enumerable: true });
  expect(Object.values(read(input))[0]).toBe(message);
});

test.each([
  [{ customQuestion: undefined, backgroundContext: undefined }],
  [{ backgroundContext: 'x'.repeat(5000) }],
  [{ readingType: 'other', customQuestion: 'eight888' }],
  [{ readingType: 'other', customQuestion: 'x'.repeat(500) }],
])('accepts a form with %j', (change) => {
  expect(checkOrderForm(standardOffer, { ...form, ...change })).toHaveProperty('request');
});

test('drops a typed question after another reading type is chosen', () => {
  expect(read({ ...form, customQuestion: 'Should I move abroad?' })).toMatchObject({ customQuestion: null });
});

const callSchema = checkoutCallSchema((slug) => {
  if (slug === undefined || slug === 'career') return offered;
  throw new Error(`There is no offer ${slug}.`);
});
const offered: FormOffer = {
  ...standardOffer,
  questions: [{ id: 'q1', kind: 'text', label: 'Your job', help: '', required: true }],
};

test.each([null, [], 'form', 7, true, [form]])('refuses the call %j', (call) => {
  expect(problem(callSchema, call)).toBe('Send the data as a JSON object.');
});

test.each([
  [{}, undefined],
  [{ offer: 'career' }, 'career'],
  [{ offer: 'gone' }, 'gone'],
  [{ offer: 7 }, '7'],
])('reads the call %j as an opening', (call, slug) => {
  expect(callSchema.parse(call)).toEqual({ kind: 'opening', slug });
});

test('reads a call with more than an offer as a form', () => {
  const call = { ...form, offer: 'career', answers: { q1: 'Baker' } };
  expect(callSchema.parse(call)).toMatchObject({
    ...{ kind: 'submit', offer: offered },
    request: { customerName: 'Maya Lindqvist', answers: [{ id: 'q1', value: 'Baker' }] },
  });
  expect(() => callSchema.parse({ ...form, offer: 'gone' })).toThrow('There is no offer gone.');
});

test.each([
  [{ customerEmail: '' }, 'Enter your email address.', ['customerEmail', 'q1']],
  [{}, 'Please answer: Your job', ['q1']],
  [{ answers: { q1: 'x'.repeat(9000) } }, /^“Your job”: Please use \d+ characters or fewer\.$/, ['q1']],
  [{ answers: { q1: 'x' }, '': 1 }, `${unknown}  here. Please leave it out.`, []],
])('refuses a form with %j for its first problem', (change, message, fields) => {
  const { error } = callSchema.safeParse({ ...form, ...change });
  if (!error) throw new Error('The form was taken.');
  expect(problemOf(error)).toMatch(message);
  expect(Object.keys(fieldProblems(error) ?? {})).toEqual(fields);
});

test.each([
  [{}, 'The order is missing.'],
  [{ orderId: 'x' }, 'The order number is missing.'],
  [{ orderId: 'x'.repeat(61), orderNumber: 'CT-7K3M9Q' }, 'The order can be up to 60 characters long.'],
  [{ orderId: 'x', orderNumber: 'x'.repeat(21) }, 'The order number can be up to 20 characters long.'],
  [{ orderId: { $ne: '' }, orderNumber: 'CT-7K3M9Q' }, 'The order must be text.'],
  [{ orderId: 'x', orderNumber: 'x', status: 'paid' }, `${unknown} status here. Please leave it out.`],
])('refuses the confirmation %j: %s', (input, message) => {
  expect(problem(confirmPaymentSchema, input)).toBe(message);
});

const errorMessage = 'Card declined.';
const halfTyped = { customerName: '', customerEmail: 'half an addr', paymentIntentId: null };
test.each([
  [{}, 'The error message is missing.'],
  [{ errorMessage: 'x'.repeat(501) }, 'The error message can be up to 500 characters long.'],
  [{ errorMessage, paymentIntentId: 'x'.repeat(101) }, 'The payment can be up to 100 characters long.'],
  [{ errorMessage }, null],
  [{ errorMessage, ...halfTyped }, null],
])('checks the failure report %j: %j', (input, message) => {
  expect(problem(paymentFailureSchema, input)).toBe(message);
});

test('a test mail takes an address and nothing else', () => {
  const email = 'a@x.com';
  expect(problem(testEmailSchema, { email })).toBeNull();
  expect(problem(testEmailSchema, { email, subject: 'Buy' })).toContain(`${unknown} subject`);
});
