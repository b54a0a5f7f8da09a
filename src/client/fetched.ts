import type { ReadableAtom } from 'nanostores';
import type { createFetcherStore, invalidateKeys, revalidateKeys } from './query.ts';

export interface FetchedState<T> {
  data?: T;
  error?: Error;
  loading: boolean;
}

/** Something the server knows, fetched once and kept until `refresh` is called. */
export interface Fetched<T> {
  readonly $state: ReadableAtom<FetchedState<T>>;
  /** Fetches it again; what is on screen stays there meanwhile. */
  refresh(): Promise<void>;
}

/** The parts of the data client (query.ts) that are needed here. */
export interface QueryClient {
  createFetcherStore: typeof createFetcherStore;
  /** Forgets what was fetched. */
  invalidateKeys: typeof invalidateKeys;
  revalidateKeys: typeof revalidateKeys;
}

export type Fetching = <T>(key: string, load: () => Promise<T>) => Fetched<T>;

/** @returns a function that makes one fetched store per key */
export function createFetching(dependencies: {
  query: Omit<QueryClient, 'invalidateKeys'>;
  /** Resolves at once, or when the page is looked at again. */
  whenVisible: () => Promise<void>;
}): Fetching {
  const { query, whenVisible } = dependencies;
  const known = new Map<string, Fetched<unknown>>();

  return <T>(key: string, load: () => Promise<T>) => {
    const existing = known.get(key);
    if (existing) return existing as Fetched<T>;
    const store = query.createFetcherStore<T>(key, { fetcher: load });
    const fetched: Fetched<T> = {
      $state: store,
      async refresh() {
        // The data client ignores a request for what is already on its way, and every request while
        // the page is hidden; an answer from before the change that made it stale would stay forever.
        await whenVisible();
        await store.value?.promise?.catch(() => {});
        query.revalidateKeys(key);
        await store.value?.promise?.catch(() => {});
      },
    };
    known.set(key, fetched as Fetched<unknown>);
    return fetched;
  };
}

/** @returns a promise for the moment the page is visible */
export function pageVisible(): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
  });
}
