import type { Config } from '../config/config.ts';
import type { SignedIn } from '../context.ts';

export const testPages = ['/stripe-test', '/email-test'] as const;
type TestPage = (typeof testPages)[number];

export function testPageAt(path: string): TestPage | undefined {
  return testPages.find((page) => path === page || path === `${page}/`);
}

/** Returns whether a user may see a test page: admins may, others by TEST_PAGES and Stripe's mode (docs/product.md). */
export function isTestPageOpen(config: Config, page: TestPage, user: SignedIn | null): boolean {
  if (user?.role === 'admin') return true;
  if (config.testPages === 'off') return false;
  if (config.testPages === 'public') return page === '/email-test' || config.stripe.mode !== 'live';
  return config.stripe.mode === 'sandbox' || (page === '/stripe-test' && config.stripe.mode === 'test');
}
