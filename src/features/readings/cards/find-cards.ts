import { deck, type Suit } from '../../../shared/readings/cards.ts';
import { foldText } from '../../../shared/text.ts';

export type CardGroup = 'majors' | Suit;

const known = deck.map((card) => {
  const words = foldText(card.name).split(' ');
  return { card, words: card.suit === null ? words : [...words, String(card.number)], name: words.join(' ') };
});

const articles = /^the /;

/**
 * Returns the cards whose words begin like those typed (`ten c`: Ten of Cups), best match first, none without
 * words or a group, and whether `rev…` was typed for a reversed card.
 */
export function findCards(search: string, group: CardGroup | null = null) {
  const typed = foldText(search).split(' ').filter(Boolean);
  const words = typed.filter((word) => word.length < 3 || !'reversed'.startsWith(word));
  const isReversed = words.length < typed.length;
  if (words.length === 0 && group === null) return { cards: [], isReversed };
  const start = words.join(' ').replace(articles, '');
  const isByName = ({ name }: { name: string }) => name.replace(articles, '').startsWith(start);
  const found = known
    .filter(
      ({ card, words: own }) =>
        (group === null || group === (card.suit ?? 'majors')) &&
        words.every((word) => own.some((one) => one.startsWith(word))),
    )
    .toSorted((a, b) => Number(isByName(b)) - Number(isByName(a)));
  return { cards: found.map(({ card }) => card), isReversed };
}
