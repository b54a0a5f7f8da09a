import { expect, test } from 'vitest';
import { linkAttribute, paragraphs, webAddress } from './template-runtime.ts';

/* The parts the templates are made with. */

test.each([
  ['https://careertarot.example/', 'https://careertarot.example/'],
  ['http://127.0.0.1:4321', 'http://127.0.0.1:4321'],
  ['java\nscript:alert(1)', '#'],
  ['//evil.example', '#'],
  ['https://careertarot.example/ onclick=x', '#'],
  ['', '#'],
])('turns the link %j into %s', (value, expected) => {
  expect(webAddress(value)).toBe(expected);
});

test('sets a paragraph’s direction by most of its letters', () => {
  const html = paragraphs('נועה, you drew The Star.\n\nהכוכב מדבר על סבלנות, Noa.');
  expect(html.match(/dir="\w+"/g)).toEqual(['dir="ltr"', 'dir="rtl"']);
});

test('keeps the equals sign in a link', () => {
  const url = 'https://careertarot.example/?order=a&b=c';
  expect(linkAttribute(url)).toBe('https://careertarot.example/?order=a&amp;b=c');
});
