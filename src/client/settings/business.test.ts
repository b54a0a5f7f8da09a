import { expect, test, vi } from 'vitest';
import type { BusinessState } from '../../shared/business.ts';
import { aDeskBase } from '../desk/desk-testing.ts';
import { anApiError, settle } from '../store-testing.ts';
import { type BusinessCalls, createBusinessDesk } from './business.ts';

const state: BusinessState = {
  business: {
    siteName: 'Career Tarot',
    contactEmail: 'hello@cards.example',
    legalName: '',
    postalAddress: '',
    billingDescriptor: 'CARDS',
    accentHue: null,
    publicUrl: 'https://cards.example',
    bio: 'One.',
    faq: '## One?\nYes.',
    terms: 'Our terms.',
    privacy: '',
    refunds: '',
  },
  versions: { identity: 0, colours: 2, bio: 0, faq: 0, terms: 4, privacy: 0, refunds: 0 },
  isBioSample: true,
  isOnPages: true,
};

async function setUp(calls: Partial<BusinessCalls> = {}, pause: () => Promise<void> = async () => {}) {
  const { desk, toasts } = aDeskBase({});
  const changeText = vi.fn(async () => state);
  const changeIdentity = vi.fn(async () => state);
  const changeColours = vi.fn(async () => state);
  const restore = vi.fn(async () => state);
  const read = vi.fn(async () => state);
  const all = { read, history: async () => [], changeText, changeIdentity, changeColours, restore, ...calls };
  const create = () => createBusinessDesk({ ...desk, calls: all, pause });
  const business = create();
  business.$editor.listen(() => {});
  await settle();
  return { business, create, toasts, changeText, changeIdentity, changeColours, restore, read };
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
  expect(again.$publication.get()).toMatchObject({ part: 'terms', undo: { to: 4 } });
  expect(toasts.shown).toEqual([]);
  expect(again.$editor.get()?.isChanged).toBe(false);
});

test('a text that is still the sample is called so while it is written, and no other is', async () => {
  const { business } = await setUp();
  business.open('bio');
  expect(business.$editor.get()).toMatchObject({ isSample: true, fields: { text: 'One.' } });
  business.open('terms');
  expect(business.$editor.get()?.isSample).toBe(false);
});

test('what was typed can be thrown away', async () => {
  const { business } = await setUp();
  business.open('bio');
  business.write({ text: 'Two.' });
  business.discard();
  expect(business.$editor.get()).toMatchObject({ isChanged: false, fields: { text: 'One.' } });
});

test.each([
  ['identity', { siteName: ' ' }, { siteName: 'The name is missing.' }],
  [
    'identity',
    { billingDescriptor: 'TAR*T' },
    { billingDescriptor: expect.stringContaining('must be 5 to 18 characters') },
  ],
  ['identity', { contactEmail: '' }, { contactEmail: 'The contact address is missing.' }],
  [
    'identity',
    { contactEmail: 'hello.cards.example' },
    { contactEmail: 'The contact address doesn’t look right. It should look like name@example.com.' },
  ],
  ['colours', { accentHue: '1e2' }, { accentHue: expect.stringContaining('0 to 359') }],
  ['colours', { accentHue: '360' }, { accentHue: expect.stringContaining('0 to 359') }],
  ['bio', { text: ' ' }, { text: 'The text is missing.' }],
  ['faq', { text: 'Words.' }, { text: 'Begin with a question: a line that starts with ##.' }],
] as const)('%s with %o is not sent', async (part, changes, errors) => {
  const { business, changeText, changeIdentity } = await setUp();
  business.open(part);
  business.write(changes);
  expect(await business.save()).toBe(false);
  expect(business.$editor.get()?.errors).toEqual(errors);
  expect(changeText).not.toHaveBeenCalled();
  expect(changeIdentity).not.toHaveBeenCalled();
});

test('who was slower keeps their words, and publishes them only when they press once more', async () => {
  const conflict = anApiError(409, 'business_conflict', 'Somebody has changed this meanwhile.');
  let isTold = false;
  const changeText = vi.fn(async () => {
    if (isTold) return state;
    isTold = true;
    throw conflict;
  });
  const newer = { ...state, versions: { ...state.versions, terms: 5 } };
  const read = vi.fn(async () => (isTold ? newer : state));
  const { business, toasts } = await setUp({ changeText, read });
  business.open('terms');
  business.write({ text: 'Mine.' });
  expect(await business.save()).toBe(false);
  await settle();
  expect(toasts.shown[0]?.description).toBe('Somebody has changed this meanwhile.');
  expect(business.$editor.get()?.fields.text).toBe('Mine.');
  expect(await business.save()).toBe(true);
  expect(changeText).toHaveBeenLastCalledWith('terms', { text: 'Mine.', version: 5 });
});

test('an earlier version counts again in place of the one that was on the screen', async () => {
  const { business, restore } = await setUp();
  business.open('terms');
  expect(await business.restore(2)).toBe(true);
  expect(restore).toHaveBeenCalledWith('terms', { to: 2, version: 4 });
  expect(business.$publication.get()).toMatchObject({ part: 'terms', undo: { to: 4 } });
});

test('a hue is sent as a number, and the plum as none', async () => {
  const { business, changeColours } = await setUp();
  business.open('colours');
  for (const [accentHue, sent] of [
    ['210', 210],
    ['', null],
  ] as const) {
    business.write({ accentHue });
    expect(await business.save()).toBe(true);
    expect(changeColours).toHaveBeenLastCalledWith({ accentHue: sent, version: 2 });
  }
});

test('what was just saved is taken back by a press', async () => {
  const saved = { ...state, versions: { ...state.versions, terms: 7 } };
  const { business, restore } = await setUp({ changeText: async () => saved });
  business.open('terms');
  business.write({ text: 'New terms.' });
  await business.save();
  expect(business.$publication.get()?.undo).toEqual({ to: 4, version: 7 });
  expect(await business.undo()).toBe(true);
  expect(restore).toHaveBeenCalledWith('terms', { to: 4, version: 7 });
  expect(business.$publication.get()?.undo).toBeNull();
  expect(await business.undo()).toBe(false);
});

test('a change is told of once the next one can be saved, and nothing that is fetched is waited for', async () => {
  let isRestored = false;
  const fetchedAnew = <T>(known: T) => (isRestored ? new Promise<T>(() => {}) : Promise.resolve(known));
  const terms = 'The terms of before.';
  const { business, changeText } = await setUp({
    read: () => fetchedAnew(state),
    history: () => fetchedAnew([]),
    async restore() {
      isRestored = true;
      return { ...state, business: { ...state.business, terms }, versions: { ...state.versions, terms: 5 } };
    },
  });
  business.historyOf('terms').$state.listen(() => {});
  business.open('terms');
  const restored = business.restore(2);
  expect(business.$publication.get()).toBeNull();
  expect(await restored).toBe(true);
  expect(business.$publication.get()).toMatchObject({ part: 'terms', undo: { to: 4, version: 5 } });
  expect(business.$editor.get()?.fields.text).toBe(terms);
  business.write({ text: 'New terms.' });
  expect(await business.save()).toBe(true);
  expect(changeText).toHaveBeenCalledWith('terms', { text: 'New terms.', version: 5 });
});

test('what a part was is fetched again once it was changed', async () => {
  const history = vi.fn(async () => []);
  const { business } = await setUp({ history });
  business.historyOf('terms').$state.listen(() => {});
  business.open('terms');
  await business.restore(2);
  await settle();
  expect(history).toHaveBeenCalledTimes(2);
});

test('it is said when the pages say it, and not before', async () => {
  const server = { isOnPages: false };
  const read = async () => ({ ...state, ...server });
  const looks: (() => void)[] = [];
  const pause = () => new Promise<void>((resolve) => looks.push(resolve));
  const { business } = await setUp({ changeText: async () => ({ ...state, isOnPages: false }), read }, pause);
  const look = async () => {
    looks.shift()?.();
    await settle();
  };
  business.open('terms');
  business.write({ text: 'New terms.' });
  expect(business.$publication.get()).toBeNull();
  await business.save();
  expect(business.$publication.get()?.pages).toBe('coming');
  await look();
  expect(business.$publication.get()?.pages).toBe('coming');
  server.isOnPages = true;
  await look();
  expect(business.$publication.get()?.pages).toBe('there');

  server.isOnPages = false;
  business.write({ text: 'Newer terms.' });
  await business.save();
  for (let second = 0; second <= 31; second += 1) await look();
  expect(business.$publication.get()?.pages).toBe('late');
});
