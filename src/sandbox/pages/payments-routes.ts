import { type Context, Hono } from 'hono';
import { readAmount } from '../../shared/money.ts';
import { bringAbout } from '../payments/steps.ts';
import { ofItself, type Worker } from '../payments/worker.ts';
import { ApiError, invalidRequest } from '../rest/errors.ts';
import { type FormGroup, parseForm, readBody } from '../rest/form.ts';
import { parseParams } from '../rest/params.ts';
import type { Store } from '../store.ts';
import { type Markup, policyFor, send } from './page.ts';
import { paymentsPage, readPayments } from './payments-page.ts';

function textOf(form: FormGroup, name: string): string {
  const value = form[name];
  return typeof value === 'string' ? value : '';
}

/** "25" or "25.50" as cents; nothing stands for all. */
function centsOf(dollars: string): { amount?: string } {
  if (dollars.trim() === '') return {};
  const { cents, problem } = readAmount(dollars, `"${dollars.slice(0, 20)}" is no amount in dollars.`);
  if (cents === null) throw invalidRequest(problem);
  return { amount: String(cents) };
}

/**
 * The page of payments, and what its buttons do. They are plain forms: the server that mounts these routes accepts
 * posts from its own site only.
 */
export function createPaymentsRoutes(store: Store, worker: Worker): Hono {
  const routes = new Hono();
  const show = (c: Context, markup: Markup, status: 200 | 400 = 200) => {
    // Without a referrer a browser would not say where a form was sent from, and it would be refused.
    c.header('Referrer-Policy', 'same-origin');
    return send(c, markup, status, policyFor('self'));
  };

  routes.get('/', (c) => {
    worker.settle();
    const { before, open } = c.req.query();
    return show(c, paymentsPage(readPayments(store, before), open));
  });
  routes.post('/steps', async (c) => {
    let payment = '';
    try {
      const form = parseForm(await readBody(c.req.raw));
      payment = textOf(form, 'payment');
      const id = textOf(form, 'id');
      const params = parseParams('step', {
        step: textOf(form, 'step'),
        ...(id ? { id } : {}),
        ...centsOf(textOf(form, 'dollars')),
      });
      worker.settle();
      worker.run(ofItself, (work) => bringAbout(work, params));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return show(c, paymentsPage(readPayments(store, undefined), payment, error.message), 400);
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
