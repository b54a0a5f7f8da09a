import { counted } from '../counted-text.ts';
import { countWords } from '../text.ts';

/** The order a reading is checked for. */
export type CheckedOrder = { readingAddresseeName: string; offer: { words: number } };

/** A text below both limits is very short: in scripts without spaces, a long text has few words. */
const shortText = { words: 50, characters: 300 };

/** Two sentences about a likely mistake, and its passage in characters; null when it is about the whole text. */
export type Remark = { remark: string; advice: string; passage: { from: number; to: number } | null };

const mostOfAKind = 5;

/** Gaps left to fill in: `[name]`, `{{name}}`, `{name}`, `TODO`, `XXX`, `____`, lorem ipsum. */
const placeholder =
  /\[[^\]\n]{1,40}\]|\{\{[^}\n]{0,40}\}\}|\{[^{}\n]{1,40}\}|\b(?:TODO|TBD|XXX+)\b|_{3,}|\blorem ipsum\b/gi;

const greeting = /^\s*((?:dear|hello|hi)\b[^\n,.!:;]{0,40}[,.!:;]?)/i;

const signOff =
  /\n\s*((?:with |many |much )?(?:warm(?:ly|est)?|best|kind(?:est)?|love|blessings|sincerely|yours)\b[^\n.?!]{0,40}\n\s*[^\n.?!]{1,40})\s*$/i;

/** Also across a line break, but not across paragraphs. */
const doubleWord = /(?<![\p{L}\p{N}'’-])(\p{L}{1,40})[ \t\u00a0]*[ \t\n\u00a0]\1(?![\p{L}\p{N}'’-])/giu;
/** As in "the hopes she had had". */
const rightTwice = /^(?:had|that)\b/i;

const address =
  /\b(?:https?:\/\/|www\.)[^\s<>"']*[^\s<>"'.,;:!?)]|[\w.+-]{1,64}@[\w.-]{1,64}\.[a-z]{2,20}\b/gi;

/** Returns likely mistakes in a reading, at most five of a kind; [] when it seems fine. */
export function checkReading(content: string, order: CheckedOrder): Remark[] {
  const name = order.readingAddresseeName.trim();
  return [
    ...everyOne(content, placeholder, (left) => ({
      remark: `“${left}” looks like a placeholder.`,
      advice: 'Fill it in or take it out.',
    })),
    ...secondGreeting(content, name),
    ...secondSignature(content),
    ...everyOne(content, doubleWord, (double) =>
      rightTwice.test(double)
        ? null
        : {
            remark: `“${double.replace(/\s+/, ' ')}” has the same word twice.`,
            advice: 'Delete one, unless you meant it.',
          },
    ),
    ...everyOne(content, address, (found) => ({
      remark: `It has the address ${found}.`,
      advice: 'Check that the customer should go there.',
    })),
    ...missingName(content, name),
    ...unusualLength(content, order.offer),
  ];
}

/** Returns whether a text has under 50 words (or the offer's, if fewer) and also under 300 characters. */
export function isVeryShort(content: string, { words }: CheckedOrder['offer']): boolean {
  const fewWords = Math.min(shortText.words, words);
  return countWords(content) < fewWords && content.trim().length < shortText.characters;
}

function everyOne(
  content: string,
  pattern: RegExp,
  say: (found: string) => Omit<Remark, 'passage'> | null,
): Remark[] {
  const remarks = new Map<string, Remark>();
  for (const { 0: found, index } of content.matchAll(pattern)) {
    if (remarks.size === mostOfAKind) break;
    const said = say(found);
    if (said && !remarks.has(said.remark)) {
      remarks.set(said.remark, { ...said, passage: { from: index, to: index + found.length } });
    }
  }
  return [...remarks.values()];
}

function secondGreeting(content: string, name: string): Remark[] {
  const [before, greeted] = greeting.exec(content) ?? [];
  if (before === undefined || greeted === undefined) return [];
  const from = before.length - greeted.length;
  return [
    {
      remark: `The email already begins with “Dear ${name},”. This text has a second greeting.`,
      advice: 'Leave the greeting out.',
      passage: { from, to: from + greeted.trimEnd().length },
    },
  ];
}

function secondSignature(content: string): Remark[] {
  const match = signOff.exec(content);
  const [found, signed] = match ?? [];
  if (!match || !found || !signed) return [];
  const from = match.index + found.indexOf(signed);
  return [
    {
      remark: 'The letter is signed for you. This text has a second signature.',
      advice: 'Leave the signature out.',
      passage: { from, to: from + signed.trimEnd().length },
    },
  ];
}

function missingName(content: string, name: string): Remark[] {
  if (name === '' || content.toLowerCase().includes(name.toLowerCase())) return [];
  const remark = `The name ${name} is not in the text.`;
  return [{ remark, advice: 'Use it once, so the letter feels personal.', passage: null }];
}

function unusualLength(content: string, { words: least }: CheckedOrder['offer']): Remark[] {
  const words = countWords(content);
  if (words >= least && words <= 2 * least) return [];
  const advice = words < least ? 'Is there more to say about the cards?' : 'Is there something to cut?';
  const remark = `It has ${counted(words, 'word')}; ${least} to ${2 * least} are recommended.`;
  return [{ remark, advice, passage: null }];
}
