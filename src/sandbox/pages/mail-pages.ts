import { html } from 'hono/html';
import type { StoredMail } from '../mailbox.ts';
import { type Markup, page, timeAt } from './page.ts';

const links = /\bhttps?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/g;

/** @returns a text with its addresses made into links */
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

/** @param last the last of these mails, when there are older ones */
export function mailListPage(mails: StoredMail[], last: string | undefined): Markup {
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
              <span class="facts"><span>To ${mail.toAddress}</span> ${timeAt(mail.acceptedAt)}</span>
            </a></li>`,
        )}
      </ol>
      ${last ? html`<p><a href="/sandbox/mail?before=${last}">Older mails</a></p>` : ''}`,
  );
}

/** Shows one mail in a frame without scripts and forms; its links open in a new tab. */
export function mailPage(mail: StoredMail): Markup {
  const { toName: name, toAddress: address } = mail;
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
