import { expect, test } from 'vitest';
import { fakeStorage } from '../../lib/store-testing.ts';
import { createRecentOrders } from './admin-desk.ts';

const opened = (id: string) => ({ id, label: `CT-${id}` });

test('remembers the last six orders, newest first and without duplicates', () => {
  const storage = fakeStorage();
  const open = (username = 'boss') => createRecentOrders({ storage, username });
  const recent = open();
  for (const id of ['1', '2', '3', '1', '4', '5', '6', '7']) recent.note(opened(id));
  const listed = open().list();
  expect(listed.map(({ id }) => id)).toEqual(['7', '6', '5', '4', '1', '3']);
  expect(open('omar').list()).toEqual([]);
});

test.each(['', 'no JSON'])('ignores %j stored on the device', (stored) => {
  const storage = fakeStorage();
  storage.setItem('recent/boss', stored);
  expect(createRecentOrders({ storage, username: 'boss' }).list()).toEqual([]);
});
