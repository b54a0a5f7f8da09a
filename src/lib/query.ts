import { nanoquery } from '@nanostores/query';
import { createFetching, pageVisible } from './fetched.ts';

/** The page's data client (docs/product.md §9): no refetching on focus or in intervals, no retries. */
export const [createFetcherStore, , { invalidateKeys, revalidateKeys }] = nanoquery({
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateInterval: 0,
  onErrorRetry: null,
  dedupeTime: Number.POSITIVE_INFINITY,
  cacheLifetime: Number.POSITIVE_INFINITY,
});

export function browserFetching() {
  return createFetching({
    query: { createFetcherStore, invalidateKeys, revalidateKeys },
    whenVisible: pageVisible,
  });
}
