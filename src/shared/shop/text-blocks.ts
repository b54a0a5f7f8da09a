export type TextBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] };

export interface Question {
  question: string;
  answer: string;
}

/** Splits a text into blocks: `#` or `##` begins a heading, `-` or `*` a list item, a blank line ends the others. */
export function readBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let isOpen = false;
  for (const line of text.split('\n').map((typed) => typed.trim())) {
    const last = blocks.at(-1);
    const item = /^[-*] +(.+)$/.exec(line)?.[1];
    const heading = /^#+ +(.+)$/.exec(line)?.[1];
    if (heading) blocks.push({ kind: 'heading', text: heading });
    else if (item && isOpen && last?.kind === 'list') last.items.push(item);
    else if (item) blocks.push({ kind: 'list', items: [item] });
    else if (line && isOpen && last?.kind === 'paragraph') last.text += ` ${line}`;
    else if (line && isOpen && last?.kind === 'list') last.items.push(`${last.items.pop()} ${line}`);
    else if (line) blocks.push({ kind: 'paragraph', text: line });
    isOpen = line !== '' && !heading;
  }
  return blocks;
}

/** Makes the id of a heading on its page: `Who sees it` → `who-sees-it`. */
export function headingId(heading: string): string {
  return heading
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** Returns each heading as a question with the text below it as answer; text before the first is dropped. */
export function readQuestions(text: string): Question[] {
  const questions: Question[] = [];
  for (const block of readBlocks(text)) {
    const words = block.kind === 'list' ? block.items.join('; ') : block.text;
    const last = questions.at(-1);
    if (block.kind === 'heading') questions.push({ question: words, answer: '' });
    else if (last) last.answer += last.answer ? ` ${words}` : words;
  }
  return questions;
}

/** Questions about the standard reading: its length, time and cards. */
const aboutOneOffer = /how long|how many|number of cards/i;

/** Returns the questions of a text; without those on length, days and cards unless the offer is the standard one. */
export function questionsOf(text: string, isStandard: boolean): Question[] {
  return readQuestions(text).filter(({ question }) => isStandard || !aboutOneOffer.test(question));
}

/** Returns what is wrong with a text of questions and answers; null if valid. An empty text is not. */
export function questionsProblem(text: string): string | null {
  const [first] = readBlocks(text);
  if (first?.kind !== 'heading') return 'Begin with a question: a line that starts with ##.';
  const open = readQuestions(text).find(({ answer }) => answer === '');
  return open ? `“${open.question}” has no answer yet.` : null;
}
