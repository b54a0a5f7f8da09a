export interface DrawnCard {
  card: string;
  isReversed: boolean;
  /** The meaning of its place in the spread, such as `Past`, or empty. */
  position: string;
}

export const suits = ['wands', 'cups', 'swords', 'pentacles'] as const;
export type Suit = (typeof suits)[number];

export interface TarotCard {
  slug: string;
  name: string;
  suit: Suit | null;
  /** A major's number from 0; in a suit, from 1 (ace) to 14 (king). */
  number: number;
}

const majors = (
  'The Fool, The Magician, The High Priestess, The Empress, The Emperor, The Hierophant, The Lovers, ' +
  'The Chariot, Strength, The Hermit, Wheel of Fortune, Justice, The Hanged Man, Death, Temperance, ' +
  'The Devil, The Tower, The Star, The Moon, The Sun, Judgement, The World'
).split(', ');

const ranks = 'Ace Two Three Four Five Six Seven Eight Nine Ten Page Knight Queen King'.split(' ');

const slugOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');
const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export const deck: readonly TarotCard[] = [
  ...majors.map((name, number) => ({ slug: slugOf(name), name, suit: null, number })),
  ...suits.flatMap((suit) =>
    ranks.map((rank, index) => {
      const name = `${rank} of ${capitalised(suit)}`;
      return { slug: slugOf(name), name, suit, number: index + 1 };
    }),
  ),
];

const bySlug = new Map(deck.map((card) => [card.slug, card]));

export function findCard(slug: string): TarotCard | undefined {
  return bySlug.get(slug);
}

/** Returns a card's name, such as `The Star, reversed`; an unknown card's slug instead. */
export function cardTitle({ card, isReversed }: DrawnCard): string {
  const name = findCard(card)?.name ?? card;
  return isReversed ? `${name}, reversed` : name;
}

/** Returns a card in words, such as `The Star, reversed: Past`. */
export function cardText(drawn: DrawnCard): string {
  return drawn.position ? `${cardTitle(drawn)}: ${drawn.position}` : cardTitle(drawn);
}

/** Joins cards in words: `The Star, reversed: Past; Two of Cups` */
export function cardsText(cards: readonly DrawnCard[]): string {
  return cards.map(cardText).join('; ');
}

export function areSameCards(some: readonly DrawnCard[], others: readonly DrawnCard[]): boolean {
  const keysOf = (cards: readonly DrawnCard[]) =>
    JSON.stringify(cards.map(({ card, isReversed, position }) => [card, isReversed, position]));
  return keysOf(some) === keysOf(others);
}

export const pictureWidth = 84;
export const pictureHeight = 142;

/** Returns the path of a card's picture: the same in all mails, so that it does not identify the viewer. */
export function cardPicturePath({ card, isReversed }: { card: string; isReversed: boolean }): string {
  return `/cards/${card}${isReversed ? '-reversed' : ''}.png`;
}
