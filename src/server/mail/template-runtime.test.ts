import { describe, expect, test } from 'vitest';
import {
  cardLines,
  cardRow,
  escapeHtml,
  isolated,
  linkLines,
  linkList,
  type MailCard,
  paragraphs,
  webAddress,
} from './template-runtime.ts';

/* The parts the templates are made with. */

test('escape what means something in HTML', () => {
  expect(escapeHtml(`<a href="x" title='y'>&amp;</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;',
  );
});

test.each([
  ['https://careertarot.example/', 'https://careertarot.example/'],
  ['http://127.0.0.1:4321', 'http://127.0.0.1:4321'],
  ['java\nscript:alert(1)', '#'],
  ['//evil.example', '#'],
  ['https://careertarot.example/ onclick=x', '#'],
  ['', '#'],
])('link %j to %s', (value, expected) => {
  expect(webAddress(value)).toBe(expected);
});

describe('cards', () => {
  const card = (asDrawn: string, position = ''): MailCard => ({
    asDrawn,
    position,
    pictureUrl: 'https://tarot.example/cards/the-star.png',
  });

  test('are a line each in the text part', () => {
    expect(cardLines([card('The Star, reversed', 'Past'), card('The\nSun')])).toBe(
      '- The Star, reversed: Past\n- The Sun',
    );
  });

  test('lie five in a row where a mail program knows tables alone', () => {
    const row = cardRow(Array.from({ length: 10 }, () => card('The Star')));
    const tables = [...row.matchAll(/<!--\[if mso\]>(.*?)<!\[endif\]-->/g)].map(([, html]) => html).join('');
    expect(tables.match(/<tr>/g)).toHaveLength(2);
    expect(tables.match(/<\/tr>/g)).toHaveLength(2);
    expect(cardRow([{ ...card('The Star'), pictureUrl: 'javascript:alert(1)' }])).toContain('src="#"');
    expect(tables.split('</tr><tr>').map((cells) => cells.match(/<td/g)?.length)).toEqual([5, 5]);
  });
});

test('a list of links has each with its words, and no address but of the web', () => {
  const links = [
    { words: 'Order CT-7K3M9Q', url: 'https://careertarot.example/order/a?b&c' },
    { words: '<b>\n"', url: 'javascript:alert(1)' },
  ];
  expect(linkLines(links)).toBe('Order CT-7K3M9Q:\nhttps://careertarot.example/order/a?b&c\n\n<b> ":\n#');
  const html = linkList(links);
  expect(html).toContain('href="https://careertarot.example/order/a?b&amp;c"');
  expect(html).toContain('href="#"');
  expect(html).toContain('>&lt;b&gt; &quot;</a>');
});

test('a paragraph runs the way most of its letters do, whatever name it begins with', () => {
  const html = paragraphs('נועה, you drew The Star.\n\nהכוכב מדבר על סבלנות, Noa.');
  expect(html.match(/dir="\w+"/g)).toEqual(['dir="ltr"', 'dir="rtl"']);
});

test('a name keeps its own direction to itself', () => {
  expect(isolated(' נועה <b>')).toBe('<bdi>נועה &lt;b&gt;</bdi>');
});
