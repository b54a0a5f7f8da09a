import { expect, test } from 'vitest';
import { emailAddress } from '../fields.ts';
import { canonicalEmail, cleanEmail, isEmail, mailboxOf } from './email-address.ts';

test.each([
  ...['maya@customers.example', 'm@x.co', "o'neil@work.example", 'maya+tarot@mail.work.example'],
  ...['a_b-c.d@x-y.example', 'MAYA@CUSTOMERS.EXAMPLE', 'zoë@bücher.example', '用户@例子.example'],
  `${'x'.repeat(64)}@work.example`,
])('accepts %s', (text) => {
  expect(isEmail(text)).toBe(true);
});

test.each([
  ...['', 'maya', 'maya@', '@work.example', 'maya@work', 'maya@@work.example', 'maya@.example'],
  ...['maya@work.', 'maya@work..example', 'ma ya@work.example', ' maya@work.example', 'maya@work.example '],
  ...['.maya@x.com', 'maya.@x.com', 'ma..ya@x.com', `${'x'.repeat(65)}@work.example`],
])('refuses the incomplete or malformed %j', (text) => {
  expect(isEmail(text)).toBe(false);
});

test.each([
  ...['a,b<evil@x.com>', 'a;evil@x.com', '<evil@x.com>', '"a b"@x.com', 'maya<evil@x.com', 'maya@x.com>'],
  ...['maya(comment)@x.com', 'a\\@x.com', 'a:b@x.com', 'maya@x.com,evil@x.com', 'maya@x.com?bcc=evil'],
  ...['maya@x.com\r\nBcc: evil@x.com', 'maya@x.com%0aBcc:evil@x.com', 'maya@x.com?bcc=evil@x.com'],
  ...['maya\u0000@x.com', 'm\u0007@x.com', 'maya\u202e@x.com', 'maya@[127.0.0.1]', 'maya@127.0.0.1'],
])('refuses %j, which could name another mailbox', (text) => {
  expect(isEmail(text)).toBe(false);
});

test('checks very long texts in linear time', () => {
  const started = performance.now();
  expect(isEmail(`${'a.'.repeat(50_000)}@`)).toBe(false);
  expect(isEmail(`a@${'a.'.repeat(50_000)}`)).toBe(false);
  expect(isEmail(`a@${'a-'.repeat(50_000)}!`)).toBe(false);
  expect(performance.now() - started).toBeLessThan(1000);
});

test.each([
  0xad,
  ...[0x200b, 0x200c, 0x200d, 0x200e, 0x200f],
  ...[0x202a, 0x202b, 0x202c, 0x202d, 0x202e],
  ...[0x2060, 0x2066, 0x2067, 0x2068, 0x2069, 0xfeff],
])('drops the invisible character U+%x around and inside an address', (code) => {
  const mark = String.fromCodePoint(code);
  const pasted = ` ${mark} maya${mark}@cus${mark}tomers.example${mark}\u00a0`;
  expect(cleanEmail(pasted)).toBe('maya@customers.example');
  expect(emailAddress('Your address').parse(pasted)).toBe('maya@customers.example');
});

test.each([
  ['t@müller2.example', 't@xn--mller2-3ya.example'],
  ['t@XN--MLLER2-3YA.EXAMPLE', 't@xn--mller2-3ya.example'],
  [' \u200et@mu\u0308ller2.example', 't@xn--mller2-3ya.example'],
  ['jose\u0301@work.example', 'josé@work.example'],
  ['A\u0308MILIE@Work.Example', 'ämilie@work.example'],
  ['ОВА@РАБОТА.example', canonicalEmail('ова@работа.example')],
  ['', ''],
])('turns %j into %j', (typed, canonical) => {
  expect(canonicalEmail(typed)).toBe(canonical);
});

test.each([
  ['Ｍaya@customers.example', 'maya@customers.example'],
  ['maya+tarot+2@customers.example', 'maya@customers.example'],
  ['M.a.y.a+x@GMail.com', 'maya@gmail.com'],
  ['may.a@googlemail.com', 'maya@gmail.com'],
  ['maya@ＣＵＳＴＯＭＥＲＳ.example', 'maya@customers.example'],
  ['+maya@customers.example', '+maya@customers.example'],
  ['', ''],
])('reads the mailbox of %s as %s', (typed, mailbox) => {
  expect(mailboxOf(typed)).toBe(mailbox);
});
