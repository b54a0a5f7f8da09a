/// <reference types="astro/client" />

interface Window {
  /** Loads the page again if a file of it is gone; says whether it does. */
  reloadIfMissing?: (file: string) => Promise<boolean>;
}

declare namespace App {
  /** What the server hands to the pages it renders. */
  interface Locals {
    user: import('./shared/people/staff.ts').SignedInUser | null;
    /** The business as customers know it. */
    site: import('./shared/shop/business-schema.ts').Business;
    /** The first offer that is presented to everybody. */
    offer: import('./shared/checkout/offer.ts').OfferOnSale;
    /** All that can be ordered now, in the shop's order; those that are not presented, by their link. */
    offers: import('./shared/checkout/offer.ts').OfferOnSale[];
    /** What the home page says, and by id the page of each offer. */
    texts: {
      home: import('./shared/shop/business-schema.ts').PageTexts;
      offers: Record<string, import('./shared/shop/business-schema.ts').PageTexts>;
    };
    /** The current readers, as customers know them. */
    readers: import('./shared/people/profile-schema.ts').ReaderProfile[];
    /** Whether customers can withdraw online, and their published reviews. */
    aftercare: {
      hasWithdrawal: boolean;
      quotes: import('./shared/aftercare/feedback-schema.ts').CustomerQuote[];
    };
    /** Whether the sandbox stands in for the provider, whether wallets and codes can be used, and the tax in prices. */
    payment: { isSandbox: boolean; wallets: boolean; hasCodes: boolean; taxRate: string | null };
    /** Reads what the page of this path shows the visitor; `:id` of the path comes with it. */
    load: import('./server/app/visitor-pages.ts').LoadPage;
  }
}

declare namespace Astro {
  interface ClientDirectives {
    'client:painted'?: boolean;
    'client:arrival'?: import('./shared/checkout/payment.ts').PaymentOutcome;
    /** The address of the payment provider's script; null when nothing is to be paid. */
    'client:order'?: string | null;
  }
}
