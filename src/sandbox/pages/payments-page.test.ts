import { afterAll, expect, test } from 'vitest';
import { newIntent, payWith, startSetup } from '../test-sandbox.ts';

const setup = await startSetup();
afterAll(() => setup.close());

const pageOf = async (path = '/sandbox/payments') => (await setup.sandbox.app.request(path)).text();
const press = (form: Record<string, string> | string, path = '/sandbox/payments/steps') =>
  setup.sandbox.app.request(path, { method: 'POST', body: new URLSearchParams(form) });

/** A payment's part of the page. */
async function articleOf(id: string): Promise<string> {
  const [, article = ''] = (await pageOf()).split(`<article id="${id}"`);
  return article.split('</article>')[0] ?? '';
}
const wordsOf = async (id: string) => (await articleOf(id)).replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
const offersOn = async (id: string) =>
  [...(await articleOf(id)).matchAll(/name="step" value="(\w+)"/g)].map(([, step = '']) => step);

test('shows a payment’s state and runs the steps it offers', async () => {
  expect(await offersOn((await newIntent(setup)).id)).toEqual([]);
  const { id, charge } = await payWith(setup, '4000000000007775');
  expect(await offersOn(id)).toEqual(['payment_succeeds', 'payment_fails']);
  await press({ step: 'payment_succeeds', id, payment: id });
  expect(await wordsOf(id)).toContain('$60.00, succeeded');
  const partly = await press({ step: 'refunded_at_dashboard', id, payment: id, amount: '12.50' });
  expect([partly.status, partly.headers.get('location')]).toEqual([
    303,
    `/sandbox/payments?open=${id}#${id}`,
  ]);
  expect(await wordsOf(id)).toMatch(/Refund of \$12\.50: succeeded.*Refunded so far: \$12\.50/);
  await press({ step: 'inquiry_opened', id, payment: id });
  expect(await wordsOf(id)).toContain('Inquiry of $60.00, fraudulent: warning needs response , by');
  const [dispute] = (await setup.stripe.disputes.list({ charge })).data;
  await press({ step: 'inquiry_escalates', id: dispute?.id ?? '', payment: id });
  expect(await offersOn(id)).toEqual(expect.arrayContaining(['dispute_won', 'dispute_lost']));
  await press({ step: 'dispute_answered', id: dispute?.id ?? '', payment: id });
  expect(await wordsOf(id)).toContain('Chargeback of $60.00, fraudulent: under review');
  expect(await offersOn(id)).not.toContain('dispute_answered');
  await press({ step: 'early_fraud_warning', id, payment: id });
  await press({ step: 'review_opened', id, payment: id });
  expect(await wordsOf(id)).toMatch(/Early fraud warning: settled.*Review: open/);
});

test('refuses a late step or impossible amount with a reason', async () => {
  const { id, charge } = await payWith(setup, '4242424242424242');
  const forms: (Record<string, string> | string)[] = [
    { step: 'payment_succeeds', id, payment: id },
    { step: 'refunded_at_dashboard', id, payment: id, amount: '60.01' },
    { step: 'refunded_at_dashboard', id, payment: id, amount: '<b>' },
    { step: 'no_such_step', id, payment: id },
    { step: 'dispute_won', id: 'du_none', payment: id },
    'step[a]=1&id[a]=1&payment[a]=1&amount[a]=1',
  ];
  for (const form of forms) {
    const answer = await press(form);
    const page = await answer.text();
    expect(answer.status, JSON.stringify(form)).toBe(400);
    expect(page).toContain('role="alert"');
    expect(page).not.toContain('<b>');
  }
  expect((await setup.stripe.charges.retrieve(charge)).amount_refunded).toBe(0);
});

test('shows an old payment on request', async () => {
  const { id } = await payWith(setup, '4242424242424242');
  await Promise.all(Array.from({ length: 100 }, () => newIntent(setup)));
  expect(await pageOf()).not.toContain(id);
  expect(await pageOf(`/sandbox/payments?open=${id}`)).toContain(`<article id="${id}"`);
});

test('escapes a shop’s texts and restricts forms to the site', async () => {
  const nasty = `"><script>alert(1)</script><img src=x>`;
  const intent = { amount: 6000, currency: 'usd', description: nasty, metadata: { note: nasty } };
  await setup.stripe.paymentIntents.create(intent);
  const response = await setup.sandbox.app.request('/sandbox/payments');
  expect(await response.text()).not.toMatch(/<script|<img/);
  const policy = response.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self'");
  expect(response.headers.get('referrer-policy')).toBe('same-origin');
});
