import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { stripeScript } from '../browser/script.ts';
import type { AcceptedMail, Mailbox } from '../mail/mailbox.ts';
import type { Worker } from '../payments/worker.ts';
import type { Store } from '../store.ts';
import { cardsPage } from './cards-page.ts';
import { mailListPage, mailPage, missingPage } from './mail-pages.ts';
import { send } from './page.ts';
import { createPaymentsRoutes } from './payments-routes.ts';

const mailsPerPage = 50;

function toJson({ id, messageId, to, subject, text, html, acceptedAt }: AcceptedMail) {
  return {
    id,
    messageId,
    to: to.address,
    subject,
    text,
    html,
    acceptedAt: new Date(acceptedAt).toISOString(),
  };
}

/** Everything under `/sandbox` that people and browsers look at. */
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
    const mails = mailbox.list(-1).filter(({ to }) => address === null || to.address === address);
    return c.json(mails.map(toJson));
  });
  pages.get('/mail', (c) => {
    const mails = mailbox.list(mailsPerPage + 1, c.req.query('before'));
    const shown = mails.slice(0, mailsPerPage);
    const last = shown.at(-1);
    return send(
      c,
      mailListPage(shown, last && mails.length > mailsPerPage ? `/sandbox/mail?before=${last.id}` : null),
    );
  });
  pages.get('/mail/:id', (c) => {
    const mail = mailbox.find(c.req.param('id'));
    return mail ? send(c, mailPage(mail)) : send(c, missingPage(), 404);
  });
  pages.route('/payments', createPaymentsRoutes(store, worker));
  pages.all('*', (c) => send(c, missingPage(), 404));
  return pages;
}
