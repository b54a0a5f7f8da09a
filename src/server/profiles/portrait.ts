/** How wide and high a portrait is kept: twice what the pages show it in. */
export const portraitPixels = 256;

/** What became of a picture that was sent. */
export type DrawnPortrait = { picture: Buffer } | { problem: string };

/**
 * Makes the stored portrait from an uploaded file; a problem is for the person who uploaded it.
 *
 * @throws when it cannot be tried at all
 */
export type DrawPortrait = (file: Uint8Array) => Promise<DrawnPortrait>;
