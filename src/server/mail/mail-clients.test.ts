import { doIUseEmail } from '@jsx-email/doiuse-email';
import { expect, test } from 'vitest';
import { sampleMails } from '../../../tests/kit/sample-mails.ts';

/**
 * What mail programs do not know, of what the mails are made of, and why they may stay without it. Checked against what
 * https://www.caniemail.com has found out; what is known in part only is not listed.
 */
const doneWithout: Record<string, string> = {
  // Gmail's mobile web version (for accounts of others) reads no style sheet at all; Outlook for Windows little of one.
  'ID selector': 'MJML resets margins of Outlook’s own frame with it; nothing else stands there',
  'Type selector': 'MJML resets what programs add to tables and pictures; each has its own style besides',
  'Class selector': 'narrow screens and dark mode; what is read stands in the style of each element',
  'Descendant combinator': 'the same',
  'Child combinator': 'the same',
  'Chaining selectors': 'the same',
  'Attribute selector': 'dark colors for Outlook’s own dark mode, in the versions that have one',
  ':last-child': 'the gap after the last paragraph of a letter is a line larger',
  '@media':
    'narrow screens and dark mode: the widths give way by themselves, and the light colors are readable',
  outline: 'MJML takes a line from around pictures that Outlook does not draw there',
  // Of long words, and of marks that no message has.
  'overflow-wrap': 'word-break says it, too; where neither is known, an address without a gap may be cut off',
  'word-break': 'overflow-wrap says it, too',
  'word-spacing': 'MJML gives it its usual value',
  'text-underline-offset': 'links are underlined as everywhere',
  'white-space': 'a number may be broken into two lines',
  'table-layout': 'the two columns of the receipt are as wide as their words',
  'border-radius': 'the button has square corners',
  // What is to be seen in the list of messages alone: each way alone hides it where it is known.
  'display:none': 'the preheader is as small as nothing, without height, and mso-hide is for Outlook',
  opacity: 'the same',
  overflow: 'the same',
  '<bdi> element': 'a name of another script may pull the punctuation beside it along',
  // The frame.
  '<body> element': 'its color is on the block within it as well',
  'target attribute': 'the program decides where a link opens, as it should',
  // For screen readers.
  'aria-label attribute': 'the title of the mail, which its subject says',
  'aria-hidden attribute': 'the names of cards are read twice',
  'role attribute': 'tables are announced as tables',
};

/** @returns what of a mail Gmail, Outlook or Apple Mail do not know */
function unknownIn(html: string): string[] {
  const found = doIUseEmail(html, { emailClients: ['gmail.*', 'outlook.*', 'apple-mail.*'] });
  const features = found.success
    ? []
    : found.errors.map((error) => /^`(.*?)` is not/.exec(error)?.[1] ?? error);
  return [...new Set(features)];
}

test('uses unsupported mail features only with a listed reason', () => {
  const met = new Set<string>();
  for (const { name, render } of sampleMails) {
    const unknown = unknownIn(render().html);
    expect([name, ...unknown.filter((feature) => !(feature in doneWithout))]).toEqual([name]);
    for (const feature of unknown) met.add(feature);
  }
  expect(Object.keys(doneWithout).filter((feature) => !met.has(feature))).toEqual([]);
});

test('detects a feature that mail programs do not support', () => {
  expect(unknownIn('<div style="display:grid;position:sticky">Cards</div>').length).toBeGreaterThan(0);
});
