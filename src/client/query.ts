import { nanoquery } from '@nanostores/query';

/**
 * The data client (docs/product.md §9): what was fetched stays fresh until a
 * mutation invalidates it; no refetching on focus or in intervals, no retries.
 */
export const [createFetcherStore, , { invalidateKeys, revalidateKeys }] = nanoquery({
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateInterval: 0,
  onErrorRetry: null,
  dedupeTime: Number.POSITIVE_INFINITY,
  cacheLifetime: Number.POSITIVE_INFINITY,
});
