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
  /** Takes what a change was answered with, instead of fetching it; what is on its way is older and comes first. */
  put(data: T): Promise<void>;
}

/** The parts of the data client (query.ts) that are needed here. */
export interface QueryClient {
  createFetcherStore: typeof createFetcherStore;
  /** Forgets what was fetched. */
  invalidateKeys: typeof invalidateKeys;
  revalidateKeys: typeof revalidateKeys;
}

/**
 * What was fetched, by key. A key is a path: `orders/o1/mails` is a part of `orders/o1`, and that of `orders`.
 * What is about `orders` is old when any order has changed, what is about `orders/o1` when that one has.
 */
export interface Fetching {
  /**
   * @param about what it is about, when its key does not say it
   * @returns the one store of a key
   */
  store<T>(key: string, load: () => Promise<T>, about?: string): Fetched<T>;
  /** Has something with a state of its own fetched again like a store that is about the same; told what has changed. */
  follow(about: string, refresh: (changed: string[]) => Promise<void>): void;
  /** Fetches again what is about these, about a part of them, or about all of their kind. */
  changed(...keys: string[]): Promise<void>;
  /** Forgets what was fetched of it, so that it is not shown before it has been fetched again. */
  forget(key: string): void;
}

/** @returns stores that are fetched once, and again after a change */
export function createFetching(dependencies: {
  query: QueryClient;
  /** Resolves at once, or when the page is looked at again. */
  whenVisible: () => Promise<void>;
}): Fetching {
  const { query, whenVisible } = dependencies;
  const known = new Map<string, Fetched<unknown>>();
  const followers: { about: string; refresh: (changed: string[]) => Promise<void> }[] = [];

  return {
    store<T>(key: string, load: () => Promise<T>, about = key) {
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
        async put(data) {
          await store.value?.promise?.catch(() => {});
          store.mutate(data);
        },
      };
      known.set(key, fetched as Fetched<unknown>);
      followers.push({ about, refresh: fetched.refresh });
      return fetched;
    },
    follow: (about, refresh) => void followers.push({ about, refresh }),
    async changed(...keys) {
      const old = followers.filter(({ about }) =>
        keys.some((key) => isWithin(about, key) || isWithin(key, about)),
      );
      // What is about several of them is fetched once.
      const refreshes = new Set(old.map(({ refresh }) => refresh));
      await Promise.all([...refreshes].map((refresh) => refresh(keys)));
    },
    forget: (key) => query.invalidateKeys((candidate) => isWithin(candidate, key)),
  };
}

function isWithin(part: string, whole: string): boolean {
  return part === whole || part.startsWith(`${whole}/`);
}

/** @returns a promise for the moment the page is visible */
export function pageVisible(): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
  });
}
