export const pictureWidth = 84;
export const pictureHeight = 142;

/** Returns the path of a card's picture: the same in all mails, so that it does not identify who looks at it. */
export function cardPicturePath({ card, isReversed }: { card: string; isReversed: boolean }): string {
  return `/cards/${card}${isReversed ? '-reversed' : ''}.png`;
}
