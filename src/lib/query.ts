import { nanoquery } from '@nanostores/query';
import { createFetching, pageVisible, type QueryClient } from './fetched.ts';

/** The page's data client (docs/product.md §9): no refetching on focus or in intervals, no retries. */
const [createFetcherStore, , { invalidateKeys, revalidateKeys }] = nanoquery({
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateInterval: 0,
  onErrorRetry: null,
  dedupeTime: Number.POSITIVE_INFINITY,
  cacheLifetime: Number.POSITIVE_INFINITY,
});

export const pageQuery: QueryClient = { createFetcherStore, invalidateKeys, revalidateKeys };

/** Creates stores of the page's data, fetched only while it is visible; see `createFetching`. */
export const createBrowserFetching = () => createFetching({ query: pageQuery, whenVisible: pageVisible });
