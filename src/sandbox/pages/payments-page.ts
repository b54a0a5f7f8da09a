import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type Stripe from 'stripe';
import { defaultMoneyStyle, formatMoney } from '../../shared/money.ts';
import { readAmount } from '../../shared/typed-numbers.ts';
import { readBody } from '../api/stripe-api.ts';
import { invalidRequest, StripeApiError } from '../payments/api-errors.ts';
import { isInquiry } from '../payments/disputes.ts';
import { type FormGroup, parseParams, parseStripeForm } from '../payments/params.ts';
import { runStep } from '../payments/run-step.ts';
import { noRequest, type SandboxWorker } from '../payments/sandbox-worker.ts';
import { type SandboxStep, steps } from '../step-names.ts';
import type { Store } from '../store.ts';
import { type Markup, type PagesEnv, policyFor, type SandboxPage, send, timeAt } from './page.ts';

const shownPayments = 100;

type Payment = ReturnType<typeof readPayments>[number];

/** Returns the newest payments, and always the one with the id `open`. */
function readPayments(store: Store, open = '') {
  const intents = store.list('payment_intent', { limit: shownPayments }).data;
  const opened = store.get('payment_intent', open);
  if (opened && !intents.some(({ id }) => id === open)) intents.push(opened);
  return intents.map((intent) => {
    const query = { payment_intent: intent.id };
    return {
      intent,
      charge: store.get('charge', String(intent.latest_charge)),
      refunds: store.list('refund', query).data,
      disputes: store.list('dispute', query).data,
      warnings: store.list('radar.early_fraud_warning', query).data,
      reviews: store.list('review', query).data,
    };
  });
}

const words = (name: string | null) => (name ?? 'unknown').replaceAll('_', ' ');

const nextSteps: Record<string, SandboxStep[]> = {
  pending: ['refund_succeeds', 'refund_fails', 'refund_canceled', 'refund_requires_action'],
  requires_action: ['refund_succeeds', 'refund_fails', 'refund_canceled'],
  needs_response: ['dispute_answered', 'dispute_won', 'dispute_lost'],
  under_review: ['dispute_won', 'dispute_lost'],
  warning_needs_response: ['dispute_answered', 'inquiry_closed', 'inquiry_escalates'],
  warning_under_review: ['inquiry_closed', 'inquiry_escalates'],
};

function nextOfPayment({ intent, charge }: Payment): SandboxStep[] {
  if (intent.status === 'processing') return ['payment_succeeds', 'payment_fails'];
  if (!charge?.paid) return [];
  return [
    ...(charge.refunded ? [] : (['refunded_at_dashboard'] as const)),
    'disputed_as_fraudulent',
    'disputed_as_not_received',
    'inquiry_opened',
    'early_fraud_warning',
    'review_opened',
  ];
}

function button(step: SandboxStep, id: string, payment: string, label: string = steps[step].label): Markup {
  const amount =
    step === 'refunded_at_dashboard' &&
    html`<label>Amount <input name="amount" inputmode="decimal" size="6" placeholder="all" autocomplete="off" /></label>`;
  return html`<form method="post" action="/sandbox/payments/steps">
    <input type="hidden" name="step" value="${step}" />
    <input type="hidden" name="id" value="${id}" />
    <input type="hidden" name="payment" value="${payment}" />
    ${amount || ''}
    <button>${label}</button>
  </form>`;
}

function disputeWords(dispute: Stripe.Dispute): Markup {
  const { amount, currency, reason, status } = dispute;
  const kind = isInquiry(dispute) ? 'Inquiry' : 'Chargeback';
  const dueBy = status.endsWith('needs_response') && dispute.evidence_details.due_by;
  return html`${kind} of ${formatMoney(amount, currency)}, ${words(reason)}: <strong>${words(status)}</strong>${
    dueBy ? html`, by ${timeAt(dueBy * 1000)}` : ''
  }`;
}

function factsOf({ intent, charge, refunds, disputes, warnings, reviews }: Payment): Markup[] {
  const { id: payment, currency } = intent;
  const fact = (what: Markup, next: SandboxStep[] = [], id = '', label?: string) =>
    html`<li>
      <p>${what}</p>
      ${next.length > 0 ? html`<div class="buttons">${next.map((step) => button(step, id, payment, label))}</div>` : ''}
    </li>`;
  return [
    ...refunds.map(({ id, amount, status }) => {
      const what = html`Refund of ${formatMoney(amount, currency)}: <strong>${words(status)}</strong>`;
      return status === 'succeeded'
        ? fact(what, ['refund_fails'], id, 'It fails after all')
        : fact(what, nextSteps[status ?? ''], id);
    }),
    ...disputes.map((dispute) => fact(disputeWords(dispute), nextSteps[dispute.status], dispute.id)),
    ...warnings.map(({ actionable }) =>
      fact(html`Early fraud warning: <strong>${actionable ? 'something can be done' : 'settled'}</strong>`),
    ),
    ...reviews.map(({ id, open, closed_reason }) =>
      fact(
        html`Review: <strong>${open ? 'open' : words(closed_reason)}</strong>`,
        open ? ['review_approved'] : [],
        id,
      ),
    ),
    ...(charge?.amount_refunded
      ? [fact(html`Refunded so far: ${formatMoney(charge.amount_refunded, currency)}`)]
      : []),
  ];
}

function article(payment: Payment, open: string | undefined): Markup {
  const { intent } = payment;
  const facts = factsOf(payment);
  const next = nextOfPayment(payment);
  const marks = Object.entries(intent.metadata).map(([name, value]) => `${name} ${value}`);
  return html`<article id="${intent.id}" aria-labelledby="${intent.id}-title">
    <h2 id="${intent.id}-title">${formatMoney(intent.amount, intent.currency)}, ${words(intent.status)}</h2>
    <p class="facts"><span>${intent.id}</span> ${timeAt(intent.created * 1000)}</p>
    <p class="facts">${[intent.description, ...marks].filter(Boolean).join(', ') || 'No description and no metadata'}</p>
    ${facts.length > 0 ? html`<ul class="moves">${facts}</ul>` : ''}
    ${
      next.length > 0
        ? html`<details${intent.id === open ? html` open` : ''}>
            <summary>What can happen next</summary>
            <div class="buttons">${next.map((step) => button(step, intent.id, intent.id))}</div>
          </details>`
        : ''
    }
  </article>`;
}

/** Returns the page. @param open the payment shown in full. @param problem why the last button did nothing */
function paymentsPage(payments: Payment[], open?: string, problem?: string): SandboxPage {
  return {
    title: 'Payments',
    main: html`<h1>Payments</h1>
      <p>
        What a bank, a cardholder, Radar or a person at Stripe&#39;s dashboard does to a payment, at the press of a button.
        The shop hears of it as it would from Stripe: by webhooks.
      </p>
      ${problem ? html`<p class="problem" role="alert">${problem}</p>` : ''}
      <div class="buttons">
        ${button('foreign_payment', '', '')}
        <form method="post" action="/sandbox/payments/settle"><button>Let the banks decide now</button></form>
      </div>
      ${payments.length === 0 ? html`<p class="empty">Nothing yet. Start an order, and its payment appears here.</p>` : ''}
      ${payments.map((payment) => article(payment, open))}`,
  };
}

const textOf = (value: FormGroup[string] = '') => (typeof value === 'string' ? value : '');

function amountOf(typed: string, currency: string): { amount?: string } {
  if (typed.trim() === '') return {};
  const style = { currency, locale: defaultMoneyStyle.locale };
  const { amountMinor, problem } = readAmount(typed, style, `"${typed.slice(0, 20)}" isn’t an amount.`);
  if (amountMinor === null) throw invalidRequest(problem);
  return { amount: String(amountMinor) };
}

/** Serves the payments page and its buttons, plain forms: the main server refuses posts from other sites. */
export function createPaymentsRoutes(store: Store, worker: SandboxWorker): Hono<PagesEnv> {
  const routes = new Hono<PagesEnv>();
  const show = (c: Context<PagesEnv>, page: SandboxPage, status: 200 | 400 = 200) => {
    // Without a referrer the form has no origin and is refused.
    c.header('Referrer-Policy', 'same-origin');
    return send(c, page, status, policyFor('self'));
  };

  routes.get('/', (c) => {
    worker.settle();
    const open = c.req.query('open');
    return show(c, paymentsPage(readPayments(store, open), open));
  });
  routes.post('/steps', async (c) => {
    let payment = '';
    try {
      const form = parseStripeForm(await readBody(c.req.raw));
      payment = textOf(form.payment);
      const { step = '', id = '', amount } = form;
      const { currency } = store.get('payment_intent', payment) ?? defaultMoneyStyle;
      const params = parseParams('step', { step, id, ...amountOf(textOf(amount), currency) });
      worker.settle();
      worker.run(noRequest, (work) => runStep(work, params));
    } catch (error) {
      if (!(error instanceof StripeApiError)) throw error;
      return show(c, paymentsPage(readPayments(store, payment), payment, error.message), 400);
    }
    const isKnown = store.get('payment_intent', payment) !== undefined;
    return c.redirect(isKnown ? `/sandbox/payments?open=${payment}#${payment}` : '/sandbox/payments', 303);
  });
  routes.post('/settle', (c) => {
    worker.settle('everything');
    return c.redirect('/sandbox/payments', 303);
  });
  return routes;
}
