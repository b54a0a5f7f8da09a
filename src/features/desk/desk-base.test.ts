import { expect, test } from 'vitest';
import { quietStorage } from '../../lib/page-storage.ts';
import { fakeStorage } from '../../lib/store-testing.ts';
import { setUpDesk } from './desk-testing.ts';

test('remembers per user and device that shortcuts are off', () => {
  const storage = fakeStorage();
  const open = (username: string) => setUpDesk({}, { storage, username }).desk.shortcuts;
  expect(open('ana').$isOn.get()).toBe(true);
  open('ana').set(false);
  expect([open('ana').$isOn.get(), open('bea').$isOn.get()]).toEqual([false, true]);
  open('ana').set(true);
  expect(open('ana').$isOn.get()).toBe(true);
});

test('keeps the setting until the page closes without browser storage', () => {
  const storage = quietStorage(() => {
    throw new Error('forbidden');
  });
  const { shortcuts } = setUpDesk({}, { storage }).desk;
  shortcuts.set(false);
  expect(shortcuts.$isOn.get()).toBe(false);
});
