import { createFetching, type Fetching, pageVisible } from './fetched.ts';
import { createFetcherStore, invalidateKeys, revalidateKeys } from './query.ts';

/** @returns stores on the page's own data client: what one part of the page fetched, the others have too */
export function browserFetching(): Fetching {
  return createFetching({
    query: { createFetcherStore, invalidateKeys, revalidateKeys },
    whenVisible: pageVisible,
  });
}
