import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

export function timeAt(at: number): Markup {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`;
}

/** Returns a Content-Security-Policy that allows a mail's own styles and pictures, and no scripts or frames. */
export function policyFor(forms: 'none' | 'self'): string {
  return (
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https:; font-src 'self' data:; " +
    `base-uri 'none'; form-action '${forms}'; frame-ancestors 'none'`
  );
}

export interface SandboxPage {
  title: string;
  main: Markup;
}

/** `keepsMail`: whether mail stays in the mailbox instead of being sent by a mail server. */
export type PagesEnv = { Variables: { keepsMail: boolean } };

/** Answers with a page in the sandbox's layout. */
export async function send(
  c: Context<PagesEnv>,
  page: SandboxPage,
  status: 200 | 400 | 404 = 200,
  policy = policyFor('none'),
) {
  c.header('Content-Security-Policy', policy);
  return c.html(await documentOf(page, c.get('keepsMail')), status);
}

function documentOf({ title, main }: SandboxPage, keepsMail: boolean): Markup {
  const mail = keepsMail
    ? 'No money moves and no mail leaves this machine.'
    : 'No money moves, but mail is sent for real, by the mail server in SMTP_URL.';
  return html`${raw('<!doctype html>')}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Sandbox</title>
        <link rel="stylesheet" href="/sandbox/sandbox.css" />
      </head>
      <body>
        <header>
          <p class="notice"><strong>Sandbox.</strong> ${mail}</p>
          <nav aria-label="Sandbox"><a href="/">The shop</a> <a href="/sandbox">Test cards</a> <a href="/sandbox/payments">Payments</a> <a href="/sandbox/mail">Mailbox</a></nav>
        </header>
        <main>${main}</main>
      </body>
    </html>`;
}
