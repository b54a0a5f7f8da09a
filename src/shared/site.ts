/** Who runs the business, as its pages and mails say it. */
export interface SiteIdentity {
  siteName: string;
  contactEmail: string;
  /** How charges appear on a card statement. */
  billingDescriptor: string;
  /** Who reads the cards: the paragraphs of About the Reader. */
  readerBio: string[];
  /** The origin customers see, without a slash at the end. */
  publicUrl: string;
}
