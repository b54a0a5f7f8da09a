import { expect, test } from 'vitest';
import { aDeskBase } from '../desk/desk-testing.ts';
import { anApiError, lookAt } from '../store-testing.ts';
import { createSwitches } from './switches.ts';

test('switches are saved together and read again; a refusal leaves them as they were', async () => {
  let kept = { refunds: true, disputes: true };
  let isRefused = false;
  const { desk, toasts } = aDeskBase({});
  const switches = createSwitches(desk, {
    key: 'mails',
    read: async () => kept,
    async change(all: typeof kept) {
      if (isRefused) throw anApiError(500, 'internal_error', '');
      kept = all;
    },
    said: ({ refunds }) => (refunds ? 'On.' : 'Off.'),
  });
  await lookAt(switches.settings.$state);
  expect(await switches.save({ refunds: false, disputes: true })).toBe(true);
  expect(switches.settings.$state.get().data).toEqual({ refunds: false, disputes: true });
  isRefused = true;
  expect(await switches.save({ refunds: true, disputes: true })).toBe(false);
  expect(switches.settings.$state.get().data?.refunds).toBe(false);
  expect(toasts.shown).toMatchObject([
    { title: 'Settings Updated', description: 'Off.' },
    { title: 'Update Failed', description: 'Failed to update the settings' },
  ]);
});
