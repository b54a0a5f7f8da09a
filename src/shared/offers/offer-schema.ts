import { optionalText, requiredLine, text } from '../fields.ts';
import { pictureFile, sentVersion } from '../picture-schema.ts';
import { sampleProblem } from '../sample-letter.ts';
import { questionsProblem } from '../shop/text-blocks.ts';
import { cleanLine, cleanText } from '../text.ts';
import { z } from '../zod.ts';
import { offerLimits, offerVisibilities, questionKinds, slugOf, standardOffer } from './offer-types.ts';
import { invalidPrice } from './price.ts';

const { addOns: mostAddOns, choices: mostChoices, questions: mostQuestions, ...most } = offerLimits;

/** Returns the schema of a whole number in a range; digits in a text are refused. */
export const wholeNumber = (label: string, from: number, to: number) => {
  const error = `${label} must be a whole number from ${from} to ${to}.`;
  return z.int(error).min(from, error).max(to, error);
};

const yesOrNo = (label: string) => z.boolean({ error: `${label} is true or false.` });

/** In the main unit of the shop's currency, whose rules the server adds (`toPrice`). */
export const price = z.number({ error: invalidPrice }).min(0, invalidPrice);

/** `PUT /api/settings/price` */
export const changePriceSchema = z.strictObject({ price });

const days = wholeNumber('The business days', 1, most.days);
const id = z.string({ error: 'An id must be text.' }).max(60, 'An id has at most 60 characters.').optional();

/** The error for a part that is not an object; other errors keep their own words. */
const objectError = (label: string): { error: z.core.$ZodErrorMap } => ({
  error: ({ code }) => (code === 'invalid_type' ? `${label} must be an object.` : undefined),
});

const questionSchema = z
  .strictObject(
    {
      id,
      kind: z.enum(questionKinds, { error: `The kind is one of ${questionKinds.join(', ')}.` }),
      label: requiredLine('The question', most.labelCharacters),
      help: text('The help', most.helpCharacters).transform(cleanLine).default(''),
      required: yesOrNo('required').default(false),
      choices: z.array(requiredLine('A choice', most.labelCharacters), 'The choices are a list.').optional(),
    },
    objectError('A question'),
  )
  .transform(({ choices, ...question }) =>
    question.kind === 'choice' ? { ...question, choices: choices ?? [] } : question,
  )
  .superRefine((question, context) => {
    if (!('choices' in question) || !question.choices) return;
    const { choices } = question;
    const problem =
      choices.length < 2 || choices.length > mostChoices
        ? `Give 2 to ${mostChoices} choices.`
        : new Set(choices).size < choices.length && 'Two choices are the same.';
    if (problem) context.addIssue({ code: 'custom', path: ['choices'], message: problem });
  });

const addOnSchema = z
  .strictObject(
    {
      id,
      name: requiredLine('The name of the add-on', most.nameCharacters),
      price,
      days: days.nullish(),
      asks: optionalText('The question of the add-on', most.labelCharacters, cleanLine),
    },
    objectError('An add-on'),
  )
  .transform(({ days: rushDays, asks, ...addOn }) => ({
    ...addOn,
    ...(rushDays && { days: rushDays }),
    ...(asks && { asks }),
  }));

/** A text of the offer in place of the shop's. */
const ownText = (label: string, problemOf: (text: string) => string | null) =>
  text(label, most.ownTextCharacters)
    .transform(cleanText)
    .superRefine((typed, context) => {
      const message = typed && problemOf(typed);
      if (message) context.addIssue({ code: 'custom', message });
    });

/** Without defaults: in a change, fields that are left out keep their value. */
const offerFields = {
  /** Ids come from the server: a program may send an offer back as it received it. */
  id,
  slug: text('The address', most.slugCharacters)
    .transform((slug) => slug.trim().toLowerCase())
    .refine(
      (slug) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug),
      'Use only letters a to z, digits and single hyphens in the address.',
    ),
  name: requiredLine('The name', most.nameCharacters),
  summary: text('The sentence', most.summaryCharacters).transform(cleanLine),
  text: text('The text', most.textCharacters).transform(cleanText),
  faq: ownText('The questions', questionsProblem),
  sample: ownText('The sample', sampleProblem),
  /** Null removes it; other values change nothing: a picture is uploaded by its own call. */
  picture: z.string().nullable(),
  price,
  days,
  words: wholeNumber('The recommended words', 1, most.words),
  visibility: z.enum(offerVisibilities, {
    error: `visibility is one of ${offerVisibilities.join(', ')}.`,
  }),
  standardQuestions: yesOrNo('standardQuestions'),
  returningOnly: yesOrNo('returningOnly'),
  questions: z
    .array(questionSchema, 'The questions are a list.')
    .max(mostQuestions, `An offer has at most ${mostQuestions} questions.`),
  addOns: z
    .array(addOnSchema, 'The add-ons are a list.')
    .max(mostAddOns, `An offer has at most ${mostAddOns} add-ons.`),
};

/** `POST /api/offers`. Without an address, one is made from the name. */
export const createOfferSchema = z
  .strictObject({
    ...offerFields,
    slug: offerFields.slug.optional(),
    summary: offerFields.summary.default(''),
    text: offerFields.text.default(''),
    faq: offerFields.faq.default(''),
    sample: offerFields.sample.default(''),
    picture: z.null().default(null),
    days: days.default(standardOffer.days),
    words: offerFields.words.default(standardOffer.words),
    visibility: offerFields.visibility.default('shown'),
    standardQuestions: offerFields.standardQuestions.default(false),
    returningOnly: offerFields.returningOnly.default(false),
    questions: offerFields.questions.default([]),
    addOns: offerFields.addOns.default([]),
  })
  .transform(({ slug, ...offer }) => ({ ...offer, slug: slug ?? slugOf(offer.name) }));
export type NewOffer = z.output<typeof createOfferSchema>;
export type OfferInput = z.input<typeof createOfferSchema>;

/** `PUT /api/offers/{id}`: fields that are left out stay; `version` is the version the caller saw. */
export const changeOfferSchema = z.strictObject({
  ...z.strictObject(offerFields).partial().shape,
  version: z.int('version is the number that was seen.'),
});
export type OfferChange = z.output<typeof changeOfferSchema>;
export type OfferChangeInput = z.input<typeof changeOfferSchema>;

/** `PUT /api/offers/{id}/picture` */
export const offerPictureSchema = z.strictObject({ picture: pictureFile, version: sentVersion });

/** `PUT /api/offers/order`: all offers, in the new order. */
export const orderOffersSchema = z.strictObject({
  ids: z.array(requiredLine('An id', 60), 'ids is the list of all offers.').max(1_000, 'Too many offers.'),
});
