import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Mailbox, StoredAttachment, StoredMail } from '../mailbox.ts';
import type { SandboxWorker } from '../payments/sandbox-worker.ts';
import { cardGroups } from '../payments/test-cards.ts';
import type { Store } from '../store.ts';
import { type Markup, type PagesEnv, type SandboxPage, send, timeAt } from './page.ts';
import { createPaymentsRoutes } from './payments-page.ts';

const mailsPerPage = 50;

export function createPages(
  mailbox: Mailbox,
  store: Store,
  worker: SandboxWorker,
  keepsMail: boolean,
): Hono<PagesEnv> {
  const script = stripeScript();
  const css = readFileSync(new URL('./sandbox.css', import.meta.url), 'utf8');

  const pages = new Hono<PagesEnv>();
  pages.use(async (c, next) => {
    c.set('keepsMail', keepsMail);
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'no-referrer');
    await next();
  });
  pages.get('/', (c) => send(c, cardsPage(keepsMail)));
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
        ...namesOf(mailbox.attachmentsOf(id)),
      })),
    );
  });
  pages.get('/mail', (c) => {
    const mails = mailbox.list(mailsPerPage + 1, c.req.query('before'));
    const shown = mails.slice(0, mailsPerPage);
    const next = mails.length > mailsPerPage ? shown.at(-1)?.id : undefined;
    return send(c, mailListPage(shown, next, keepsMail));
  });
  pages.get('/mail/:id', (c) => {
    const mail = mailbox.find(c.req.param('id'));
    const { host } = new URL(c.req.url);
    return mail ? send(c, mailPage(mail, mailbox.attachmentsOf(mail.id), host)) : send(c, missingPage(), 404);
  });
  pages.route('/payments', createPaymentsRoutes(store, worker));
  pages.all('*', (c) => send(c, missingPage(), 404));
  return pages;
}

function missingPage(): SandboxPage {
  return {
    title: 'Not found',
    main: html`<h1>Not found</h1><p>There is no such page in the sandbox. <a href="/sandbox/mail">Mailbox</a></p>`,
  };
}

function cardsPage(keepsMail: boolean): SandboxPage {
  const whatItIs = keepsMail
    ? html`
        It stands in for Stripe and for the mail server while no keys are configured. Orders, payments and
        mails behave as they will later; only the money and the mail stay here. Mails are in the
        <a href="/sandbox/mail">mailbox</a>.
      `
    : html`
        It stands in for Stripe while no keys are configured. Orders and payments behave as they will later, but no
        money moves. Mail is sent by the mail server in SMTP_URL: use only your own addresses in test orders.
      `;
  return {
    title: 'Test cards',
    main: html`<h1>The sandbox</h1>
      <p>${whatItIs}</p>
      <h2>Test cards</h2>
      <p>Any expiration date in the future, any three digits as security code. Real cards are declined.</p>
      <p>
        What happens after a while, and much that no card does, can be brought about at once with the
        <a href="/sandbox/payments">payments</a>. Evidence for a dispute that says <code>winning_evidence</code> or
        <code>losing_evidence</code> decides it, as in Stripe&#39;s test mode; <code>escalate_inquiry_evidence</code>
        makes a chargeback of an inquiry.
      </p>
      ${Object.entries(cardGroups).map(
        ([title, cards]) =>
          html`<h3>${title}</h3>
            <dl class="cards">
              ${cards.map(([number, does]) => html`<dt>${number}</dt><dd>${does}</dd>`)}
            </dl>`,
      )}`,
  };
}

const links = /(\bhttps?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/;

/** Links addresses of the shop; those that a customer typed stay text. */
function linked(text: string, host: string): (Markup | string)[] {
  // Every second part is a match of the pattern.
  return text
    .split(links)
    .map((part, index) =>
      index % 2 === 0 || URL.parse(part)?.host !== host
        ? part
        : html`<a href="${part}" rel="noopener noreferrer">${part}</a>`,
    );
}

/** Returns the list of mails. @param last the id of the last one, when there are older ones */
function mailListPage(mails: StoredMail[], last: string | undefined, keepsMail: boolean): SandboxPage {
  const empty = keepsMail
    ? 'Nothing yet. Place an order, and its confirmation arrives here.'
    : 'Nothing: mail is sent by the mail server in SMTP_URL.';
  return {
    title: 'Mailbox',
    main: html`<h1>Mailbox</h1>
      <p>${keepsMail ? 'Every mail that would have been sent' : 'Mail from before SMTP_URL was set'}, newest first. As data: <a href="/sandbox/mail.json">mail.json</a>.</p>
      ${mails.length === 0 ? html`<p class="empty">${empty}</p>` : ''}
      <ol class="mails">
        ${mails.map(
          (mail) =>
            html`<li><a href="/sandbox/mail/${mail.id}">
              <span class="subject">${mail.subject || '(no subject)'}</span>
              <span class="facts"><span>To ${mail.toAddress}</span> ${timeAt(mail.acceptedAt)}</span>
            </a></li>`,
        )}
      </ol>
      ${last ? html`<p><a href="/sandbox/mail?before=${last}">Older mails</a></p>` : ''}`,
  };
}

/** Returns attachments only if there are any: older programs that read mails do not know them. */
function namesOf(attachments: StoredAttachment[]): { attachments?: string[] } {
  return attachments.length > 0 ? { attachments: attachments.map(({ filename }) => filename) } : {};
}

/** Shows a mail in a frame without scripts and forms; its links open in a new tab. */
function mailPage(mail: StoredMail, attachments: StoredAttachment[], host: string): SandboxPage {
  const { toName: name, toAddress: address } = mail;
  const to = name ? html`<bdi>${name}</bdi> &lt;${address}&gt;` : address;
  return {
    title: mail.subject || 'Mail',
    main: html`<p><a href="/sandbox/mail">All mails</a></p>
      <h1>${mail.subject || '(no subject)'}</h1>
      <dl class="head">
        <dt>From</dt><dd>${mail.from}</dd>
        <dt>To</dt><dd>${to}</dd>
        <dt>Accepted</dt><dd>${timeAt(mail.acceptedAt)}</dd>
        <dt>Message-ID</dt><dd>${mail.messageId}</dd>
        ${attachments.map(
          ({ filename, bytes }) => html`<dt>Attached</dt><dd>${filename}, ${Math.ceil(bytes / 1000)} KB</dd>`,
        )}
      </dl>
      <iframe
        title="The mail as its reader sees it"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        srcdoc="${mail.html.replace(/<head>/i, '$&<base target="_blank">')}"
      ></iframe>
      <details>
        <summary>Text part</summary>
        <pre dir="auto">${linked(mail.text, host)}</pre>
      </details>`,
  };
}

const browserHalf = new URL('../browser/', import.meta.url);
const imports = /^import [^;]*? from '\.\/([\w-]+\.js)';\n/gm;

/** Joins the modules of `browser/` into a classic script: `window.Stripe` has to exist when its `load` event fires. */
function stripeScript(): string {
  const parts = new Map<string, string>();
  const add = (name: string): void => {
    if (parts.has(name)) return;
    const source = readFileSync(new URL(name, browserHalf), 'utf8');
    parts.set(name, '');
    for (const [, imported] of source.matchAll(imports)) if (imported) add(`./${imported}`);
    parts.delete(name);
    parts.set(name, source.replace(imports, '').replace(/^export /gm, ''));
  };
  add('./stripe.js');
  return `(() => {\n'use strict';\n${[...parts.values()].join('\n')}})();\n`;
}
