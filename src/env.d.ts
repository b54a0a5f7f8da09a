/// <reference types="astro/client" />

declare const __SITE__: import('./shared/site.ts').SiteIdentity;

declare namespace App {
  /** What the server hands to the pages it renders. */
  interface Locals {
    user: import('./shared/staff.ts').SignedInUser | null;
    /** Finds the order behind the link in a customer's mail; null for a wrong or expired one. */
    readOrder: (token: string) => import('./shared/customer-order.ts').CustomerOrder | null;
  }
}

declare namespace Astro {
  interface ClientDirectives {
    'client:painted'?: boolean;
    'client:arrival'?: boolean;
  }
}
