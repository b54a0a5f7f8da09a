import { profileLimits } from './people/profile-schema.ts';
import { z } from './zod.ts';

/* Not in fields.ts, because the checkout loads that file. */

export const pictureFile = z
  .instanceof(File, { message: 'The picture must be a file.' })
  .refine(
    ({ size }) => size <= profileLimits.portraitBytes,
    'This picture is larger than 8 MB. Please make it smaller first.',
  );

/** The version the caller saw, sent as text in a form with a file. */
export const sentVersion = z
  .string('The version is missing.')
  .transform(Number)
  .pipe(z.int('The version is missing.').min(0, 'The version is missing.'));
