import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openAdmin } from '../../../tests/kit/components/desk.tsx';
import { emptyShop } from '../../../tests/kit/components/empty-shop.ts';
import { expectNoFlaws } from '../../../tests/kit/components/flaws.ts';
import { expectDone, expectRefused } from '../../../tests/kit/components/toasts.ts';
import { anApiError } from '../../lib/store-testing.ts';
import { $toast } from '../../lib/toasts.ts';
import { type OfferAnswer, presentOffer, standardOffer } from '../../shared/offers/offer-types.ts';
import type { StaffApi } from '../desk/staff-api.ts';

const standard = presentOffer(standardOffer);
const threeCards: OfferAnswer = {
  ...standard,
  ...{ id: 'three', slug: 'three-cards', name: 'Three cards', price: 35, days: 5, words: 300, version: 4 },
  summary: 'Three cards on one question, for those who want to hear something soon.',
  standardQuestions: false,
  questions: [
    {
      ...{ id: 'q1', kind: 'choice', label: 'What is it about?', help: 'The closest one is enough.' },
      ...{ required: true, choices: ['My job', 'A new job', 'My own business'] },
    },
    { id: 'q2', kind: 'date', label: 'When were you born?', help: '', required: false },
  ],
  addOns: [
    { id: 'a1', name: 'Within a day', price: 20, days: 1 },
    { id: 'a2', name: 'One more question', price: 15, asks: 'Your second question' },
  ],
};
const followUp: OfferAnswer = {
  ...threeCards,
  ...{ id: 'follow', slug: 'follow-up', name: 'Follow-up', visibility: 'hidden', returningOnly: true },
};

/** Opens the offers of a shop that keeps what is saved. */
async function openOffers(
  calls: Partial<StaffApi> = {},
  edit = '',
  listed = [standard, threeCards, followUp],
) {
  const shop: Partial<StaffApi> = {
    offers: async () => ({ offers: [...listed] }),
    async createOffer(sent) {
      const created = { ...standard, ...sent, id: `o${listed.length}`, version: 1 } as OfferAnswer;
      listed.push(created);
      return created;
    },
    async changeOffer(id, sent) {
      const place = listed.findIndex((offer) => offer.id === id);
      expect(sent.version).toBe(listed[place]?.version);
      const changed = { ...listed[place], ...sent, version: sent.version + 1 } as OfferAnswer;
      listed[place] = changed;
      return changed;
    },
    async reorderOffers(ids) {
      listed.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
      return { offers: [...listed] };
    },
    ...calls,
  };
  const search = `?tab=settings&section=offers${edit && `&edit=${edit}`}`;
  const { addressBar } = await openAdmin(shop, { search });
  return { addressBar, listed };
}

const rows = page.getByRole('region', { name: 'Your offers' }).getByRole('listitem');
const link = (name: string) => page.getByRole('link', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const form = page.getByRole('form');
const field = (name: string) => form.getByRole('textbox', { name });
const preview = page.getByRole('region', { name: 'Preview' });

test('moves an offer by keyboard, keeps the focus, and announces its place', async () => {
  const { listed } = await openOffers();
  await expect.element(rows.nth(1)).toMatchTextContent('Three cards Shown $35.00 · 1-5 business days');
  const up = button('Move up: Three cards');
  up.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(rows.first()).toMatchTextContent('Three cards');
  await expect.element(up).toHaveFocus();
  await expect.element(page.getByText('Three cards is now number 1 of 3.')).toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  button('Move down: Three cards').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(rows.nth(1)).toMatchTextContent('Three cards');
  await expect.element(button('Move down: Three cards')).toHaveFocus();
  expect(listed.map(({ id }) => id)).toEqual(['standard', 'three', 'follow']);
  await expectNoFlaws();
});

test('creates an offer with an address from its name and a preview', async () => {
  const { addressBar, listed } = await openOffers();
  await link('New offer').click();
  await expect.element(page.getByRole('heading', { name: 'New offer' })).toHaveFocus();
  await field('Name').fill('Birth Chart & Cards');
  await expect.element(field('Web address')).toHaveValue('birth-chart-cards');
  await field('Web address').fill('birth');
  await field('Name').fill('Birth chart');
  await expect.element(field('Web address')).toHaveValue('birth');
  await field('Price ($)').fill('80');
  await button('Add question').click();
  await expect.element(field('Question')).toHaveFocus();
  await field('Question').fill('Where were you born?');
  await form.getByLabelText('Answer type').selectOptions('One of several choices');
  await field('Choices').fill('Lisbon\nPorto');
  await expect.element(preview).toMatchTextContent('$80.00 · 1-3 business days · 500-1000 words');
  await expect.element(preview.getByRole('radio', { name: 'Porto' })).toBeVisible();
  await button('Save').click();
  await expectDone('Offer Created', 'Birth chart is saved.');
  await expect.element(link('New offer')).toHaveFocus();
  expect(addressBar.read()).toBe('?tab=settings&section=offers');
  expect(listed.at(-1)).toMatchObject({
    ...{ slug: 'birth', price: 80, visibility: 'shown' },
    questions: [{ kind: 'choice', label: 'Where were you born?', choices: ['Lisbon', 'Porto'] }],
  });
});

test('shows errors at their fields, also after rows were moved', async () => {
  await openOffers({}, 'three');
  const days = field('Business days');
  await days.fill('31');
  await button('Move down: Question 1').click();
  await expect.element(button('Move down: Question 2')).toHaveFocus();
  await button('Add add-on').click();
  await button('Save').click();
  await expect.element(days).toHaveFocus();
  await expect.element(form.getByText(/must be a whole number from 1 to 30\.$/)).toBeVisible();
  await expect.element(form.getByText('The name of the add-on is missing.')).toBeVisible();
  await expectNoFlaws();
});

test('keeps typed text when the server refuses it or the list opens', async () => {
  const taken = 'Another offer has this address. Please choose a different one.';
  const refusal = anApiError(400, 'invalid_request', taken, { fields: { slug: taken } });
  await openOffers({ changeOffer: () => Promise.reject(refusal) }, 'three');
  await button('Move down: Question 1').click();
  await field('Web address').fill('personal-reading');
  await button('Save').click();
  await expectRefused('Update Failed', taken);
  await expect.element(field('Web address')).toHaveFocus();
  await expect.element(field('Web address')).toHaveAccessibleDescription(expect.stringContaining(taken));
  await link('All offers').click();
  await expect.element(link('Edit: Three cards')).toHaveFocus();
  await link('Edit: Three cards').click();
  await expect.element(field('Web address')).toHaveValue('personal-reading');
  await expect.element(field('Question').first()).toHaveValue('When were you born?');
});

test('shows a newer version on a conflict and overwrites it on request', async () => {
  const listed = [standard, threeCards];
  const sent: unknown[] = [];
  await openOffers(
    {
      async changeOffer(_, change) {
        sent.push(change);
        if (change.version === 4) {
          listed[1] = { ...threeCards, name: 'Their name', summary: 'Theirs.', version: 5 };
          throw anApiError(409, 'offer_conflict', 'This offer was changed in the meantime.');
        }
        return threeCards;
      },
    },
    'three',
    listed,
  );
  await field('Name').fill('My name');
  await button('Save').click();
  await expect.element(form.getByRole('alert')).toMatchTextContent('changed in the meantime');
  await expect.element(field('Name')).toHaveValue('My name');
  await expect.element(field('Summary (optional)')).toHaveValue('Theirs.');
  await button('Show the new version').click();
  await expect.element(field('Name')).toHaveValue('Their name');
  await expect.element(field('Name')).toBeDisabled();
  $toast.set(null);
  await expectNoFlaws();
  await button('Show what I typed').click();
  await expect.element(field('Name')).toHaveValue('My name');
  await button('Save mine anyway').click();
  await expect.element(link('New offer')).toBeVisible();
  expect(sent).toEqual([
    { name: 'My name', version: 4 },
    { name: 'My name', version: 5 },
  ]);
});

test('duplicates an offer as hidden and restores an archived one with Undo', async () => {
  const { listed } = await openOffers();
  await link('Duplicate: Three cards').click();
  await expect.element(field('Name')).toHaveValue('Copy of Three cards');
  await button('Save').click();
  await expect.element(rows.nth(3)).toMatchTextContent('Copy of Three cards Hidden, by link only');
  const ofItsOwn = expect.not.objectContaining({ id: expect.anything() });
  expect(listed[3]).toMatchObject({
    ...{ slug: 'copy-of-three-cards', visibility: 'hidden', price: 35 },
    ...{ questions: [ofItsOwn, ofItsOwn], addOns: [ofItsOwn, ofItsOwn] },
  });
  await button('Archive: Copy of Three cards').click();
  await expect.element(rows.nth(3)).toMatchTextContent('Archived');
  await expect.element(rows.nth(3)).toHaveFocus();
  await button('Undo').click();
  await expect.element(rows.nth(3)).toMatchTextContent('Hidden, by link only');
});

test('names the offer that the price belongs to if several exist', async () => {
  const offers = [standard, threeCards];
  await openAdmin(
    { settings: async () => ({ ...(await emptyShop.settings()), offers }) },
    { search: '?tab=settings' },
  );
  await expect
    .element(page.getByRole('form', { name: 'Reading Price' }))
    .toMatchTextContent('This is the price of your first offer, Personal written reading.');
});

test('previews a chosen picture and sample before they are saved', async () => {
  const sent: unknown[] = [];
  const saved = { ...threeCards, picture: '/pictures/a.webp', version: 5 };
  const listed = [standard, threeCards];
  await openOffers(
    {
      async changeOfferPicture(id, picture, version) {
        sent.push([id, picture.name, version]);
        listed[1] = saved;
        return saved;
      },
    },
    'three',
    listed,
  );
  await field('Sample reading (optional)').fill('## When?\n\n- The Moon: Now\n\nDear Ann,\n\nSoon.');
  await preview.getByText('Sample reading').click();
  await expect.element(preview.getByText('The Moon: Now')).toBeVisible();
  const picture = page.getByRole('region', { name: 'Picture' });
  await picture.getByLabelText('Picture (optional)').upload(new File(['?'], 'cards.png'));
  await expect.poll(() => picture.element().querySelector('img')?.getAttribute('src')).toMatch(/^data:/);
  await button('Save picture').click();
  await expectDone('Offer Updated', 'Three cards is saved.');
  expect(sent).toEqual([['three', 'cards.png', 4]]);
  await expect.element(button('Remove the picture')).toBeVisible();
  await expect.element(field('Sample reading (optional)')).toHaveValue(expect.stringContaining('When?'));
});
