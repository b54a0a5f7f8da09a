import { expect, test } from 'vitest';
import { aDeskBase } from '../desk/desk-testing.ts';
import { anApiError, settle } from '../store-testing.ts';
import { createReaderSettings } from './reader-settings.ts';

test('what readers see is as it was set, also while it is on its way', async () => {
  let showEarlierReadings = true;
  const { desk, toasts } = aDeskBase({
    readerSettings: async () => ({ showEarlierReadings }),
    changeReaderSettings: async (next) => {
      ({ showEarlierReadings } = next);
      return next;
    },
  });
  const settings = createReaderSettings(desk);
  const seen: (boolean | null)[] = [];
  const stop = settings.$showsEarlierReadings.subscribe((shows) => seen.push(shows));
  await settle();
  expect(await settings.showEarlierReadings(false)).toBe(true);
  expect(seen).toEqual([null, true, false]);
  expect(toasts.shown).toMatchObject([{ title: 'Setting Updated' }]);
  stop();
});

test('what could not be set is shown as it was', async () => {
  const { desk, toasts } = aDeskBase({
    readerSettings: async () => ({ showEarlierReadings: true }),
    changeReaderSettings: () => Promise.reject(anApiError(500, 'internal_error', '')),
  });
  const settings = createReaderSettings(desk);
  const stop = settings.$showsEarlierReadings.listen(() => {});
  await settle();
  expect(await settings.showEarlierReadings(false)).toBe(false);
  expect(settings.$showsEarlierReadings.get()).toBe(true);
  expect(toasts.shown).toMatchObject([{ title: 'Update Failed' }]);
  stop();
});
