import { expect, test, vi } from 'vitest';
import { anApiError, flushPromises, listenTo } from '../../lib/store-testing.ts';
import { createOfferSchema } from '../../shared/offers/offer-schema.ts';
import { type OfferAnswer, presentOffer, standardOffer } from '../../shared/offers/offer-types.ts';
import { setUpDesk } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { blankFields, type OfferFields, offerFields, priceProblems, toSent } from './offer-form.ts';
import { createOfferDesk, type EditedOffer, findEdited } from './offer-store.ts';

const standard = presentOffer(standardOffer);
const threeCards: OfferAnswer = {
  ...standard,
  ...{ id: 'three', slug: 'three-cards', name: 'Three cards', price: 35, version: 4 },
  questions: [
    { id: 'q1', kind: 'choice', label: 'Which?', help: '', required: true, choices: ['Job', 'Path'] },
  ],
  addOns: [{ id: 'a1', name: 'Rush', price: 20, days: 1 }],
};

async function setUp(calls: Partial<StaffApi> = {}, listed = [standard, threeCards]) {
  const { desk, toasts, addressBar } = setUpDesk(
    { offers: async () => ({ offers: listed }), ...calls },
    { search: '?tab=settings&section=offers&edit=three' },
  );
  const offers = createOfferDesk(desk);
  await listenTo(offers.offers.$state);
  const edited = (edit = 'three') => findEdited(edit, offers.offers.$state.get().data ?? []) as EditedOffer;
  return { offers, edited, toasts, addressBar };
}

test('sends a stored offer back unchanged', () => {
  const { id: _, version: __, picture: ___, ...sent } = threeCards;
  expect(toSent(offerFields(threeCards))).toEqual({
    ...sent,
    addOns: [{ ...threeCards.addOns[0], asks: '' }],
  });
});

test('copies an offer as a new hidden one without ids', async () => {
  const { edited } = await setUp();
  const { offer, stored } = edited('copy-three');
  expect(offer).toBeNull();
  expect(stored).toMatchObject({ name: 'Copy of Three cards', slug: 'copy-of-three-cards' });
  const sent = toSent(stored);
  expect(sent).toMatchObject({ visibility: 'hidden', price: 35 });
  expect([...(sent.questions ?? []), ...(sent.addOns ?? [])].filter((row) => 'id' in row)).toEqual([]);
});

const question = {
  id: 'q1',
  kind: 'choice',
  label: 'Which?',
  help: '',
  required: true,
  choices: '',
} as const;

test.each<[Partial<OfferFields>, Record<string, unknown>]>([
  [{ name: ' ' }, { name: 'The name is missing.' }],
  [{ price: '' }, { price: expect.stringContaining('Please enter a valid price') }],
  [{ price: '0.2' }, { price: expect.stringContaining('at least 0.50') }],
  [{ days: '31' }, { days: 'The business days must be a whole number from 1 to 30.' }],
  [{ questions: [{ ...question, label: '' }] }, { 'questions.0.label': 'The question is missing.' }],
  [{ questions: [{ ...question, choices: 'Job\n\n' }] }, { 'questions.0.choices': 'Give 2 to 20 choices.' }],
])('does not send a new offer with %j', (typed, problems) => {
  const sent = toSent({ ...blankFields, name: 'Three cards', slug: 'three', price: '35', ...typed });
  const issues = createOfferSchema.safeParse(sent).error?.issues ?? [];
  const ofPrices = Object.entries(priceProblems(sent)).filter(([, problem]) => problem);
  const found = [...ofPrices, ...issues.map(({ path, message }) => [path.join('.'), message])];
  expect(Object.fromEntries(found)).toEqual(problems);
});

test('creates an offer, clears its draft, and closes the editor', async () => {
  const createOffer = vi.fn(async () => threeCards);
  const { offers, edited, toasts, addressBar } = await setUp({ createOffer });
  const fields = { ...blankFields, name: 'Three cards', slug: 'three-cards', price: '35' };
  offers.draftOf('new').write({ name: 'Three cards' });
  expect(await offers.save(edited('new'), toSent(fields), vi.fn())).toBe(true);
  expect(createOffer).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ price: 35 }));
  expect(offers.draftOf('new').$fields.get()).toBeNull();
  expect(addressBar.read()).toBe('?tab=settings&section=offers');
  expect(toasts.shown[0]).toMatchObject({ title: 'Offer Created' });
});

test('reports the server’s errors at their fields and keeps the draft', async () => {
  const fields = { slug: 'Another offer has this address.' };
  const { offers, edited } = await setUp({
    changeOffer: () => Promise.reject(anApiError(400, 'invalid_request', fields.slug, { fields })),
  });
  const refuse = vi.fn();
  offers.draftOf('three').write({ slug: 'personal-reading', version: 4 });
  expect(await offers.save(edited(), { slug: 'personal-reading' }, refuse)).toBe(false);
  expect(refuse).toHaveBeenCalledWith(fields);
  expect(offers.draftOf('three').$fields.get()?.slug).toBe('personal-reading');
});

test('keeps the draft on a conflict and overwrites only on request', async () => {
  const listed = [standard, threeCards];
  const changeOffer = vi.fn<StaffApi['changeOffer']>(async () => threeCards);
  changeOffer.mockRejectedValueOnce(anApiError(409, 'offer_conflict', 'This offer was changed.'));
  const { offers, edited, toasts } = await setUp({ changeOffer }, listed);
  offers.draftOf('three').write({ name: 'Mine', version: 4 });
  listed[1] = { ...threeCards, name: 'Theirs', version: 5 };
  const save = () => offers.save(edited(), { name: 'Mine' }, vi.fn());
  expect(await save()).toBe(false);
  await flushPromises();
  expect(toasts.shown[0]?.description).toBe('This offer was changed.');
  expect(edited().offer).toMatchObject({ name: 'Theirs' });
  expect(offers.draftOf('three').$fields.get()).toEqual({ name: 'Mine', version: 4 });
  offers.takeNewest(edited());
  expect(await save()).toBe(true);
  expect(changeOffer.mock.calls.map(([, { version }]) => version)).toEqual([4, 5]);
});

test('restores an archived offer with Undo', async () => {
  const listed = [standard, threeCards];
  const changeOffer = vi.fn<StaffApi['changeOffer']>(async (_, { visibility = 'shown', version }) => {
    const changed = { ...threeCards, visibility, version: version + 1 };
    listed[1] = changed;
    return changed;
  });
  const { offers, toasts } = await setUp({ changeOffer }, listed);
  expect(await offers.archive(threeCards)).toBe(true);
  toasts.shown[0]?.action?.run();
  await flushPromises();
  expect(changeOffer.mock.calls.map(([, change]) => change)).toEqual([
    { visibility: 'archived', version: 4 },
    { visibility: 'shown', version: 5 },
  ]);
});

test('sends the order of all offers when one is moved', async () => {
  const reorderOffers = vi.fn(async () => ({ offers: [threeCards, standard] }));
  const { offers } = await setUp({ reorderOffers });
  expect(await offers.move(threeCards, 0)).toBe(true);
  expect(reorderOffers).toHaveBeenCalledWith(['three', 'standard']);
});
