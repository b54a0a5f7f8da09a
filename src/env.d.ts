/// <reference types="astro/client" />

interface Window {
  /** Loads the page again if a file of it is gone; says whether it does. */
  reloadIfMissing?: (file: string) => Promise<boolean>;
}

declare namespace App {
  /** What the server hands to the pages it renders. */
  interface Locals {
    user: import('./shared/people/staff.ts').SignedInUser | null;
    /** The time zone whose days the desks say; empty on the pages for everybody, which are no desks. */
    businessTimeZone: string;
    /** Says a command of the product, `npm run doctor`, as the user who started the service runs it. */
    formatCommands: (command: string) => string;
    /** Who the business is now. */
    site: import('./shared/shop/business.ts').Business;
    /** What a visitor can order now. */
    offer: import('./shared/checkout/offer.ts').Offer;
    /** Those who write now, as customers know them. */
    readers: import('./shared/people/profiles.ts').ReaderProfile[];
    /** What the pages say of the time after an order: whether one can withdraw, and what customers wrote. */
    aftercare: { hasWithdrawal: boolean; quotes: import('./shared/aftercare/feedback.ts').CustomerQuote[] };
    /** Finds a form that was not taken within the last hour; null for a wrong or old key. */
    readFlashedForm: (
      page: import('./shared/aftercare/flashed-form.ts').FlashedFormPage,
      key: string,
    ) => import('./shared/aftercare/flashed-form.ts').FlashedForm | null;
    /** Finds a withdrawal that was stated within the last hour; null for a wrong or old one. */
    readWithdrawal: (
      key: string,
    ) => ReturnType<typeof import('./server/order-page/request-withdrawal.ts').readWithdrawal>;
    /** Sender and mail server, on the email test page of an admin; null for others, and where none is configured. */
    mailAccount: { sender: string; server: string } | null;
    /** Whether the sandbox stands in for the provider, and whether Apple Pay and Google Pay are offered. */
    payment: { isSandbox: boolean; wallets: boolean };
    /** Finds the order behind the link in a customer's mail; null for a wrong or expired one. */
    readOrder: (token: string) => import('./server/order-page/customer-order.ts').CustomerOrder | null;
    /** Finds the receipt of the order behind such a link; null where there is none. */
    readReceipt: (
      token: string,
    ) => ReturnType<typeof import('./server/order-page/read-receipt.ts').readReceipt>;
    /** What the browser that ordered is told on the thank-you page; null for any other. */
    readThanks: (
      orderNumber: string,
    ) => ReturnType<typeof import('./server/order-page/read-thanks.ts').readThanks>;
    /** What the page of the first start shows the visitor; null for a key that opens nothing. */
    readSetUp: (key: string) => import('./shared/shop/set-up.ts').SetUpPage | null;
    /** For admins: what a bank is shown of an order; null for one that does not exist or was not paid. */
    readEvidence: (orderId: string) => { orderNumber: string; html: string } | null;
    /** Whether the signed-in user has an order of this number on their list as its reader. */
    isReadersOrder: (orderNumber: string) => boolean;
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
