import { emailAddress, optionalText, requiredLine, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import type { Answer, AnswerValue } from '../offers/answers.ts';
import type { FormOffer, IntakeQuestion, QuestionKind } from '../offers/offers.ts';
import { questionOfAddOn } from '../offers/quote.ts';
import { answerLimits } from '../order-limits.ts';
import { readingTypes } from '../orders/reading-types.ts';
import { dayText } from '../people/days-away.ts';
import { cleanText } from '../text.ts';
import { z } from '../zod.ts';

const readingType = z.enum(readingTypes, { error: 'Please choose one of the questions.' });

/** What every order form asks beside the questions of its offer. */
const formFields = {
  offer: requiredLine('The offer', 60).optional(),
  readingType,
  customQuestion: optionalText('Your question', limits.questionCharacters),
  customerName: requiredLine('Your full name', limits.nameCharacters),
  customerEmail: emailAddress('Your email address'),
  readingAddresseeName: requiredLine('The name for the reading', limits.nameCharacters),
  backgroundContext: optionalText('The background', limits.backgroundCharacters),
  /** The day on the page when the form was sent: a later one needs another press */
  promisedDay: dayText('The promised day').optional(),
  /** The sum on the button when the form was sent, in the main unit: another one needs another press */
  shownAmount: z.number({ error: 'The shown amount must be a number.' }).optional(),
  shownCurrency: requiredLine('The shown currency', 3).optional(),
  consent: z.boolean({ error: 'The consent must be true or false.' }).optional(),
  /** The secret of the page of a delivered order, for an offer to returning customers */
  after: requiredLine('The earlier order', 200).optional(),
};

const addOnIds = z.array(z.string('addOns is a list of ids.'), 'addOns is a list of ids.').default([]);

/** Returns the schema of an offer's order form. @param chosen the ids of the chosen add-ons, which may ask, too */
export function orderFormSchema(offer: FormOffer, chosen: readonly string[] = []) {
  const { standardQuestions, addOns } = offer;
  return (
    z
      .strictObject({
        ...formFields,
        readingType: standardQuestions ? readingType : readingType.default('other'),
        addOns: addOnIds.refine(
          (ids) => ids.every((id) => addOns.some((addOn) => addOn.id === id)),
          'This add-on isn’t offered anymore.',
        ),
        answers: answersSchema(askedQuestions(offer, chosen)),
      })
      .superRefine((form, context) => {
        if (
          standardQuestions &&
          form.readingType === 'other' &&
          (form.customQuestion?.length ?? 0) < limits.questionMinimumCharacters
        ) {
          context.addIssue({
            code: 'custom',
            path: ['customQuestion'],
            message: `Please enter your question (at least ${limits.questionMinimumCharacters} characters).`,
          });
        }
      })
      // A question typed before another type was chosen is not part of the order.
      .transform((form) => ({
        ...form,
        customQuestion: form.readingType === 'other' ? form.customQuestion : null,
      }))
  );
}
export type ReadingRequest = z.output<ReturnType<typeof orderFormSchema>>;
/** What a form sends: as the schema reads it, but answers by question. */
export type OrderCall = Omit<ReadingRequest, 'answers' | 'addOns'> & {
  answers?: Record<string, AnswerValue>;
  addOns?: string[];
};
export type ReadingRequestInput = z.input<ReturnType<typeof orderFormSchema>>;

/** Returns what a form asks: the offer's questions, and those of the chosen add-ons. */
export function askedQuestions(
  { questions, addOns }: Pick<FormOffer, 'questions' | 'addOns'>,
  chosen: readonly string[],
): IntakeQuestion[] {
  const more = addOns
    .filter(({ id }) => chosen.includes(id))
    .flatMap((addOn) => questionOfAddOn(addOn) ?? []);
  return [...questions, ...more];
}

/** Returns the schema of `{ questionId: value }`; its output is the questions as they stand, with their answers. */
function answersSchema(questions: readonly IntakeQuestion[]) {
  return z
    .custom<Record<string, AnswerValue>>(
      (given) => typeof given === 'object' && !Array.isArray(given),
      'answers is an object with the answers by question.',
    )
    .nullish()
    .transform((given, context): Answer[] => {
      const values = new Map(Object.entries(given ?? {}));
      if ([...values.keys()].some((id) => !questions.some((question) => question.id === id))) {
        context.addIssue({ code: 'custom', message: 'One of these questions isn’t asked anymore.' });
      }
      return questions.map(({ id, kind, label, required, choices = [] }) => {
        const read = answerSchemas[kind].safeParse(values.get(id) ?? '');
        const value = read.success ? read.data : null;
        const isChoice = kind !== 'choice' || value === null || choices.includes(String(value));
        const missing = value === null && required ? 'Please answer this question.' : null;
        const problem = read.success && isChoice ? missing : answerProblems[kind];
        if (problem) context.addIssue({ code: 'custom', path: [id], message: problem });
        return { id, kind, label, value };
      });
    });
}

const written = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .transform((text) => cleanText(text) || null);

/** What an answer of each kind is; null where it is blank. */
const answerSchemas: Record<QuestionKind, z.ZodType<AnswerValue>> = {
  choice: written(answerLimits.text),
  text: written(answerLimits.text),
  longText: written(answerLimits.longText),
  date: z.union([z.iso.date(), z.literal('').transform(() => null)]),
  number: z.union([
    z.number(),
    z
      .string()
      .trim()
      // `1,000` can mean two numbers.
      .regex(/^(?:-?\d{1,12}(?:\.\d{1,6}|,(?!\d{3}$)\d{1,6})?)?$/)
      .transform((text) => (text === '' ? null : Number(text.replace(',', '.')))),
  ]),
  yesNo: z.union([
    z.boolean(),
    z.enum(['yes', 'no']).transform((text) => text === 'yes'),
    z.literal('').transform(() => null),
  ]),
};

const answerProblems: Record<QuestionKind, string> = {
  choice: 'Please choose one of the answers.',
  text: `Please write a text of at most ${answerLimits.text} characters.`,
  longText: `Please write a text of at most ${answerLimits.longText} characters.`,
  date: 'Please enter a date, such as 1990-05-31.',
  number: 'Please enter a number, such as 7 or 7.5.',
  yesNo: 'Please choose yes or no.',
};

/** `POST /api/create-simple-payment-intent`: the form, checked by its offer's schema, or what opens the checkout. */
export const checkoutCallSchema = z
  .custom<Record<string, never> | { offer: string } | ReadingRequestInput>()
  .transform((call: unknown, context): Record<string, unknown> => {
    if (typeof call === 'object' && call !== null && !Array.isArray(call)) return Object.assign(call);
    context.addIssue({ code: 'custom', message: 'Send the data as a JSON object.' });
    return z.NEVER;
  });

/** `POST /api/quote` */
export const quoteSchema = z.strictObject({
  offer: formFields.offer,
  addOns: addOnIds,
});

/** The answer to `POST /api/quote`: amounts in the main unit. */
export interface QuoteAnswer {
  amount: number;
  currency: string;
  lines: { label: string; amount: number }[];
  promisedDay: string;
}

export const confirmPaymentSchema = z.strictObject({
  orderId: requiredLine('The order', 60),
  orderNumber: requiredLine('The order number', 20),
});

export const paymentFailureSchema = z.strictObject({
  customerName: optionalText('The name', limits.nameCharacters),
  customerEmail: optionalText('The email address', limits.emailCharacters),
  errorMessage: requiredText('The error message', limits.errorMessageCharacters),
  paymentIntentId: optionalText('The payment', 100),
});

export const testEmailSchema = z.strictObject({ email: emailAddress('The email address') });

export interface CheckoutOpened {
  clientSecret: string | null;
  free?: true;
  completedOrderNumber?: string;
}

export interface CheckoutSubmitted {
  orderId: string;
  orderNumber: string;
  paymentIntentId: string | null;
  clientSecret: string | null;
  /** In the main unit. The page compares both with its button before it confirms the payment. */
  amount: number;
  currency: string;
}
