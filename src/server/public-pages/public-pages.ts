import type { Bodies } from '../site/assets.ts';
import type { PublicWords } from '../site/listener.ts';

/** The public pages; those that most visitors open first come first. */
export const publicPages = [
  '/',
  '/thank-you',
  '/404',
  '/sample',
  '/faq',
  '/terms',
  '/privacy',
  '/refunds',
  '/my-orders',
  '/withdraw',
  '/admin/login',
  '/admin/forgot-password',
  '/admin/new-password',
  '/stripe-test',
  '/email-test',
  // In the colour of the business.
  '/drawings/wheel.svg',
  '/drawings/star.svg',
  '/drawings/hermit.svg',
  '/drawings/chariot.svg',
  '/robots.txt',
  '/sitemap.xml',
] as const;
export type PublicPage = (typeof publicPages)[number];

/** A page that was rendered. */
export interface MadePage extends Bodies {
  page: PublicPage;
}

/** A page that could not be rendered, and why. */
export interface PageProblem {
  page: PublicPage;
  problem: string;
}

export interface RenderJob {
  words: PublicWords;
  /** The pages that are there: what is still the same need not be told. */
  etags: Partial<Record<PublicPage, string>>;
}

/** Renders the public pages and tells each as soon as it is done. @throws when it cannot even begin */
export type RenderPages = (
  job: RenderJob,
  tell: (news: MadePage | PageProblem) => void,
  stop: AbortSignal,
) => Promise<void>;

/** @returns the addresses of a page: `/thank-you` is also there as `/thank-you/` */
export function addressesOf(page: PublicPage): string[] {
  return page === '/' || page === '/404' || page.includes('.') ? [page] : [page, `${page}/`];
}

/** @returns the locals with which a public page is rendered */
export function localsForAll(words: PublicWords): App.Locals {
  return {
    ...words,
    user: null,
    businessTimeZone: '',
    asRunHere: (command) => command,
    mailAccount: null,
    readOrder: () => null,
    readReturnedForm: () => null,
    readWithdrawal: () => null,
    readReceipt: () => null,
    readSetUp: () => null,
    readEvidence: () => null,
    isReadersOrder: () => false,
  };
}
