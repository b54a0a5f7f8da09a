import { atom } from 'nanostores';
import type { Fetching } from '../fetched.ts';
import type { showToast } from '../toasts.ts';
import { createBusinessDays } from './business-days.ts';
import { attempt, createDrafts } from './draft.ts';
import type { StaffApi } from './staff-api.ts';
import { type AddressBar, createUrlState } from './url-state.ts';
import { createWork } from './work.ts';

export interface DeskDependencies {
  username: string;
  timeZone: string;
  api: StaffApi;
  fetching: Fetching;
  storage: Storage | null;
  addressBar: AddressBar;
  toast: typeof showToast;
  /** Milliseconds since 1970 */
  now: () => number;
}

export type DeskBase = ReturnType<typeof createDeskBase>;

export function createDeskBase(dependencies: DeskDependencies) {
  const { fetching } = dependencies;
  const work = createWork(dependencies);
  return {
    ...dependencies,
    url: createUrlState(dependencies.addressBar),
    work,
    /** @returns the store of a part of each order, such as its `mails` */
    ofOrders:
      <T>(part: string, load: (orderId: string) => Promise<T>) =>
      (orderId: string) =>
        fetching.store(`orders/${orderId}/${part}`, () => work.watch(load(orderId))),
    drafts: createDrafts(dependencies),
    days: createBusinessDays(dependencies.timeZone),
    $isAccountOpen: atom(false),
    shortcuts: createShortcutSetting(dependencies),
  };
}

/** Whether single keys are on: a user of this device who dictates, or hits keys by accident, turns them off (WCAG 2.1.4). */
function createShortcutSetting({ storage, username }: Pick<DeskDependencies, 'storage' | 'username'>) {
  const key = `shortcuts/${encodeURIComponent(username)}`;
  const $isOn = atom(true);
  attempt(() => $isOn.set(storage?.getItem(key) !== 'off'));
  return {
    $isOn,
    $isListOpen: atom(false),
    set(isOn: boolean) {
      $isOn.set(isOn);
      attempt(() => (isOn ? storage?.removeItem(key) : storage?.setItem(key, 'off')));
    },
  };
}
