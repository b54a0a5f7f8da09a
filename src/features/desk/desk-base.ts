import { atom } from 'nanostores';
import type { Fetching } from '../../lib/fetched.ts';
import { createDrafts } from '../../lib/kept-text.ts';
import type { DeviceStorage } from '../../lib/page-storage.ts';
import type { showToast } from '../../lib/toasts.ts';
import { type AddressBar, createUrlState } from '../../lib/url-state.ts';
import type { Role } from '../../shared/people/signed-in-user.ts';
import { createDateFormats } from './date-formats.ts';
import type { Session } from './session.ts';
import type { StaffApi } from './staff-api.ts';
import { createTaskRunner } from './task-runner.ts';

export interface DeskDependencies {
  username: string;
  role: Role;
  timeZone: string;
  session: Session;
  api: StaffApi;
  fetching: Fetching;
  storage: DeviceStorage;
  addressBar: AddressBar;
  toast: typeof showToast;
  /** Milliseconds since 1970 */
  now: () => number;
}

/** The parts and stores that all features of a desk share. */
export interface DeskBase extends ReturnType<typeof createParts> {
  /** Returns the store made by `create`: one per desk, made on first use. */
  storeOf<Store>(create: (desk: DeskBase) => Store): Store;
}

/** Creates the parts that all features of a desk share. Fetches nothing. */
export function createDeskBase(dependencies: DeskDependencies): DeskBase {
  const stores = new Map<unknown, unknown>();
  const desk: DeskBase = {
    ...createParts(dependencies),
    storeOf<Store>(create: (desk: DeskBase) => Store): Store {
      if (!stores.has(create)) stores.set(create, create(desk));
      return stores.get(create) as Store;
    },
  };
  return desk;
}

function createParts(dependencies: DeskDependencies) {
  const { fetching } = dependencies;
  const work = createTaskRunner(dependencies);
  /** Creates a store that also detects the end of the session. */
  const store = <T>(key: string, load: () => Promise<T>, about?: string) =>
    fetching.store(key, () => work.watch(load()), about);
  return {
    ...dependencies,
    fetching: { ...fetching, store },
    /** Returns the stores of one part of each order, such as its `mails` */
    ofOrders:
      <T>(part: string, load: (orderId: string) => Promise<T>) =>
      (orderId: string) =>
        store(`orders/${orderId}/${part}`, () => load(orderId)),
    url: createUrlState(dependencies.addressBar),
    /** All offers in the shop's order, archived ones too. */
    offers: store('offers', async () => (await dependencies.api.offers()).offers),
    work,
    drafts: createDrafts(dependencies),
    days: createDateFormats(dependencies.timeZone, dependencies.now),
    $isAccountOpen: atom(false),
    shortcuts: createShortcutSetting(dependencies),
  };
}

/** Creates the setting for single keys, which people who dictate turn off (WCAG 2.1.4). */
function createShortcutSetting({ storage, username }: Pick<DeskDependencies, 'storage' | 'username'>) {
  const key = `shortcuts/${encodeURIComponent(username)}`;
  const $isOn = atom(storage.getItem(key) !== 'off');
  return {
    $isOn,
    $isListOpen: atom(false),
    set(isOn: boolean) {
      $isOn.set(isOn);
      if (isOn) storage.removeItem(key);
      else storage.setItem(key, 'off');
    },
  };
}
