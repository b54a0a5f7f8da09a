/** Of the pictures of cards, in pixels. */
export const pictureWidth = 84;
export const pictureHeight = 142;

/**
 * @returns the path of a card's picture, the same for everybody and as long as there are mails that show it, so that
 *   no picture can tell who looks at it
 */
export function cardPicturePath({ card, isReversed }: { card: string; isReversed: boolean }): string {
  return `/cards/${card}${isReversed ? '-reversed' : ''}.png`;
}
