import { atom, computed, type ReadableAtom } from 'nanostores';
import type { ReaderSettings } from '../../shared/readings/earlier-readings.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Fetched } from '../fetched.ts';

/** What readers get to see, as the admin sets it. */
export interface ReaderSettingsDesk {
  readonly settings: Fetched<ReaderSettings>;
  /** What was chosen, also while it is on its way; null until it is known. */
  readonly $showsEarlierReadings: ReadableAtom<boolean | null>;
  showEarlierReadings(isShown: boolean): Promise<boolean>;
}

export function createReaderSettings({ api, fetching, work, toast }: DeskBase): ReaderSettingsDesk {
  const settings = fetching.store('settings/readers', () => work.watch(api.readerSettings()));
  const $chosen = atom<boolean | null>(null);
  return {
    settings,
    $showsEarlierReadings: computed(
      [settings.$state, $chosen],
      ({ data }, chosen) => chosen ?? data?.showEarlierReadings ?? null,
    ),
    async showEarlierReadings(isShown) {
      $chosen.set(isShown);
      const isDone = await work.perform({
        subject: 'reader-settings',
        name: 'save',
        run: async () => {
          await api.changeReaderSettings({ showEarlierReadings: isShown });
          toast({
            title: 'Setting Updated',
            description: isShown ? 'Readers see earlier readings.' : 'Readers see no earlier readings.',
          });
          await settings.refresh();
        },
        failure: { title: 'Update Failed', message: 'Failed to update the setting' },
      });
      $chosen.set(null);
      return isDone;
    },
  };
}
