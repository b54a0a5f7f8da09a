import { deliveredPage, orderPage, receiptPage, withdrawPage } from './order-pages.ts';
import { newPasswordLink } from './reset-link.ts';

/** A page to look at, and the audits that say nothing there. */
export interface AuditedPage {
  /** Its path; a pattern, where each visitor has one of their own. */
  path: string;
  skip: string[];
  /** Where it opens as a visitor comes to it, when that is more than the path. Takes where the product is. */
  open?: (url: string) => Promise<string>;
}

// "is-crawlable" wants every page in search engines. All but those of the sitemap keep themselves out of them on
// purpose, so that audit fails where they do what they should; the rest of SEO counts.
const skip = ['is-crawlable'];

/** Every page that a visitor who has not signed in can see. */
export const auditedPages: AuditedPage[] = [
  { path: '/', skip: [] },
  { path: '/sample', skip: [] },
  { path: '/faq', skip: [] },
  { path: '/terms', skip: [] },
  { path: '/privacy', skip: [] },
  { path: '/refunds', skip: [] },
  { path: '/thank-you?order=CT-7K3M9Q', skip },
  { path: '/my-orders', skip },
  // As they are opened from the mails.
  { path: '/order/[link]', skip, open: orderPage },
  { path: '/order/[link]#delivered', skip, open: deliveredPage },
  { path: '/order/[link]/receipt', skip, open: receiptPage },
  { path: '/admin/login', skip },
  { path: '/admin/forgot-password', skip },
  // As it is opened from the mail.
  { path: '/admin/new-password', skip, open: newPasswordLink },
  { path: '/email-test', skip },
  { path: '/stripe-test', skip },
  // The page for what is not there has to answer 404, of which Chromium complains on its console.
  { path: '/no/such/page', skip: [...skip, 'http-status-code', 'errors-in-console'] },
  // The last: it makes the shop one that sells into the EU.
  { path: '/withdraw', skip, open: withdrawPage },
];
