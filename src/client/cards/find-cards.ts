import { foldText } from '../../shared/orders/search-text.ts';
import { deck, type Suit, type TarotCard } from '../../shared/readings/cards.ts';

/** Where a card comes from, as one looks for it. */
export type CardGroup = 'majors' | Suit;

/** What the customer may type for a card: the words of its name, and the number of a minor. */
const known = deck.map((card) => {
  const words = foldText(card.name).split(' ');
  return { card, words: card.suit === null ? words : [...words, String(card.number)], name: words.join(' ') };
});

const articles = /^the /;

/**
 * Finds cards by the beginnings of their words, in any sequence: `ten c` is the Ten of Cups. `rev` among them means a
 * reversed one.
 *
 * @param group limits the search to it; without it, an empty search finds no cards
 * @returns those whose name begins with what was typed first
 */
export function findCards(
  search: string,
  group: CardGroup | null = null,
): { cards: TarotCard[]; isReversed: boolean } {
  const typed = foldText(search).split(' ').filter(Boolean);
  const words = typed.filter((word) => !isReversing(word));
  const isReversed = words.length < typed.length;
  if (words.length === 0 && group === null) return { cards: [], isReversed };
  const start = words.join(' ').replace(articles, '');
  const found = known.filter(
    ({ card, words: own }) =>
      (group === null || group === (card.suit ?? 'majors')) &&
      words.every((word) => own.some((one) => one.startsWith(word))),
  );
  const isByName = ({ name }: { name: string }) => name.replace(articles, '').startsWith(start);
  const sorted = [...found.filter(isByName), ...found.filter((one) => !isByName(one))];
  return { cards: sorted.map(({ card }) => card), isReversed };
}

function isReversing(word: string): boolean {
  return word.length >= 3 && 'reversed'.startsWith(word);
}
