import { emailAddress, optionalText, problemOf, requiredLine, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { readingTypes } from '../orders/reading-types.ts';
import { dayText } from '../people/days-away.ts';
import { z } from '../zod.ts';

export const readingRequestSchema = z
  .strictObject({
    readingType: z.enum(readingTypes, { error: 'Please choose one of the questions.' }),
    customQuestion: optionalText('Your question', limits.questionCharacters),
    customerName: requiredLine('Your full name', limits.nameCharacters),
    customerEmail: emailAddress('Your email address'),
    readingAddresseeName: requiredLine('The name for the reading', limits.nameCharacters),
    backgroundContext: optionalText('The background', limits.backgroundCharacters),
    /** The day on the page when the form was sent: a later one needs another press */
    promisedDay: dayText('The promised day').optional(),
    consent: z.boolean({ error: 'The consent must be true or false.' }).optional(),
  })
  .superRefine((form, context) => {
    if (
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
  }));
export type ReadingRequest = z.output<typeof readingRequestSchema>;
export type ReadingRequestInput = z.input<typeof readingRequestSchema>;

/** `POST /api/create-simple-payment-intent`: `{}` to open the checkout (becomes null), or the filled-in form. */
export const checkoutCallSchema = z
  .custom<Record<string, never> | ReadingRequestInput>()
  .transform((call: unknown, context): ReadingRequest | null => {
    const isOpening =
      typeof call === 'object' && call !== null && !Array.isArray(call) && Object.keys(call).length === 0;
    if (isOpening) return null;
    const form = readingRequestSchema.safeParse(call);
    if (form.success) return form.data;
    context.addIssue({ code: 'custom', message: problemOf(form.error) });
    return z.NEVER;
  });

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
  /** Dollars. The page compares it with the price on its button before it confirms the payment. */
  amount: number;
}
