/// <reference types="astro/client" />

interface Window {
  /** Reloads the page if one of its files no longer exists; resolves with whether it does. */
  reloadIfMissing?: (file: string) => Promise<boolean>;
}

declare namespace App {
  /** The server's data for the pages it renders. */
  interface Locals {
    user: import('./shared/people/signed-in-user.ts').SignedInUser | null;
    /** The business with its current texts. */
    site: import('./shared/shop/business-schema.ts').Business;
    /** The first offer listed for every visitor. */
    offer: import('./shared/checkout/offer.ts').OfferOnSale;
    /** All offers that can be ordered, in the shop's order; also those reached only by their link. */
    offers: import('./shared/checkout/offer.ts').OfferOnSale[];
    /** The texts of the home page, and of each offer's page by the offer's id. */
    texts: {
      home: import('./shared/shop/business-schema.ts').PageTexts;
      offers: Record<string, import('./shared/shop/business-schema.ts').PageTexts>;
    };
    /** The public profiles of all active accounts that write. */
    readers: import('./shared/people/profile-schema.ts').ReaderProfile[];
    /** Whether customers can withdraw from an order, and their published feedback. */
    aftercare: {
      hasWithdrawal: boolean;
      quotes: import('./shared/aftercare/feedback-schema.ts').CustomerQuote[];
    };
    /** Whether the sandbox stands in for the provider, whether wallets and codes can be used, and the tax in prices. */
    payment: { isSandbox: boolean; wallets: boolean; hasCodes: boolean; taxRate: string | null };
    /** Loads the data of a page that differs by visitor, by its route (`/order/:token`) and the route's parameter. */
    load: import('./server/app/visitor-pages.ts').LoadPage;
  }
}

declare namespace Astro {
  interface ClientDirectives {
    'client:painted'?: boolean;
    'client:arrival'?: import('./shared/checkout/payment.ts').PaymentOutcome;
    /** The URL of the payment provider's script; null when the order is free. */
    'client:order'?: string | null;
  }
}
