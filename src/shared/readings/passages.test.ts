import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Passage, type Place, placesOf } from './passages.ts';

const letter =
  'Dear Maya, the Star stands over your question. It speaks of patience, and of hope.\n\n' +
  'The Tower beside it is no threat: it is the desk you have outgrown. Leave it in spring.';

/** @returns what became of some words of a text, and the words that stand there now */
function follow(quote: string, toText: string, fromText = letter): [Place['state'], string?] {
  const from = fromText.indexOf(quote);
  const [place] = placesOf([{ from, to: from + quote.length }], fromText, toText);
  if (!place) throw new Error('nothing was answered');
  return place.state === 'gone' ? ['gone'] : [place.state, toText.slice(place.from, place.to)];
}

describe('a passage of a letter', () => {
  const edit = (from: string, to: string) => letter.replace(from, to);
  test.each<[what: string, quote: string, toText: string, Place['state'], string?]>([
    ['nothing changed', 'It speaks of patience', letter, 'unchanged', 'It speaks of patience'],
    ['a word right before it', 'hope', edit('hope', 'great hope'), 'unchanged', 'hope'],
    ['a word right after it', 'of hope', edit('of hope', 'of hope and light'), 'unchanged', 'of hope'],
    ['another word in it', 'speaks of patience', edit('of patience', 'of rest'), 'changed', 'speaks of rest'],
    [
      'one more word in it',
      'speaks of patience',
      edit('of pat', 'of great pat'),
      'changed',
      'speaks of great patience',
    ],
    ['its first word', 'outgrown. Leave', edit('outgrown', 'left'), 'changed', 'left. Leave'],
    ['its last word', 'Leave it in spring', edit('in spring', 'in May'), 'changed', 'Leave it in May'],
    ['its only word', 'threat', edit('threat', 'danger'), 'changed', 'danger'],
    [
      'another break of the line',
      'patience, and of',
      edit('ce, and', 'ce,\nand'),
      'unchanged',
      'patience,\nand of',
    ],
    ['half a word', 'patie', edit('Dear', 'My dear'), 'unchanged', 'patie'],
    [
      'removed',
      'It speaks of patience, and of hope.',
      edit('It speaks of patience, and of hope.', ''),
      'gone',
    ],
    ['a word of it taken out', 'of patience, and', edit('patience, ', ''), 'changed', 'of and'],
    ['its paragraph taken out', 'no threat', letter.slice(0, letter.indexOf('\n\n')), 'gone'],
    ['another letter', 'no threat', 'You asked whether to go. Go, and take the cat.', 'gone'],
    ['no letter any more', 'no threat', '', 'gone'],
    [
      'its sentence moved',
      'It speaks of patience',
      `It speaks of patience. ${edit('It speaks of patience, and of hope.', '')}`,
      'unchanged',
      'It speaks of patience',
    ],
    [
      'rewritten with its paragraph',
      'the desk you have outgrown',
      edit('is no threat: it is the desk you have outgrown. Leave it', 'asks you to go while the sun is out'),
      'gone',
    ],
  ])('%s', (_, quote, toText, ...expected) => {
    expect(follow(quote, toText)).toEqual(expected);
  });

  test('is found in a script without blanks', () => {
    expect(follow('耐心', '亲爱的，星星今天说到耐心和希望。', '星星说到耐心和希望。')).toEqual([
      'unchanged',
      '耐心',
    ]);
  });

  test('without words, or beyond its text, is nowhere', () => {
    expect(follow('\n\n', letter)).toEqual(['gone']);
    expect(placesOf([{ from: 500, to: 600 }], letter, letter)).toEqual([{ state: 'gone' }]);
  });
});

/** Every word once, so that there is no doubt what became of it. */
const edits = fc.array(fc.constantFrom('keep', 'keep', 'keep', 'drop', 'replace', 'insert'), {
  minLength: 2,
  maxLength: 60,
});
type Edit = 'keep' | 'drop' | 'replace' | 'insert';

function apply(done: readonly Edit[]) {
  const before = done.map((_, index) => `word${index}`);
  const after = done.flatMap((edit, index) => {
    if (edit === 'drop') return [];
    if (edit === 'replace') return [`new${index}`];
    return edit === 'insert' ? [`more${index}`, `word${index}`] : [`word${index}`];
  });
  return { before, fromText: before.join(' '), toText: after.join(' ') };
}

const part = fc.tuple(fc.nat(), fc.nat());

/** @returns the passage that some of the words are, in a text of words with a blank between them */
function passageOf(
  words: readonly string[],
  [start, length]: [number, number],
): Passage & { words: string[] } {
  const first = start % words.length;
  const quoted = words.slice(first, first + 1 + (length % (words.length - first)));
  const from = words.slice(0, first).join(' ').length + (first > 0 ? 1 : 0);
  return { from, to: from + quoted.join(' ').length, words: quoted };
}

describe('in a text whose words are all different', () => {
  test('a passage that nobody touched is found, whatever was done around it', () => {
    fc.assert(
      fc.property(edits, part, (done, chosen) => {
        const start = chosen[0] % done.length;
        const end = start + 1 + (chosen[1] % (done.length - start));
        // An insertion stands before its word: only the first word may have one.
        const around = done.map((edit, index): Edit => {
          if (index < start || index >= end) return edit;
          return index === start && edit === 'insert' ? 'insert' : 'keep';
        });
        const { before, fromText, toText } = apply(around);
        const passage = passageOf(before, chosen);
        const [place] = placesOf([passage], fromText, toText);
        expect(place?.state).toBe('unchanged');
        expect(place?.state !== 'gone' && toText.slice(place?.from, place?.to)).toBe(passage.words.join(' '));
      }),
    );
  });

  test('what is left of a passage is in what it has become', () => {
    fc.assert(
      fc.property(edits, part, (done, chosen) => {
        const { before, fromText, toText } = apply(done);
        const passage = passageOf(before, chosen);
        const left = passage.words.filter((word) => ` ${toText} `.includes(` ${word} `));
        const [place] = placesOf([passage], fromText, toText);
        if (place?.state === 'gone') {
          expect(left.join('').length).toBeLessThan(passage.words.join('').length / 3 + 1);
        } else {
          const now = ` ${toText.slice(place?.from, place?.to)} `;
          for (const word of left) expect(now).toContain(` ${word} `);
        }
      }),
    );
  });
});

// Few words, so that many are the same; and anything that can be typed.
const anyText = fc.oneof(
  fc
    .array(fc.constantFrom('the', 'star', 'moon', '.', ',', '\n\n', 'said'), { maxLength: 80 })
    .map((words) => words.join(' ')),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
);
const anyPassage = fc.tuple(fc.nat(300), fc.nat(300)).map(([from, length]) => ({ from, to: from + length }));

test('in any two texts a place lies within the text and is not empty; unchanged means the same words', () => {
  fc.assert(
    fc.property(anyText, anyText, anyPassage, fc.boolean(), (fromText, otherText, passage, isChanged) => {
      const toText = isChanged ? otherText : fromText;
      const quote = fromText.slice(passage.from, passage.to);
      const [place] = placesOf([passage], fromText, toText);
      if (!isChanged) expect(place?.state).toBe(quote.trim() === '' ? 'gone' : 'unchanged');
      if (!place || place.state === 'gone') return;
      expect(place.from).toBeGreaterThanOrEqual(0);
      expect(place.to).toBeGreaterThan(place.from);
      expect(place.to).toBeLessThanOrEqual(toText.length);
      const words = (text: string) => text.trim().replace(/\s+/g, ' ');
      if (place.state === 'unchanged') {
        expect(words(toText.slice(place.from, place.to))).toBe(words(quote));
      }
    }),
    { numRuns: 500 },
  );
});
