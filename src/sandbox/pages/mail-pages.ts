import { html } from 'hono/html';
import type { AcceptedMail } from '../mail/mailbox.ts';
import { type Markup, page, timeAt } from './page.ts';

const links = /\bhttps?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/g;

/** The text part as it is, with its addresses made into links. */
function linked(text: string): Markup[] {
  const parts: Markup[] = [];
  let end = 0;
  for (const match of text.matchAll(links)) {
    parts.push(
      html`${text.slice(end, match.index)}<a href="${match[0]}" rel="noopener noreferrer">${match[0]}</a>`,
    );
    end = match.index + match[0].length;
  }
  parts.push(html`${text.slice(end)}`);
  return parts;
}

/** All mails, newest first; `older` is the address of the next page. */
export function mailListPage(mails: AcceptedMail[], older: string | null): Markup {
  return page(
    'Mailbox',
    html`<h1>Mailbox</h1>
      <p>Every mail that would have been sent, newest first. As data: <a href="/sandbox/mail.json">mail.json</a>.</p>
      ${mails.length === 0 ? html`<p class="empty">Nothing yet. Place an order, and its confirmation arrives here.</p>` : ''}
      <ol class="mails">
        ${mails.map(
          (mail) =>
            html`<li><a href="/sandbox/mail/${mail.id}">
              <span class="subject">${mail.subject || '(no subject)'}</span>
              <span class="facts"><span>To ${mail.to.address}</span> ${timeAt(mail.acceptedAt)}</span>
            </a></li>`,
        )}
      </ol>
      ${older ? html`<p><a href="${older}">Older mails</a></p>` : ''}`,
  );
}

/**
 * One mail as its reader sees it. In the frame no script runs and no form is sent; what its links lead to opens
 * in a tab of its own, as from a mail program.
 */
export function mailPage(mail: AcceptedMail): Markup {
  const { name, address } = mail.to;
  const to = name ? html`<bdi>${name}</bdi> &lt;${address}&gt;` : address;
  return page(
    mail.subject || 'Mail',
    html`<p><a href="/sandbox/mail">All mails</a></p>
      <h1>${mail.subject || '(no subject)'}</h1>
      <dl class="head">
        <dt>From</dt><dd>${mail.from}</dd>
        <dt>To</dt><dd>${to}</dd>
        <dt>Accepted</dt><dd>${timeAt(mail.acceptedAt)}</dd>
        <dt>Message-ID</dt><dd>${mail.messageId}</dd>
      </dl>
      <iframe
        title="The mail as its reader sees it"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        srcdoc="${mail.html.replace(/<head>/i, '$&<base target="_blank">')}"
      ></iframe>
      <details>
        <summary>Text part</summary>
        <pre dir="auto">${linked(mail.text)}</pre>
      </details>`,
  );
}

export function missingPage(): Markup {
  return page(
    'Not found',
    html`<h1>Not found</h1><p>There is no such page in the sandbox. <a href="/sandbox/mail">Mailbox</a></p>`,
  );
}
