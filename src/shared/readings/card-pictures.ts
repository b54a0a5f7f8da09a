/** Of the pictures of cards, in pixels. */
export const pictureWidth = 84;
export const pictureHeight = 142;

/**
 * @returns the path of a card's picture. It is the same in all mails and stays valid as long as mails show it, so that
 *   no picture can tell who looks at it
 */
export function cardPicturePath({ card, isReversed }: { card: string; isReversed: boolean }): string {
  return `/cards/${card}${isReversed ? '-reversed' : ''}.png`;
}
