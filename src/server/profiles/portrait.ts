/** How wide and high a portrait is kept: twice what the pages show it in. */
export const portraitPixels = 256;

/** What became of a picture that was sent. */
export type DrawnPortrait = { picture: Buffer } | { problem: string };

/**
 * Makes the portrait that is kept from a file that somebody sent; a problem is for them.
 *
 * @throws when it cannot be tried at all
 */
export type DrawPortrait = (file: Uint8Array) => Promise<DrawnPortrait>;
