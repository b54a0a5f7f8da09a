interface Part {
  title: string;
  /** What the section is for. */
  line: string;
  /** Its settings, as on screen, separated by commas: the search finds each. */
  settings: string;
}

export const settingsParts = {
  identity: {
    title: 'Name, contact and color',
    line: 'How customers see the business on pages, emails and card statements.',
    settings: 'Business name, Contact address, Legal name, Postal address, On card statements, Colors, Logo',
  },
  texts: {
    title: 'Page text',
    line: 'The home page’s words, the sample, the questions and answers, and the legal pages.',
    settings:
      'Headline, Tagline, What you get, Sample reading, About the reader, Frequently asked questions (FAQ), Terms, Privacy page, Refunds page',
  },
  offers: {
    title: 'Offers',
    line: 'What you sell, in the order customers see it.',
    settings:
      'Readings for sale, Offer visibility, Offer picture, Order form questions, Add-ons, Rush delivery',
  },
  codes: {
    title: 'Codes',
    line: 'Promotion codes for a discount on an order.',
    settings: 'Promotion codes, Discounts and coupons',
  },
  money: {
    title: 'Currency and tax',
    line: 'Your currency, tax on receipts and monthly receipts.',
    settings: 'Currency, Number format, CSV files, Tax on receipts, Tax number, Monthly receipts',
  },
  delivery: {
    title: 'Days and queue',
    line: 'When delivery is promised, and how many open orders you take.',
    settings: 'Open order limit',
  },
  closed: {
    title: 'Closed days',
    line: 'Public holidays and the days you’re closed.',
    settings: 'Public holidays, Country and region, Closed days',
  },
  aftercare: {
    title: 'After the order',
    line: 'Withdrawals and what customers say about their readings.',
    settings: 'Withdrawal from the contract, Feedback email, Customer feedback on the site',
  },
  mail: {
    title: 'Email',
    line: 'Which emails are sent when something happens.',
    settings: 'Refund email, Dispute email, Late reading notices, Reading as a PDF',
  },
  people: {
    title: 'Accounts',
    line: 'The people who work for you.',
    settings: 'Add a person, Readers and admins, Days away, A reader’s open order limit',
  },
  readers: {
    title: 'What readers see',
    line: 'Earlier readings for the same customer.',
    settings: 'Earlier readings',
  },
  payment: {
    title: 'Payments',
    line: 'How customers pay.',
    settings: 'Apple Pay and Google Pay, Stripe',
  },
  health: {
    title: 'Backups and health',
    line: 'Copies of the database and a check of everything the shop depends on.',
    settings: 'Backups, Health check (doctor)',
  },
  privacy: {
    title: 'Privacy',
    line: 'How long data is kept; export or erase one customer’s data.',
    settings: 'One person’s data: export or erase, How long data is kept (retention)',
  },
  history: {
    title: 'History',
    line: 'Who changed what and when.',
    settings: 'Change history (audit log)',
  },
} satisfies Record<string, Part>;
export type SettingsPart = keyof typeof settingsParts;

export const settingsGroups: [name: string, parts: SettingsPart[]][] = [
  ['Shop', ['identity', 'texts', 'offers', 'codes', 'money']],
  ['Delivery', ['delivery', 'closed', 'aftercare', 'mail']],
  ['People', ['people', 'readers']],
  ['System', ['payment', 'health', 'privacy', 'history']],
];

/** Names of parts in earlier versions, for bookmarks. */
const earlierNames: Record<string, SettingsPart> = { service: 'health', tax: 'money' };

/** Returns the part with a name from an address, also by its earlier name. */
export function findPart(name: string | undefined): SettingsPart | undefined {
  if (name === undefined) return undefined;
  return Object.hasOwn(settingsParts, name) ? (name as SettingsPart) : earlierNames[name];
}
