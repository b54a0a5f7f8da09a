import type { PageLoaders } from '../base/http/pages.ts';

export const checkoutPages = {
  '/stripe-test': () => null,
} satisfies PageLoaders;
