import { html } from 'hono/html';
import { type Markup, page } from './page.ts';

const cards = [
  ['4242 4242 4242 4242', 'Succeeds'],
  ['5555 5555 5555 4444', 'Succeeds (Mastercard)'],
  ['4000 0025 0000 3155', 'Asks for 3-D Secure; complete it or let it fail'],
  ['4000 0000 0000 0002', 'Declined'],
  ['4000 0000 0000 9995', 'Declined: insufficient funds'],
  ['4000 0000 0000 0069', 'Declined: expired card'],
  ['4000 0000 0000 0127', 'Declined: wrong security code'],
  ['4000 0000 0000 0119', 'Declined: processing error'],
  ['4000 0000 0000 0259', 'Succeeds, and is disputed afterwards'],
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
      <table>
        <thead>
          <tr><th scope="col">Number</th><th scope="col">What happens</th></tr>
        </thead>
        <tbody>
          ${cards.map(([number, what]) => html`<tr><td class="number">${number}</td><td>${what}</td></tr>`)}
        </tbody>
      </table>`,
  );
}
