import { decodePercent } from '../../shared/text.ts';
import type { Config } from '../config/config.ts';
import type { SignedIn } from '../context/context.ts';

export const testPages = ['/stripe-test', '/email-test'] as const;
export type TestPage = (typeof testPages)[number];

/**
 * In development Astro's router decides which page a path leads to, not our own table: it reads encoded letters, dots
 * and slashes, and knows a page by its file as well.
 */
export function testPageAt(path: string): TestPage | undefined {
  const plain = decodePercent(new URL(`http://localhost${path}`).pathname) ?? '';
  const page = plain.replace(/\/+/g, '/').replace(/(?:\/index)?(?:\.html)?\/?$/, '');
  return testPages.find((testPage) => testPage === page);
}

/** An open mail sender or card tester must not face the public (docs/product.md §2). */
export function areTestPagesOpen(config: Config, page: TestPage, user: SignedIn | null): boolean {
  if (user?.role === 'admin') return true;
  if (config.testPages === 'off') return false;
  if (config.testPages === 'public') return page === '/email-test' || config.stripe.mode !== 'live';
  return config.stripe.mode === 'sandbox' || (page === '/stripe-test' && config.stripe.mode === 'test');
}
