import { expect, test } from 'vitest';
import { writeKept } from '../../lib/kept-text.ts';
import { fakeStorage } from '../../lib/store-testing.ts';
import { draftKeys, forgetDraft, formPage, keepSecret, readDraft } from './draft.ts';

test('a bought form is read, then forgotten by tab and device', () => {
  const [tab, device, other] = [fakeStorage(), fakeStorage(), fakeStorage()];
  const { id, copy, drafts } = draftKeys('/readings/three-cards');
  tab.setItem(id, 'd1');
  tab.setItem(copy, 'typed');
  writeKept(device, `${drafts}d1`, 'typed on', 0);
  const page = '/readings/three-cards';
  expect([device, other].map((storage) => readDraft(page, tab, storage))).toEqual(['typed on', 'typed']);
  expect(readDraft('', tab, device), 'of the home page').toBeNull();
  forgetDraft(page, tab, device);
  expect([device.length, tab.getItem(copy), readDraft(page, tab, device)]).toEqual([0, null, null]);
});

test('the page of a form is its path, and empty for the home page', () => {
  expect(formPage({ pathname: '/' })).toBe('');
  expect(formPage({ pathname: '/readings/three-cards/' })).toBe('/readings/three-cards');
});

test('the secret of a delivered order is kept for the page that it has opened', () => {
  const tab = fakeStorage();
  expect(keepSecret('/readings/again', tab, '')).toBeNull();
  expect(keepSecret('/readings/again', tab, '#after=s3cret')).toBe('s3cret');
  expect(keepSecret('/readings/again', tab, '#order-title')).toBe('s3cret');
  expect(keepSecret('/readings/other', tab, '')).toBeNull();
});
