/// <reference types="astro/client" />

declare const __SITE__: import('./shared/site.ts').SiteIdentity;

declare namespace App {
  /** What the server hands to the pages it renders. */
  interface Locals {
    user: import('./shared/people/staff.ts').SignedInUser | null;
    /** As the service is configured now; the static pages say what it was when they were built. */
    site: import('./shared/site.ts').SiteIdentity;
    /** Finds the order behind the link in a customer's mail; null for a wrong or expired one. */
    readOrder: (token: string) => import('./shared/orders/customer-order.ts').CustomerOrder | null;
    /** For admins: what a bank is shown of an order; null for one that does not exist or was not paid. */
    findEvidence: (orderId: string) => import('./shared/orders/evidence.ts').Evidence | null;
  }
}

declare namespace Astro {
  interface ClientDirectives {
    'client:painted'?: boolean;
    'client:arrival'?: boolean;
  }
}
