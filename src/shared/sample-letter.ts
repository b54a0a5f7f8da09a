import { type DrawnCard, deck } from './readings/cards.ts';
import { readBlocks } from './shop/text-blocks.ts';

/** A letter that shows what a reading looks like. */
export interface SampleLetter {
  question: string | null;
  cards: DrawnCard[];
  /** `Dear Anna,`; null where the text has none. */
  greeting: string | null;
  paragraphs: string[];
}

/**
 * Parses a sample: the first heading is the question, a list the cards (`The Star, reversed: Past`) without
 * unknown ones, a first line such as `Dear Anna,` the greeting, the rest paragraphs. Null for missing parts.
 */
export function readSample(text: string): SampleLetter {
  const blocks = readBlocks(text);
  const paragraphs = blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : []));
  const [first = ''] = paragraphs;
  const isGreeted = /^.{1,80},$/.test(first);
  return {
    question: blocks.find((block) => block.kind === 'heading')?.text ?? null,
    cards: cardLines(text).flatMap((line) => readCard(line) ?? []),
    greeting: isGreeted ? first : null,
    paragraphs: isGreeted ? paragraphs.slice(1) : paragraphs,
  };
}

/** Returns why a sample cannot be saved, else null: an unknown card, or no letter. */
export function sampleProblem(text: string): string | null {
  const unknown = cardLines(text).find((line) => !readCard(line));
  if (unknown) return `“${unknown}” isn’t a card. Write it as “The Star” or “Two of Cups, reversed: Past”.`;
  return readSample(text).paragraphs.length > 0 ? null : 'The letter itself is missing.';
}

function cardLines(text: string): string[] {
  return readBlocks(text).flatMap((block) => (block.kind === 'list' ? block.items : []));
}

function readCard(line: string): DrawnCard | null {
  const [, name = '', reversed, position = ''] =
    /^([^,:]+?)(, reversed)?(?:: *(.+))?$/i.exec(line.trim()) ?? [];
  const card = deck.find((known) => known.name.toLowerCase() === name.toLowerCase());
  return card ? { card: card.slug, isReversed: reversed !== undefined, position } : null;
}
