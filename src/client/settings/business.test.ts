import { expect, test, vi } from 'vitest';
import { aDeskBase } from '../desk/desk-testing.ts';
import { anApiError, lookAt, settle } from '../store-testing.ts';
import { type BusinessCalls, createBusinessDesk } from './business.ts';
import { aBusinessState as state } from './business-testing.ts';

async function setUp(calls: Partial<BusinessCalls> = {}) {
  const { desk, toasts } = aDeskBase({});
  const answer = () => vi.fn(async () => state);
  const known = {
    changeText: answer(),
    changeIdentity: answer(),
    changeColours: answer(),
    restore: answer(),
  };
  const all = { ...known, read: async () => state, history: async () => [], ...calls };
  const create = () => createBusinessDesk({ ...desk, calls: all });
  const business = create();
  await lookAt(business.$editor);
  return { business, create, toasts, ...known };
}

test('what is typed is kept until it is published, also when the dialog is closed or the page is left', async () => {
  const { business, create, changeText, toasts } = await setUp();
  business.open('terms');
  expect(business.$editor.get()).toMatchObject({ isChanged: false, fields: { text: 'Our terms.' } });
  business.write({ text: 'New terms.' });
  business.close();
  expect(business.$editor.get()).toBeNull();

  const again = create();
  again.$editor.listen(() => {});
  again.open('terms');
  expect(again.$editor.get()).toMatchObject({ isChanged: true, fields: { text: 'New terms.' } });
  expect(await again.save()).toBe(true);
  expect(changeText).toHaveBeenCalledWith('terms', { text: 'New terms.', version: 4 });
  expect([toasts.shown, again.$editor.get()?.isChanged]).toEqual([[], false]);
});

test('a text that is still the sample is called so, no other is, and what was typed can be thrown away', async () => {
  const { business } = await setUp();
  business.open('bio');
  business.write({ text: 'Two.' });
  business.discard();
  expect(business.$editor.get()).toMatchObject({
    isSample: true,
    isChanged: false,
    fields: { text: 'One.' },
  });
  business.open('terms');
  expect(business.$editor.get()?.isSample).toBe(false);
});

const hue = expect.stringContaining('0 to 359');
test.each([
  ['identity', { siteName: ' ' }, { siteName: 'The name is missing.' }],
  [
    'identity',
    { billingDescriptor: 'TAR*T' },
    { billingDescriptor: expect.stringContaining('must be 5 to 18 characters') },
  ],
  ['identity', { contactEmail: '' }, { contactEmail: 'The contact address is missing.' }],
  ['colours', { accentHue: '1e2' }, { accentHue: hue }],
  ['colours', { accentHue: '360' }, { accentHue: hue }],
  ['bio', { text: ' ' }, { text: 'The text is missing.' }],
  ['faq', { text: 'Words.' }, { text: 'Begin with a question: a line that starts with ##.' }],
] as const)('%s with %o is not sent', async (part, changes, errors) => {
  const { business, changeText, changeIdentity, changeColours } = await setUp();
  business.open(part);
  business.write(changes);
  expect(await business.save()).toBe(false);
  expect(business.$editor.get()?.errors).toEqual(errors);
  for (const change of [changeText, changeIdentity, changeColours]) expect(change).not.toHaveBeenCalled();
});

test('an admin who was slower keeps the typed words, and publishes them only with another press', async () => {
  const conflict = anApiError(409, 'business_conflict', 'Another admin has changed this.');
  const changeText = vi.fn(async () => state).mockRejectedValueOnce(conflict);
  const newer = { ...state, versions: { ...state.versions, terms: 5 } };
  const { business, toasts } = await setUp({
    changeText,
    read: async () => (changeText.mock.calls.length > 0 ? newer : state),
  });
  business.open('terms');
  business.write({ text: 'Mine.' });
  expect(await business.save()).toBe(false);
  await settle();
  expect(toasts.shown[0]?.description).toBe('Another admin has changed this.');
  expect(business.$editor.get()?.fields.text).toBe('Mine.');
  expect(await business.save()).toBe(true);
  expect(changeText).toHaveBeenLastCalledWith('terms', { text: 'Mine.', version: 5 });
});

test.each([
  ['210', 210],
  ['', null],
])('the hue %j is sent as %j', async (accentHue, sent) => {
  const { business, changeColours } = await setUp();
  business.open('colours');
  business.write({ accentHue });
  expect(await business.save()).toBe(true);
  expect(changeColours).toHaveBeenCalledExactlyOnceWith({ accentHue: sent, version: 2 });
});

test('what was just saved is taken back by a press, once', async () => {
  const saved = { ...state, versions: { ...state.versions, terms: 7 } };
  const { business, restore } = await setUp({ changeText: async () => saved });
  business.open('terms');
  business.write({ text: 'New terms.' });
  await business.save();
  expect(await business.undo()).toBe(true);
  expect(restore).toHaveBeenCalledWith('terms', { to: 4, version: 7 });
  expect(await business.undo()).toBe(false);
});

test('an earlier version counts again, and the next one can be saved before anything is fetched again', async () => {
  const terms = 'The terms of before.';
  const restored = {
    ...state,
    business: { ...state.business, terms },
    versions: { ...state.versions, terms: 5 },
  };
  const restore = vi.fn(async () => restored);
  /** Answered before something was restored, and not after. */
  const slow = <T>(known: T) =>
    vi.fn(() => (restore.mock.calls.length ? new Promise<T>(() => {}) : Promise.resolve(known)));
  const history = slow([]);
  const { business, changeText } = await setUp({ read: slow(state), history, restore });
  business.historyOf('terms').$state.listen(() => {});
  business.open('terms');
  expect(await business.restore(2)).toBe(true);
  expect(restore).toHaveBeenCalledWith('terms', { to: 2, version: 4 });
  expect(business.$publication.get()).toMatchObject({ part: 'terms', undo: { to: 4, version: 5 } });
  expect(business.$editor.get()?.fields.text).toBe(terms);
  await settle();
  expect(history).toHaveBeenCalledTimes(2);
  business.write({ text: 'New terms.' });
  expect(await business.save()).toBe(true);
  expect(changeText).toHaveBeenCalledWith('terms', { text: 'New terms.', version: 5 });
});
