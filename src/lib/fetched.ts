import type { nanoquery } from '@nanostores/query';
import type { ReadableAtom } from 'nanostores';

export type FetchedState<T> = { data?: T; error?: Error; loading: boolean };

export interface Fetched<T> {
  readonly $state: ReadableAtom<FetchedState<T>>;
  /** Refetches the data and shows the old data meanwhile. */
  refresh(): Promise<void>;
  /** Stores the answer to a change instead of fetching; waits for an older answer still under way. */
  put(data: T): Promise<void>;
  /** Like `put`, computed from the data at that time. */
  update(change: (data: T) => T): Promise<void>;
}

type DataClient = ReturnType<typeof nanoquery>;
export type QueryClient = Pick<DataClient[2], 'invalidateKeys' | 'revalidateKeys'> & {
  createFetcherStore: DataClient[0];
};
export type Fetching = ReturnType<typeof createFetching>;

/** Creates stores of fetched data by key. `changed('orders/o1')` refetches `orders` and `orders/o1/mails` as well. */
export function createFetching(browser: { query: QueryClient; whenVisible: () => Promise<void> }) {
  const { query, whenVisible } = browser;
  const known = new Map<string, Fetched<unknown>>();
  const followers: { about: string; refresh: (changed: string[]) => Promise<void> }[] = [];

  return {
    /** @param about the key whose changes make it stale @returns the same store for the same key */
    store<T>(key: string, load: () => Promise<T>, about = key) {
      const existing = known.get(key);
      if (existing) return existing as Fetched<T>;
      const store = query.createFetcherStore<T>(key, { fetcher: load });
      const fetched: Fetched<T> = {
        $state: store,
        async refresh() {
          // The data client ignores a request while the page is hidden or an answer is under way.
          await whenVisible();
          await store.value?.promise?.catch(() => {});
          query.revalidateKeys(key);
          await store.value?.promise?.catch(() => {});
        },
        async put(data) {
          await store.value?.promise?.catch(() => {});
          store.mutate(data);
        },
        async update(change) {
          await store.value?.promise?.catch(() => {});
          const { data } = store.get();
          if (data !== undefined) store.mutate(change(data));
        },
      };
      known.set(key, fetched as Fetched<unknown>);
      followers.push({ about, refresh: fetched.refresh });
      return fetched;
    },
    follow: (about: string, refresh: (changed: string[]) => Promise<void>) =>
      void followers.push({ about, refresh }),
    /** Refreshes the stores with these keys, above or below them. */
    async changed(...keys: string[]) {
      const stale = followers.filter(({ about }) =>
        keys.some((key) => isWithin(about, key) || isWithin(key, about)),
      );
      const refreshes = new Set(stale.map(({ refresh }) => refresh));
      await Promise.all([...refreshes].map((refresh) => refresh(keys)));
    },
    /** Drops the data of a key and those below it, which is not shown until refetched. */
    forget: (key: string) => query.invalidateKeys((candidate) => isWithin(candidate, key)),
  };
}

function isWithin(part: string, whole: string): boolean {
  return part === whole || part.startsWith(`${whole}/`);
}

export function pageVisible(): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
  });
}
