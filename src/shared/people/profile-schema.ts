import { requiredLine } from '../fields.ts';
import { z } from '../zod.ts';
import { profileLimits, yearProblem } from './profiles.ts';

/** `PUT /api/staff/:id/profile` and `PUT /api/account/profile`: all of it, in place of what there is. */
export const profileSchema = z.strictObject({
  displayName: requiredLine('The name', profileLimits.nameCharacters).nullable(),
  readingSince: z
    .int(yearProblem)
    .min(profileLimits.earliestYear, yearProblem)
    .max(9999, yearProblem)
    .nullable(),
  signature: requiredLine('The signature', profileLimits.signatureCharacters).nullable(),
});

/** The fields of a form with a portrait; without a picture, the words about the one there is are changed. */
export const portraitFormSchema = z.strictObject({
  picture: z.instanceof(File, { message: 'The picture must be a file.' }).optional(),
  alt: requiredLine('What the picture shows', profileLimits.altCharacters),
});
