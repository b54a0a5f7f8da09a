import { html } from 'hono/html';
import type Stripe from 'stripe';
import { isBalanceEmpty } from '../payments/account.ts';
import type { Store } from '../store.ts';
import {
  type Offer,
  offersForAccount,
  offersForDispute,
  offersForPayment,
  offersForRefund,
  offersForReview,
} from './offers.ts';
import { type Markup, page, timeAt } from './page.ts';

const perPage = 20;

interface Payment {
  intent: Stripe.PaymentIntent;
  charge: Stripe.Charge | undefined;
  refunds: Stripe.Refund[];
  disputes: Stripe.Dispute[];
  warnings: Stripe.Radar.EarlyFraudWarning[];
  reviews: Stripe.Review[];
}

export interface Payments {
  payments: Payment[];
  /** The last of them when there are older ones. */
  last: string | null;
  isBalanceEmpty: boolean;
}

/** The latest payments, or those before the one with the id `before`. */
export function readPayments(store: Store, before: string | undefined): Payments {
  const found = store.list('payment_intent', { limit: perPage, startingAfter: before });
  const payments = (found?.data ?? []).map((intent) => {
    const query = { paymentIntent: intent.id, limit: 100 };
    return {
      intent,
      charge: store.get('charge', String(intent.latest_charge)),
      refunds: store.list('refund', query)?.data ?? [],
      disputes: store.list('dispute', query)?.data ?? [],
      warnings: store.list('radar.early_fraud_warning', query)?.data ?? [],
      reviews: store.list('review', query)?.data ?? [],
    };
  });
  return {
    payments,
    last: found?.hasMore ? (payments.at(-1)?.intent.id ?? null) : null,
    isBalanceEmpty: isBalanceEmpty(store),
  };
}

function money(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
}

const words = (name: string | null) => (name ?? 'unknown').replaceAll('_', ' ');

function button(offer: Offer, payment: string): Markup {
  const { step, id, label, hasAmount } = offer;
  return html`<form method="post" action="/sandbox/payments/steps">
    <input type="hidden" name="step" value="${step}" />
    <input type="hidden" name="id" value="${id}" />
    <input type="hidden" name="payment" value="${payment}" />
    ${
      hasAmount
        ? html`<label>Dollars <input name="dollars" inputmode="decimal" size="6" placeholder="all" autocomplete="off" /></label>`
        : ''
    }
    <button>${label}</button>
  </form>`;
}

function fact(what: Markup | string, offers: Offer[], payment: string): Markup {
  return html`<li>
    <p>${what}</p>
    ${offers.length > 0 ? html`<div class="buttons">${offers.map((offer) => button(offer, payment))}</div>` : ''}
  </li>`;
}

function disputeFact(dispute: Stripe.Dispute): Markup {
  const { amount, currency, reason, status, evidence_details: details } = dispute;
  const kind = dispute.payment_method_details?.card?.case_type === 'inquiry' ? 'Inquiry' : 'Chargeback';
  const isWaiting = status === 'needs_response' || status === 'warning_needs_response';
  return html`${kind} of ${money(amount, currency)}, ${words(reason)}: <strong>${words(status)}</strong>${
    isWaiting && details.due_by ? html`, by ${timeAt(details.due_by * 1000)}` : ''
  }`;
}

function factsOf({ intent, charge, refunds, disputes, warnings, reviews }: Payment): Markup[] {
  const { id, currency } = intent;
  return [
    ...refunds.map((refund) =>
      fact(
        html`Refund of ${money(refund.amount, currency)}: <strong>${words(refund.status)}</strong>`,
        offersForRefund(refund),
        id,
      ),
    ),
    ...disputes.map((dispute) => fact(disputeFact(dispute), offersForDispute(dispute), id)),
    ...warnings.map(({ actionable }) =>
      fact(
        html`Early fraud warning: <strong>${actionable ? 'something can be done' : 'settled'}</strong>`,
        [],
        id,
      ),
    ),
    ...reviews.map((review) =>
      fact(
        html`Review: <strong>${review.open ? 'open' : words(review.closed_reason)}</strong>`,
        offersForReview(review),
        id,
      ),
    ),
    ...(charge && charge.amount_refunded > 0
      ? [fact(html`Refunded so far: ${money(charge.amount_refunded, currency)}`, [], id)]
      : []),
  ];
}

function article(payment: Payment, open: string | undefined): Markup {
  const { intent, charge } = payment;
  const facts = factsOf(payment);
  const offers = offersForPayment(intent, charge);
  const marks = Object.entries(intent.metadata).map(([name, value]) => `${name} ${value}`);
  return html`<article id="${intent.id}" aria-labelledby="${intent.id}-title">
    <h2 id="${intent.id}-title">${money(intent.amount, intent.currency)}, ${words(intent.status)}</h2>
    <p class="facts"><span>${intent.id}</span> ${timeAt(intent.created * 1000)}</p>
    <p class="facts">${[intent.description, ...marks].filter(Boolean).join(', ') || 'No description and no metadata'}</p>
    ${facts.length > 0 ? html`<ul class="moves">${facts}</ul>` : ''}
    ${
      offers.length > 0
        ? html`<details${intent.id === open ? html` open` : ''}>
            <summary>What can happen next</summary>
            <div class="buttons">${offers.map((offer) => button(offer, intent.id))}</div>
          </details>`
        : ''
    }
  </article>`;
}

/**
 * The payments with what has become of them, and buttons for what banks, cardholders, Radar and people at Stripe's
 * dashboard do.
 *
 * @param open the payment that is shown in full
 * @param problem why the last button did nothing
 */
export function paymentsPage(shown: Payments, open?: string, problem?: string): Markup {
  const { payments, last } = shown;
  return page(
    'Payments',
    html`<h1>Payments</h1>
      <p>
        What a bank, a cardholder, Radar or somebody at Stripe&#39;s dashboard does to a payment, at the press of a button.
        The shop hears of it as it would from Stripe: by webhooks.
      </p>
      ${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`}
      <div class="buttons">
        ${offersForAccount(shown.isBalanceEmpty).map((offer) => button(offer, ''))}
        <form method="post" action="/sandbox/payments/settle"><button>Let the banks decide now</button></form>
      </div>
      ${payments.length === 0 ? html`<p class="empty">Nothing yet. Begin an order, and its payment is here.</p>` : ''}
      ${payments.map((payment) => article(payment, open))}
      ${last ? html`<p><a href="/sandbox/payments?before=${last}">Older payments</a></p>` : ''}`,
  );
}
