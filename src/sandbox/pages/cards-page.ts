import { html } from 'hono/html';
import { type Markup, page } from './page.ts';

const groups = [
  {
    title: 'Paying',
    cards: [
      ['4242 4242 4242 4242', 'Succeeds'],
      ['5555 5555 5555 4444', 'Succeeds (Mastercard)'],
      ['4000 0025 0000 3155', 'Asks for 3-D Secure; complete it or let it fail'],
      ['4000 0000 0000 0002', 'Declined'],
      ['4000 0000 0000 9995', 'Declined: insufficient funds'],
      ['4000 0000 0000 0069', 'Declined: expired card'],
      ['4000 0000 0000 0127', 'Declined: wrong security code'],
      ['4000 0000 0000 0119', 'Declined: processing error'],
    ],
  },
  {
    title: 'A slow bank (the sandbox’s own: Stripe has no such card)',
    cards: [
      ['4000 0000 0000 7775', 'Stays in processing for a while, and succeeds'],
      ['4000 0000 0000 8880', 'Stays in processing for a while, and is declined'],
    ],
  },
  {
    title: 'Refunds',
    cards: [
      ['4000 0000 0000 7726', 'Succeeds; a refund is pending first, and arrives after a while'],
      ['4000 0000 0000 5126', 'Succeeds; a refund looks made, and fails after a while'],
    ],
  },
  {
    title: 'Disputes and fraud',
    cards: [
      ['4000 0000 0000 0259', 'Succeeds, and is charged back as fraud'],
      ['4000 0000 0000 2685', 'Succeeds, and is charged back: nothing was received'],
      ['4000 0000 0000 1976', 'Succeeds, and its bank inquires; no money is taken'],
      ['4000 0004 0400 0079', 'Succeeds, and is charged back twice'],
      ['4000 0000 0000 5423', 'Succeeds, and its bank warns of fraud early'],
      ['4000 0000 0000 9235', 'Succeeds with elevated risk, and Radar opens a review'],
    ],
  },
];

/** What the sandbox is, and the cards to try it with. */
export function cardsPage(): Markup {
  return page(
    'Test cards',
    html`<h1>The sandbox</h1>
      <p>
        It stands in for Stripe and for the mail server while no keys are configured. Orders, payments and
        mails behave as they will later; only the money and the mail stay here. Mails are in the
        <a href="/sandbox/mail">mailbox</a>.
      </p>
      <h2>Test cards</h2>
      <p>Any expiration date in the future, any three digits as security code. Real cards are declined.</p>
      <p>
        What happens after a while, and much that no card does, can be brought about at once with the
        <a href="/sandbox/payments">payments</a>. Evidence for a dispute that says <code>winning_evidence</code> or
        <code>losing_evidence</code> decides it, as in Stripe&#39;s test mode; <code>escalate_inquiry_evidence</code>
        makes a chargeback of an inquiry.
      </p>
      ${groups.map(
        ({ title, cards }) =>
          html`<h3>${title}</h3>
            <dl class="cards">
              ${cards.map(([number, what]) => html`<dt>${number}</dt><dd>${what}</dd>`)}
            </dl>`,
      )}`,
  );
}
