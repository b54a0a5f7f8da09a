import { atom, type WritableAtom } from 'nanostores';
import { createFetching, type Fetching, type QueryClient } from '../fetched.ts';
import type { showToast } from '../toasts.ts';
import { type BusinessDays, createBusinessDays } from './business-days.ts';
import { createDrafts, type Drafts } from './draft.ts';
import type { StaffApi } from './staff-api.ts';
import { type AddressBar, createUrlState, type UrlState } from './url-state.ts';
import { createWork, type Work } from './work.ts';

/** What a dashboard is built from; tests hand in their own. */
export interface DeskDependencies {
  username: string;
  /** The business's. */
  timeZone: string;
  api: StaffApi;
  query: QueryClient;
  storage: Storage | null;
  addressBar: AddressBar;
  toast: typeof showToast;
  /** Milliseconds since 1970 */
  now: () => number;
  whenVisible: () => Promise<void>;
}

/** What every store of a dashboard gets. */
export interface DeskBase {
  readonly api: StaffApi;
  readonly url: UrlState;
  readonly work: Work;
  readonly drafts: Drafts;
  readonly fetching: Fetching;
  readonly days: BusinessDays;
  readonly toast: typeof showToast;
  /** Whether the dialog with the user's own account is open. */
  readonly $isAccountOpen: WritableAtom<boolean>;
  /** Milliseconds since 1970 */
  readonly now: () => number;
}

export function createDeskBase(dependencies: DeskDependencies): DeskBase {
  const { api, query, storage, addressBar, toast, now, username, timeZone, whenVisible } = dependencies;
  return {
    api,
    url: createUrlState(addressBar),
    work: createWork({ toast }),
    drafts: createDrafts({ storage, username, now }),
    fetching: createFetching({ query, whenVisible }),
    days: createBusinessDays(timeZone),
    toast,
    $isAccountOpen: atom(false),
    now,
  };
}
