import { hours } from '../durations.ts';
import { emailAddress, fieldProblems, optionalText, requiredLine, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import type { Answer, AnswerValue } from '../offers/offer-answers.ts';
import type { FormOffer, IntakeQuestion, QuestionKind } from '../offers/offer-types.ts';
import { chosenAddOns, questionOfAddOn } from '../offers/quote.ts';
import { answerLimits, type ReadingType, readingTypes } from '../orders/order-form.ts';
import { dayText, yearProblem } from '../people/days-away.ts';
import { asCode, cleanLine, cleanText } from '../text.ts';
import { ambiguityOf } from '../typed-numbers.ts';
import { z } from '../zod.ts';

const addOnIds = z.array(z.string('addOns is a list of ids.'), 'addOns is a list of ids.').default([]);

/** A promotion code as typed; blank means no code. */
const typedCode = z
  .string({ error: 'The code must be text.' })
  .nullish()
  .transform((text) => (text && asCode(text)) || undefined)
  .pipe(
    z
      .string()
      .max(limits.codeCharacters, `A code has at most ${limits.codeCharacters} characters.`)
      .optional(),
  );

/** The answers as sent, by question. */
const answersSchema = z
  .custom<Record<string, AnswerValue>>(
    (given) => typeof given === 'object' && !Array.isArray(given),
    'answers is an object with the answers by question.',
  )
  .nullish();

const ownQuestion = optionalText('Your question', limits.questionCharacters);
const noReadingType = 'Please choose one of the questions.';

/** The fields of every order form. `checkOrderForm` also checks what its offer asks. */
const orderFormSchema = z.strictObject({
  offer: requiredLine('The offer', 60).optional(),
  readingType: z.enum(readingTypes, { error: noReadingType }).optional(),
  customQuestion: ownQuestion,
  customerName: requiredLine('Your full name', limits.nameCharacters, 'Enter your full name.'),
  customerEmail: emailAddress('Your email address', 'Enter your email address.'),
  readingAddresseeName: requiredLine(
    'The name for the reading',
    limits.nameCharacters,
    'Enter a name for the reading.',
  ),
  backgroundContext: optionalText('The background', limits.backgroundCharacters),
  /** The day the page showed: a later day must be confirmed by pressing again */
  promisedDay: dayText('The promised day').optional(),
  /** The sum the button showed, in the main unit: another sum must be confirmed by pressing again */
  shownAmount: z.number({ error: 'The shown amount must be a number.' }).optional(),
  shownCurrency: requiredLine('The shown currency', 3).optional(),
  consent: z.boolean({ error: 'The consent must be true or false.' }).optional(),
  /** The secret of the page of a delivered order, for an offer to returning customers */
  after: requiredLine('The earlier order', 200).optional(),
  code: typedCode,
  addOns: addOnIds,
  answers: answersSchema,
});
export type OrderInput = z.input<typeof orderFormSchema>;

/** A valid order form, with its questions and answers. */
export type ReadingRequest = Omit<z.output<typeof orderFormSchema>, 'readingType' | 'answers'> & {
  readingType: ReadingType;
  answers: Answer[];
};

/**
 * Checks an order form against its offer.
 * @returns the order's data, or a sentence for every wrong field at once; a question's field is its id
 */
export function checkOrderForm(
  offer: FormOffer,
  form: Record<string, unknown>,
): { request: ReadingRequest } | { problems: Record<string, string> } {
  const { data, error } = orderFormSchema.safeParse(form);
  const chosen = addOnIds.safeParse(form.addOns).data ?? [];
  const given = answersSchema.safeParse(form.answers).data ?? {};
  const { answers, problems } = checkAnswers(askedQuestions(offer, chosen), given);
  if (!chosen.every((id) => offer.addOns.some((addOn) => addOn.id === id))) {
    problems.addOns = 'This add-on isn’t offered anymore.';
  }
  if (offer.standardQuestions && form.readingType === undefined) problems.readingType = noReadingType;
  const question = ownQuestion.safeParse(form.customQuestion);
  if (
    offer.standardQuestions &&
    form.readingType === 'other' &&
    question.success &&
    (question.data ?? '').length < limits.questionMinimumCharacters
  ) {
    problems.customQuestion = `Please enter your question (at least ${limits.questionMinimumCharacters} characters).`;
  }
  if (!data || Object.keys(problems).length > 0) {
    return { problems: { ...(error && fieldProblems(error)), ...problems } };
  }
  const { readingType = 'other' } = data;
  // A question typed before another type was chosen is not part of the order.
  const customQuestion = readingType === 'other' ? data.customQuestion : null;
  return { request: { ...data, readingType, customQuestion, answers } };
}

/** Returns an order form's questions: the offer's own, then the chosen add-ons'. */
export function askedQuestions(
  { questions, addOns }: Pick<FormOffer, 'questions' | 'addOns'>,
  chosen: readonly string[],
): IntakeQuestion[] {
  return [...questions, ...chosenAddOns({ addOns }, chosen).flatMap((addOn) => questionOfAddOn(addOn) ?? [])];
}

/** Returns the questions with their answers, and the problems by question. */
function checkAnswers(questions: readonly IntakeQuestion[], given: Record<string, AnswerValue>) {
  const problems: Record<string, string> = {};
  const values = new Map(Object.entries(given));
  if ([...values.keys()].some((id) => !questions.some((question) => question.id === id))) {
    problems.answers = 'One of these questions isn’t asked anymore.';
  }
  const answers = questions.map(({ id, kind, label, required, choices = [] }): Answer => {
    const read = answerSchemas[kind].safeParse(values.get(id) ?? '');
    const value = read.success ? read.data : null;
    const isChoice = kind !== 'choice' || value === null || choices.includes(String(value));
    const missing = value === null && required ? `Please answer: ${label}` : null;
    const typed = values.get(id);
    const doubt =
      typeof typed === 'string' && value !== null ? doubtAbout({ kind, label }, typed.trim()) : null;
    const problem = read.success && isChoice ? (missing ?? doubt) : answerProblems[kind];
    if (problem) problems[id] = problem;
    return { id, kind, label, value };
  });
  return { answers, problems };
}

/** Returns why a readable answer is implausible or ambiguous, else null. */
function doubtAbout({ kind, label }: Pick<IntakeQuestion, 'kind' | 'label'>, typed: string): string | null {
  if (kind === 'number') return ambiguityOf(typed);
  return kind === 'date' ? dateProblem(label, typed) : null;
}

/** How labels ask for a date of birth in English, German, French, Spanish, Italian, Portuguese, Dutch and Danish. */
const birthWords = /birth|born|geburt|geboren|naissance|nacimiento|nascita|nascimento|geboorte|fødsel|født/i;

/** Returns why a day cannot be the answer, else null: a birth date may not be in the future anywhere. */
function dateProblem(label: string, day: string): string | null {
  const latest = new Date(Date.now() + hours(14)).toISOString().slice(0, day.length);
  const year = Number(latest.slice(0, 4));
  const isBirth = birthWords.test(label);
  if (isBirth && day > latest) return 'Please enter a date that isn’t in the future.';
  return yearProblem('The date', day, 1900, isBirth ? year : year + 10);
}

const written = (maximum: number, clean: (text: string) => string) =>
  z
    .string()
    .max(maximum)
    .transform((text) => clean(text) || null);

/** The schema of an answer of each kind; null for a blank one. */
const answerSchemas: Record<QuestionKind, z.ZodType<AnswerValue>> = {
  choice: written(answerLimits.text, cleanLine),
  text: written(answerLimits.text, cleanLine),
  longText: written(answerLimits.longText, cleanText),
  date: z.union([z.iso.date(), z.literal('').transform(() => null)]),
  number: z.union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^(?:-?\d{1,12}(?:[.,]\d{1,6})?)?$/)
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
  text: `Please use ${answerLimits.text} characters or fewer.`,
  longText: `Please use ${answerLimits.longText} characters or fewer.`,
  date: 'Please enter a valid date with a four-digit year.',
  number: 'Please enter a number, such as 7 or 7.5.',
  yesNo: 'Please choose yes or no.',
};

/** `opening`: the page opens the checkout before the form is filled in; `submit`: a valid form. */
export type CheckoutCall<Sold> =
  | { kind: 'opening'; slug: string | undefined }
  | { kind: 'submit'; offer: Sold; request: ReadingRequest };

/**
 * Returns the schema of `POST /api/create-simple-payment-intent`: a call that names at most an offer is an
 * opening, any other is a form, which is checked against its offer.
 * @param findOffer finds an offer on sale, without a slug the first one; throws if it finds nothing
 */
export function checkoutCallSchema<Sold extends FormOffer>(findOffer: (slug: string | undefined) => Sold) {
  return z
    .custom<Record<string, never> | { offer: string } | OrderInput>(
      (call) => typeof call === 'object' && call !== null && !Array.isArray(call),
      'Send the data as a JSON object.',
    )
    .transform((call, context): CheckoutCall<Sold> => {
      // No offer has an empty name.
      const slug = typeof call.offer === 'object' ? '' : call.offer && String(call.offer);
      if (Object.keys(call).every((name) => name === 'offer')) return { kind: 'opening', slug };
      const offer = findOffer(slug);
      const checked = checkOrderForm(offer, call);
      if ('request' in checked) return { kind: 'submit', offer, request: checked.request };
      for (const [name, message] of Object.entries(checked.problems)) {
        const params = { sentence: withQuestion(offer, name, message) };
        context.addIssue({ code: 'custom', path: [name], message, params });
      }
      return z.NEVER;
    });
}

/** Returns a problem that makes sense without its field: an answer's problem gets its question. */
function withQuestion(offer: FormOffer, name: string, problem: string): string {
  const addOns = offer.addOns.map(({ id }) => id);
  const label = askedQuestions(offer, addOns).find(({ id }) => id === name)?.label;
  return label === undefined || problem.endsWith(label) ? problem : `“${label}”: ${problem}`;
}

/** `POST /api/quote` */
export const quoteSchema = z.strictObject({
  offer: orderFormSchema.shape.offer,
  addOns: addOnIds,
  code: typedCode,
});

/** The answer to `POST /api/quote`: amounts in the main unit. */
export interface QuoteAnswer {
  amount: number;
  /** As the page shows it: `$48 USD` */
  amountText: string;
  currency: string;
  lines: { label: string; amount: number }[];
  promisedDay: string;
  /** The code's discount, for calculating the sum again when add-ons change. */
  discount?: { code: string; percentOff?: number; amountOff?: number };
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
  /** In the main unit. The page compares amount and currency with its button before it confirms the payment. */
  amount: number;
  currency: string;
}
