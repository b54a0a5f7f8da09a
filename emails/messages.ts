type Kind = 'line' | 'name' | 'link' | 'links' | 'paragraphs' | 'cards' | 'flag';

/** What a message is made from. */
export interface Template {
  name: string;
  /** What the message is, for the docstring of its function. */
  about: string;
  values: Record<string, readonly [kind: Kind, about: string]>;
}

const site = {
  siteName: ['line', 'the name customers know us by'],
  contactEmail: ['line', 'the address customers write to'],
} as const;
const siteUrl = ['link', 'the origin customers see, http or https'] as const;
/** Of whatever leads to the page of an order. */
const order = {
  ...site,
  siteUrl,
  orderUrl: ['link', "the order's own page, with the secret that opens it"],
  orderNumber: ['line', 'as the customer sees it'],
} as const;
/** Of what is told of an order, to the customer by their name. */
const orderNews = { ...order, customerName: ['name', 'the full name given at checkout'] } as const;
/** What becomes of a reading. */
const outcome = {
  goesOn: ['flag', 'whether the reading is still to come'],
  isDelivered: ['flag', 'whether they have the reading'],
  isDue: ['flag', 'whether it is known by when it comes'],
  dueDate: ['line', 'formatted, for example "Wednesday, November 25"; shown when known'],
} as const;

/** Every message that goes out by mail. */
export const templates: readonly Template[] = [
  {
    name: 'order-confirmation',
    about: 'To the customer, right after the payment. Says nothing about what was asked.',
    values: {
      ...orderNews,
      billingDescriptor: ['line', 'what the card statement will say; shown when paid'],
      amount: ['line', 'formatted, for example "$60.00"; shown when paid'],
      dueDate: ['line', 'formatted, for example "Wednesday, 25 November"'],
      paid: ['flag', 'false when the reading was free: no amount and no card statement are mentioned then'],
      hasConsent: ['flag', 'whether the customer consented that the work begins at once'],
      consent: ['paragraphs', 'the words they ticked; shown when they did'],
      consentedAt: ['line', 'when they did, with the time of day'],
    },
  },
  {
    name: 'reading-delivery',
    about: 'The reading itself, set like a letter.',
    values: {
      ...order,
      addresseeName: ['name', 'the name the customer asked the reading to use'],
      hasCards: ['flag', 'whether it is said which cards were drawn'],
      cards: ['cards', 'those that were drawn, in their sequence'],
      reading: ['paragraphs', 'the approved text; blank lines part paragraphs'],
      signedBy: ['name', 'as whoever wrote it signs'],
      whoIsThat: ['line', 'who that is, when the signature does not say it'],
      hasWhoIsThat: ['flag', 'whether that is said'],
      beginning: ['paragraphs', 'as much of it as the HTML part has room for; all of it, nearly always'],
      isCut: ['flag', 'whether the HTML part has its beginning alone'],
    },
  },
  {
    name: 'customer-question',
    about: 'To the customer, who is asked something about their order. Says nothing of what they told us.',
    values: {
      ...orderNews,
      isReminder: ['flag', 'whether they were asked before and have not answered'],
      question: ['paragraphs', 'what they are asked; blank lines part paragraphs'],
    },
  },
  {
    name: 'feedback-request',
    about: 'To the customer, some days after the reading: did it help. Says nothing of what was asked.',
    values: orderNews,
  },
  {
    name: 'withdrawal-receipt',
    about: 'To the customer, who has withdrawn from the contract: the dated receipt of it.',
    values: {
      ...orderNews,
      words: ['paragraphs', 'what was stated and confirmed'],
      receivedAt: ['line', 'when, with the time of day and its zone'],
      amount: ['line', 'formatted, for example "$60.00"; shown when paid'],
      paid: ['flag', 'false when the reading was free: nothing is given back then'],
    },
  },
  {
    name: 'order-links',
    about: 'To whoever asked for the links to the orders of this address. Says nothing of what was asked.',
    values: {
      ...site,
      siteUrl,
      links: ['links', "the orders' own pages, the newest first"],
      hasMore: ['flag', 'whether there are older orders than these'],
    },
  },
  {
    name: 'refund',
    about: 'To the customer, when money was given back, or when that failed after all.',
    values: {
      ...orderNews,
      isMade: ['flag', 'false when a refund that they were told of has failed'],
      amount: ['line', 'formatted, with its currency: "$20.00 USD"'],
      ends: ['flag', 'whether no reading will be written'],
      ...outcome,
    },
  },
  {
    name: 'dispute-closed',
    about: 'To the customer, whose bank has decided about a payment: what that means for the reading.',
    values: {
      ...orderNews,
      isWon: ['flag', 'whether the payment stands'],
      ...outcome,
    },
  },
  {
    name: 'new-day',
    about: 'To the customer, whose reading will be late: the new day, and an apology.',
    values: {
      ...orderNews,
      promisedDay: ['line', 'formatted, for example "Wednesday, November 25"'],
      newDay: ['line', 'formatted, for example "Friday, November 27"'],
    },
  },
  {
    name: 'notice',
    about: "To somebody who works here, about an order or their account. Nothing in it is the customer's.",
    values: {
      ...site,
      canBeMuted: ['flag', 'whether its recipient can switch such mails off'],
      subject: ['line', 'what happened, with the number of the order'],
      message: ['line', 'a sentence or two'],
      hasFeedback: ['flag', 'whether an admin has said what should be different'],
      feedback: ['paragraphs', "the admin's words"],
      action: ['line', 'what can be done about it: the words on the button'],
      deskUrl: ['link', 'the place in the dashboard where it is done'],
    },
  },
  {
    name: 'password-reset',
    about: 'To somebody who works here and has forgotten their password.',
    values: {
      ...site,
      siteUrl,
      username: ['line', 'the name they sign in with'],
      resetUrl: ['link', 'where the new password is set, with the secret that allows it'],
    },
  },
  {
    name: 'test-email',
    about: 'A fixed text that shows that mail arrives.',
    values: site,
  },
];
