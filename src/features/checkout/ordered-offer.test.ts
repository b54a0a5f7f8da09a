import { expect, test } from 'vitest';
import { anApiError, flushPromises } from '../../lib/store-testing.ts';
import type { OrderedOffer } from '../../shared/checkout/offer.ts';
import { defaultMoneyStyle } from '../../shared/money.ts';
import { fakePaymentForm, openCheckout, readyCheckout } from './checkout-testing.ts';

const threeCards: OrderedOffer = {
  ...defaultMoneyStyle,
  ...{ slug: 'three-cards', name: 'Three cards', priceMinor: 3_000, days: 3, isFull: false },
  standardQuestions: false,
  questions: [
    { id: 'born', kind: 'date', label: 'When were you born?', help: '', required: true },
    { id: 'years', kind: 'number', label: 'Years in this job', help: '', required: false },
  ],
  addOns: [
    { id: 'rush', name: 'Rush', priceMinor: 2_000, days: 1 },
    { id: 'more', name: 'One more question', priceMinor: 1_000, asks: 'Your other question' },
  ],
};

const refusal = (status: number, code: string, fields: Record<string, string>) =>
  anApiError(status, code, 'A sentence.', { fields });

/** A checkout whose form was filled in as the offer asks. */
async function answered(offer = threeCards) {
  const opened = await readyCheckout(offer);
  opened.checkout.form.change('answer-born', '1990-05-31');
  opened.page.quoted = [30];
  return opened;
}

test('sends answers, add-ons, and the sum shown on the button', async () => {
  const { checkout, page } = await answered();
  checkout.form.change('add-on-more', 'on');
  checkout.form.change('answer-more', 'And my sister?');
  page.submitted = { ...page.submitted, amount: 40 };
  page.after = 'secret';
  await checkout.submit(fakePaymentForm().payment);
  expect(page.submits).toMatchObject([
    {
      offer: 'three-cards',
      readingType: 'other',
      answers: { born: '1990-05-31', more: 'And my sister?' },
      addOns: ['more'],
      ...{ shownAmount: 40, after: 'secret', promisedDay: '2026-11-25' },
    },
  ]);
  expect(page.paths).toHaveLength(1);
  expect(page.stored.getItem('checkout-page')).toBe('/readings/three-cards');
});

test('reports a missing answer at its question until it is given', async () => {
  const { checkout, page } = await readyCheckout(threeCards);
  await checkout.submit(fakePaymentForm().payment);
  expect(checkout.form.$errors.get()).toEqual({ 'answer-born': 'Please answer: When were you born?' });
  expect(page.submits).toEqual([]);
  checkout.form.change('answer-born', '1990-05-31');
  expect(checkout.form.$errors.get()).toEqual({});
});

test('updates the sum and the terms at once for add-ons, and the day for rush', async () => {
  const { checkout, page } = await answered();
  page.quotedDay = '2026-11-23';
  checkout.form.change('add-on-more', 'on');
  expect([checkout.form.$price.get(), page.asked]).toEqual([40, []]);
  checkout.form.change('add-on-rush', 'on');
  expect([checkout.form.$price.get(), page.days]).toEqual([60, 1]);
  await flushPromises();
  expect(page.asked).toEqual([{ offer: 'three-cards', addOns: ['rush', 'more'] }]);
  expect(page.day).toBe('2026-11-23');
  page.quotedDay = '2026-11-25';
  checkout.form.change('add-on-rush', '');
  expect([checkout.form.$price.get(), page.days]).toEqual([40, 3]);
  await flushPromises();
  expect(page.day).toBe('2026-11-25');
});

test('asks for a card in a free offer only for paid add-ons', async () => {
  const { checkout } = await answered({ ...threeCards, priceMinor: 0 });
  for (const [choice, payment, price] of [
    ['', 'free', 0],
    ['on', 'ready', 10],
    ['', 'free', 0],
  ] as const) {
    checkout.form.change('add-on-more', choice);
    await flushPromises();
    expect([checkout.form.$provider.get().name, checkout.form.$price.get()]).toEqual([payment, price]);
  }
});

test('shows a card form for an add-on chosen while settings load', async () => {
  const { checkout } = openCheckout({ ...threeCards, priceMinor: 0 });
  const starting = checkout.form.start();
  checkout.form.change('add-on-more', 'on');
  await starting;
  expect(checkout.form.$provider.get().name).toBe('ready');
});

test('shows the new sum and sends it with the next press', async () => {
  const { checkout, calls, page, noticeText } = await answered();
  checkout.form.change('add-on-more', 'on');
  checkout.form.change('answer-more', 'And my sister?');
  const { submit } = calls;
  calls.submit = () => Promise.reject(anApiError(409, 'price_conflict', ''));
  page.quoted = [35, 12];
  await checkout.submit(fakePaymentForm().payment);
  expect(noticeText()).toMatch(/^The price is now \$47\. You haven’t been charged\./);
  expect(checkout.form.$offer.get()).toMatchObject({
    priceMinor: 3_500,
    addOns: [{}, { priceMinor: 1_200 }],
  });
  calls.submit = submit;
  page.submitted = { ...page.submitted, amount: 47 };
  await checkout.submit(fakePaymentForm().payment);
  expect(page.submits).toMatchObject([{ shownAmount: 47 }]);
  expect(page.paths).toHaveLength(1);
});

test('says that an offer is gone and keeps what was typed', async () => {
  const { checkout, calls, page, noticeText } = await answered();
  calls.submit = () => Promise.reject(anApiError(409, 'price_conflict', ''));
  calls.quote = () => Promise.reject(refusal(400, 'invalid_request', { offer: 'It isn’t offered anymore.' }));
  await checkout.submit(fakePaymentForm().payment);
  expect(noticeText()).toBe('It isn’t offered anymore.');
  expect(page).toMatchObject({ toasts: ['Form Error: It isn’t offered anymore.'], reports: [] });
  expect(checkout.form.$fields.get()['answer-born']).toBe('1990-05-31');
});

test('shows the server’s errors at their fields', async () => {
  const { checkout, calls, page } = await answered();
  calls.submit = () =>
    Promise.reject(refusal(400, 'invalid_request', { born: 'Please enter a date.', customerEmail: 'No.' }));
  await checkout.submit(fakePaymentForm().payment);
  expect(checkout.form.$errors.get()).toEqual({
    'answer-born': 'Please enter a date.',
    customerEmail: 'No.',
  });
  expect(page.toasts).toEqual(['Form Error: Please fill out all required fields correctly.']);
});

test('asks for a reload when the owner has added a question', async () => {
  const { checkout, calls, noticeText } = await answered();
  calls.submit = () => Promise.reject(refusal(400, 'invalid_request', { added: 'Please answer: Your sign' }));
  await checkout.submit(fakePaymentForm().payment);
  expect(noticeText()).toMatch(/^The questions for this reading have changed\. Please reload the page\./);
  expect(checkout.form.$errors.get()).toEqual({});
});

test('refuses rush when fully booked, and accepts the order without it', async () => {
  const { checkout, calls, page, noticeText } = await answered();
  const full = refusal(409, 'rush_conflict', { addOns: 'We’re fully booked.' });
  calls.quote = () => Promise.reject(full);
  checkout.form.change('add-on-rush', 'on');
  await flushPromises();
  expect(checkout.form.$errors.get(), 'before anything is sent').toEqual({ addOns: 'We’re fully booked.' });
  calls.submit = () => Promise.reject(full);
  await checkout.submit(fakePaymentForm().payment);
  expect([noticeText(), page.toasts]).toEqual(['A sentence.', ['Not available right now: A sentence.']]);
  checkout.form.change('add-on-rush', '');
  expect(checkout.form.$errors.get()).toEqual({});
});
