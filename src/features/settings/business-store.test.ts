import { expect, test, vi } from 'vitest';
import { anApiError, flushPromises, listenTo } from '../../lib/store-testing.ts';
import { setUpDesk } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { businessFields, createBusinessDesk, schemaOf, toBusinessChange } from './business-store.ts';
import { aBusinessState as state } from './business-testing.ts';

async function setUp(calls: Partial<StaffApi> = {}) {
  const changeText = vi.fn(async () => state);
  const server = { business: async () => state, businessHistory: async () => [], changeText, ...calls };
  const { desk, toasts } = setUpDesk(server);
  const business = createBusinessDesk(desk);
  await listenTo(business.state.$state);
  /** Types the terms and publishes them. */
  const publish = (text: string) => {
    const draft = business.draftOf('terms');
    const version = String(business.state.$state.get().data?.versions.terms);
    draft.write({ version, ...draft.$fields.get(), text });
    return business.save('terms', { text });
  };
  return { business, publish, toasts, changeText };
}

const withTerms = (version: number, terms = 'Our terms.') => ({
  ...state,
  business: { ...state.business, terms },
  versions: { ...state.versions, terms: version },
});

test.each([
  ['identity', { contactEmail: '' }, { contactEmail: 'The contact address is missing.' }],
  ['colours', { accentHue: '1e2' }, { accentHue: expect.stringContaining('0 to 359') }],
  ['faq', { text: 'Words.' }, { text: 'Begin with a question: a line that starts with ##.' }],
] as const)('does not send %s with %o', (part, changes, errors) => {
  const change = toBusinessChange(part, { ...businessFields(state, part), ...changes });
  const issues = schemaOf(part).safeParse(change).error?.issues ?? [];
  expect(Object.fromEntries(issues.map(({ path, message }) => [path[0], message]))).toEqual(errors);
});

test('keeps the typed text on a conflict and publishes on another press', async () => {
  const conflict = anApiError(409, 'business_conflict', 'Another admin has changed this.');
  const changeText = vi.fn(async () => state).mockRejectedValueOnce(conflict);
  const { business, publish, toasts } = await setUp({
    changeText,
    business: async () => (changeText.mock.calls.length > 0 ? withTerms(5) : state),
  });
  expect(await publish('Mine.')).toBe(false);
  await flushPromises();
  expect(toasts.shown[0]?.description).toBe('Another admin has changed this.');
  expect(business.draftOf('terms').$fields.get()?.text).toBe('Mine.');
  expect(await publish('Mine.')).toBe(true);
  expect(changeText).toHaveBeenLastCalledWith('terms', { text: 'Mine.', version: 5 });
});

test.each([
  ['210', 210],
  ['', null],
])('sends the hue %j as %j', (accentHue, sent) => {
  const change = toBusinessChange('colours', { ...businessFields(state, 'colours'), accentHue });
  expect(change).toEqual({ accentHue: sent });
});

test('undoes the last save, and only once', async () => {
  const restoreBusiness = vi.fn(async () => state);
  const { business, publish } = await setUp({ changeText: async () => withTerms(7), restoreBusiness });
  await publish('New terms.');
  expect(await business.undo()).toBe(true);
  expect(restoreBusiness).toHaveBeenCalledWith('terms', { to: 4, version: 7 });
  expect(await business.undo()).toBe(false);
});

test('restores an earlier version and can save before the refetch ends', async () => {
  const restoreBusiness = vi.fn(async () => withTerms(5, 'The earlier terms.'));
  const { business, publish, changeText } = await setUp({
    // Answered before something was restored, and not after.
    business: () => (restoreBusiness.mock.calls.length ? new Promise(() => {}) : Promise.resolve(state)),
    restoreBusiness,
  });
  expect(await business.restore('terms', 2)).toBe(true);
  expect(restoreBusiness).toHaveBeenCalledWith('terms', { to: 2, version: 4 });
  expect(business.$publication.get()).toMatchObject({ part: 'terms', undo: { to: 4, version: 5 } });
  expect(business.state.$state.get().data?.business.terms).toBe('The earlier terms.');
  expect(await publish('New terms.')).toBe(true);
  expect(changeText).toHaveBeenCalledWith('terms', { text: 'New terms.', version: 5 });
});
