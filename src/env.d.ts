/// <reference types="astro/client" />

declare const __SITE__: import('./shared/site.ts').SiteIdentity;

declare namespace App {
  /** What the server hands to the pages it renders. */
  interface Locals {
    user: import('./shared/staff.ts').SignedInUser | null;
  }
}
