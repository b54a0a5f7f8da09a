import { z } from './zod.ts';

/* Not in fields.ts, because the checkout loads that file. */

/** The size of a portrait, an offer's picture or a logo, as sent. */
export const pictureBytes = 8_000_000;

/** The size of a body with a picture and the form's other fields. */
export const pictureBodyBytes = pictureBytes + 16_384;

export const pictureTooLarge = 'This picture is larger than 8 MB. Please make it smaller first.';

export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

export const pictureFile = z
  .instanceof(File, { message: 'The picture must be a file.' })
  .refine(({ size }) => size <= pictureBytes, pictureTooLarge);

/** The version the caller saw, sent as text in a form with a file. */
export const sentVersion = z
  .string('The version is missing.')
  .transform(Number)
  .pipe(z.int('The version is missing.').min(0, 'The version is missing.'));
