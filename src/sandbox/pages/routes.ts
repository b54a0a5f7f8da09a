import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { stripeScript } from '../browser/script.ts';
import type { Mailbox } from '../mailbox.ts';
import { cardGroups } from '../objects/cards.ts';
import type { Worker } from '../payments/worker.ts';
import type { Store } from '../store.ts';
import { mailListPage, mailPage } from './mail-pages.ts';
import { type Markup, page, send } from './page.ts';
import { createPaymentsRoutes } from './payments-page.ts';

const mailsPerPage = 50;

/** Everything under `/sandbox` for people and browsers. */
export function createPages(mailbox: Mailbox, store: Store, worker: Worker): Hono {
  const script = stripeScript();
  const css = readFileSync(new URL('./sandbox.css', import.meta.url), 'utf8');

  const pages = new Hono();
  pages.use(async (c, next) => {
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'no-referrer');
    await next();
  });
  pages.get('/', (c) => send(c, cardsPage()));
  pages.get('/sandbox.css', (c) => c.body(css, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
  pages.get('/stripe/stripe.js', (c) =>
    c.body(script, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
  pages.get('/mail.json', (c) => {
    const address = c.req.query('to') ?? null;
    const mails = mailbox.list(-1).filter(({ toAddress }) => address === null || toAddress === address);
    return c.json(
      mails.map(({ id, messageId, toAddress: to, subject, text, html, acceptedAt }) => ({
        ...{ id, messageId, to, subject, text, html },
        acceptedAt: new Date(acceptedAt).toISOString(),
      })),
    );
  });
  pages.get('/mail', (c) => {
    const mails = mailbox.list(mailsPerPage + 1, c.req.query('before'));
    const shown = mails.slice(0, mailsPerPage);
    const next = mails.length > mailsPerPage ? shown.at(-1)?.id : undefined;
    return send(c, mailListPage(shown, next));
  });
  pages.get('/mail/:id', (c) => {
    const mail = mailbox.find(c.req.param('id'));
    return mail ? send(c, mailPage(mail)) : send(c, missingPage(), 404);
  });
  pages.route('/payments', createPaymentsRoutes(store, worker));
  pages.all('*', (c) => send(c, missingPage(), 404));
  return pages;
}

function missingPage(): Markup {
  return page(
    'Not found',
    html`<h1>Not found</h1><p>There is no such page in the sandbox. <a href="/sandbox/mail">Mailbox</a></p>`,
  );
}

function cardsPage(): Markup {
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
      ${cardGroups
        .filter(({ isHidden }) => !isHidden)
        .map(
          ({ title, cards }) =>
            html`<h3>${title}</h3>
              <dl class="cards">
                ${cards.map(([number, does]) => html`<dt>${number}</dt><dd>${does}</dd>`)}
              </dl>`,
        )}`,
  );
}
