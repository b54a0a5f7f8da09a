import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/** A sandbox page: what it is stands above everything, in words. */
export function page(title: string, main: Markup): Markup {
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
          <p class="notice"><strong>Sandbox.</strong> No money moves and no mail leaves this machine.</p>
          <nav aria-label="Sandbox"><a href="/">The shop</a> <a href="/sandbox">Test cards</a> <a href="/sandbox/mail">Mailbox</a></nav>
        </header>
        <main>${main}</main>
      </body>
    </html>`;
}
