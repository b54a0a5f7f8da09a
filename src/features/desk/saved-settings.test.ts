import { expect, test } from 'vitest';
import { anApiError, listenTo } from '../../lib/store-testing.ts';
import { setUpDesk } from './desk-testing.ts';
import { createSavedSettings } from './saved-settings.ts';

test('saves only changed settings, and changes nothing when saving fails', async () => {
  let kept = { refunds: true, disputes: true };
  let isRefused = false;
  const { desk, toasts } = setUpDesk({});
  const form = createSavedSettings(desk, {
    key: 'settings/mails',
    read: async () => kept,
    async change(changed: Partial<typeof kept>) {
      if (isRefused) throw anApiError(500, 'internal_error', '');
      kept = { ...kept, ...changed };
      return kept;
    },
    successText: ({ refunds }) => (refunds ? 'On.' : 'Off.'),
  });
  await listenTo(form.settings.$state);
  kept = { refunds: true, disputes: false };
  expect(await form.save({ refunds: false })).toBe(true);
  expect(form.settings.$state.get().data).toEqual({ refunds: false, disputes: false });
  isRefused = true;
  expect(await form.save({ refunds: true })).toBe(false);
  expect(form.settings.$state.get().data?.refunds).toBe(false);
  expect(toasts.shown).toMatchObject([
    { title: 'Settings Updated', description: 'Off.' },
    { title: 'Update Failed', description: 'Failed to update the settings' },
  ]);
});
