import { pictureHeight, pictureWidth } from '../../shared/readings/cards.ts';
import { cleanLine, cleanText, directionOf } from '../../shared/text.ts';

export interface MailCard {
  asDrawn: string;
  position: string;
  pictureUrl: string;
}

export interface MailLink {
  words: string;
  url: string;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Returns a name as HTML in a `<bdi>`: it may have another text direction than the text around it. */
export function isolated(name: string): string {
  return `<bdi>${escapeHtml(cleanLine(name))}</bdi>`;
}

/** Removes control characters, trailing spaces and more than one blank line in a row. The text stays unescaped. */
export function prose(value: string): string {
  return cleanText(value)
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n');
}

/** Returns an http(s) address, or `#` for any other: a link never carries another scheme. */
export function webAddress(value: string): string {
  const address = cleanLine(value);
  return /^https?:\/\/[^\s]+$/i.test(address) ? address : '#';
}

/** Returns a text as escaped HTML paragraphs, each with the direction of its own script. */
export function paragraphs(value: string): string {
  return prose(value)
    .split('\n\n')
    .map(
      (paragraph) =>
        `<p dir="${directionOf(paragraph)}" style="margin:0 0 20px">${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`,
    )
    .join('\n');
}

function inWords({ asDrawn, position }: MailCard): string {
  return cleanLine(position ? `${asDrawn}: ${position}` : asDrawn);
}

const cardsInRow = 5;
const cardRoom = 100;

/** Returns the cards as HTML that wraps to the width; in Outlook, as a table of five in a row. */
export function cardRow(cards: readonly MailCard[]): string {
  const drawn = cards.map((card, index) => {
    const isFirst = index % cardsInRow === 0;
    const start = `<!--[if mso]>${isFirst && index > 0 ? '</tr><tr>' : ''}<td width="${cardRoom}" valign="top"><![endif]-->`;
    return `${start}${drawnCard(card)}<!--[if mso]></td><![endif]-->`;
  });
  const table =
    '<!--[if mso]><table role="presentation" align="center" cellpadding="0" cellspacing="0"><tr><![endif]-->';
  return `${table}${drawn.join('')}<!--[if mso]></tr></table><![endif]-->`;
}

function drawnCard(card: MailCard): string {
  const size = `width="${pictureWidth}" height="${pictureHeight}"`;
  const position = cleanLine(card.position);
  // The picture's alternative text says all of it: a screen reader does not read it twice.
  return (
    `<div style="display:inline-block;vertical-align:top;width:${cardRoom}px;font-size:13px;line-height:1.4;padding:0 0 16px;text-align:center">` +
    `<img src="${escapeHtml(webAddress(card.pictureUrl))}" ${size} alt="${escapeHtml(inWords(card))}" ` +
    `style="display:block;margin:0 auto;border:0;width:${pictureWidth}px;height:${pictureHeight}px">` +
    `<div aria-hidden="true" style="padding:7px 5px 0">${escapeHtml(cleanLine(card.asDrawn))}</div>` +
    `${position && `<div aria-hidden="true" dir="${directionOf(position)}" style="padding:1px 5px 0;font-style:italic">${escapeHtml(position)}</div>`}</div>`
  );
}

export function cardLines(cards: readonly MailCard[]): string {
  return cards.map((card) => `- ${inWords(card)}`).join('\n');
}

/** Returns the links as HTML paragraphs; `linkLines` returns them as plain text. */
export function linkList(links: readonly MailLink[]): string {
  return links
    .map(
      ({ words, url }) =>
        `<p style="margin:0 0 12px"><a href="${escapeHtml(webAddress(url))}" style="color:inherit">${escapeHtml(cleanLine(words))}</a></p>`,
    )
    .join('\n');
}

export function linkLines(links: readonly MailLink[]): string {
  return links.map(({ words, url }) => `${cleanLine(words)}:\n${webAddress(url)}`).join('\n\n');
}
