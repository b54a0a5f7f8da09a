/** A card that was drawn for a reading. */
export interface DrawnCard {
  /** Its name in addresses, such as `the-star` or `ten-of-cups`. */
  card: string;
  isReversed: boolean;
  /** What its place in the spread stands for, such as `Past`; empty when it has no name. */
  position: string;
}

export const suits = ['wands', 'cups', 'swords', 'pentacles'] as const;
export type Suit = (typeof suits)[number];

/** A card of the deck. */
export interface TarotCard {
  /** Its name in addresses. */
  slug: string;
  name: string;
  /** Null for a major. */
  suit: Suit | null;
  /** Of a major from 0, as it stands on the card; of a suit from 1, the ace, to 14, the king. */
  number: number;
}

const majors = [
  'The Fool',
  'The Magician',
  'The High Priestess',
  'The Empress',
  'The Emperor',
  'The Hierophant',
  'The Lovers',
  'The Chariot',
  'Strength',
  'The Hermit',
  'Wheel of Fortune',
  'Justice',
  'The Hanged Man',
  'Death',
  'Temperance',
  'The Devil',
  'The Tower',
  'The Star',
  'The Moon',
  'The Sun',
  'Judgement',
  'The World',
];

const ranks = [
  'Ace',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Page',
  'Knight',
  'Queen',
  'King',
];

const slugOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');
const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** All 78 cards: the majors, then suit by suit. */
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

/** @returns a card of the deck by its name in addresses */
export function findCard(slug: string): TarotCard | undefined {
  return bySlug.get(slug);
}

/** @returns how a card lay: `The Star, reversed` */
export function cardAsDrawn({ card, isReversed }: DrawnCard): string {
  const name = findCard(card)?.name ?? card;
  return isReversed ? `${name}, reversed` : name;
}

/** @returns the same with what its place stands for: `The Star, reversed: Past` */
export function cardInWords(drawn: DrawnCard): string {
  return drawn.position ? `${cardAsDrawn(drawn)}: ${drawn.position}` : cardAsDrawn(drawn);
}

/** @returns cards in their sequence, in one line */
export function cardsInWords(cards: readonly DrawnCard[]): string {
  return cards.map(cardInWords).join('; ');
}

/** @returns whether the same cards lie in the same sequence, the same way round, at places of the same name */
export function areSameCards(some: readonly DrawnCard[], others: readonly DrawnCard[]): boolean {
  return (
    some.length === others.length &&
    some.every((drawn, index) => {
      const other = others[index];
      return (
        drawn.card === other?.card &&
        drawn.isReversed === other.isReversed &&
        drawn.position === other.position
      );
    })
  );
}
