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
    publicUrl: 'https://cards.example',
    bio: 'One.',
    faq: '## One?\nYes.',
    terms: 'Our terms.',
    privacy: '',
    refunds: '',
  },
  versions: { identity: 0, bio: 0, faq: 0, terms: 4, privacy: 0, refunds: 0 },
};

async function setUp(calls: Partial<BusinessCalls> = {}) {
  const { desk, toasts } = aDeskBase({});
  const changeText = vi.fn(async () => state);
  const changeIdentity = vi.fn(async () => state);
  const restore = vi.fn(async () => state);
  const read = vi.fn(async () => state);
  const all = { read, history: async () => [], changeText, changeIdentity, restore, ...calls };
  const create = () => createBusinessDesk({ ...desk, calls: all });
  const business = create();
  business.$editor.listen(() => {});
  await settle();
  return { business, create, toasts, changeText, changeIdentity, restore, read };
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
  expect(toasts.shown[0]).toMatchObject({ title: 'Pages Updated' });
  expect(again.$editor.get()?.isChanged).toBe(false);
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
  ['identity', { contactEmail: '' }, { contactEmail: 'The contact address is missing.' }],
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
  const { business, restore, toasts } = await setUp();
  business.open('terms');
  expect(await business.restore(2)).toBe(true);
  expect(restore).toHaveBeenCalledWith('terms', { to: 2, version: 4 });
  expect(toasts.shown[0]).toMatchObject({ title: 'Version Restored' });
});
