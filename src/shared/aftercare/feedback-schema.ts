import { optionalText } from '../fields.ts';
import { unifyLineEnds } from '../text.ts';
import { z } from '../zod.ts';

export const helpedAnswers = ['yes', 'partly', 'no'] as const;
export type Helped = (typeof helpedAnswers)[number];

export const feedbackNames = ['first_name', 'initials', 'none'] as const;
export type FeedbackName = (typeof feedbackNames)[number];

export const feedbackLimits = { wordsCharacters: 1_000 };

export const mostStars = 5;
/** Formats a rating as `4 out of 5 stars`. */
export const starsText = (stars: number) => `${stars} out of ${mostStars} stars`;

export const feedbackFormSchema = z
  .object({
    helped: z.enum(helpedAnswers, { error: 'Please tell us whether the reading helped.' }),
    words: z.preprocess(
      (text) => (typeof text === 'string' ? unifyLineEnds(text) : text),
      optionalText('Your comment', feedbackLimits.wordsCharacters),
    ),
    stars: z
      .enum(['', '1', '2', '3', '4', '5'], { error: 'Please choose 1 to 5 stars, or no rating.' })
      .default('')
      .transform((stars) => Number(stars) || null),
    publish: z.literal('yes').optional(),
    name: z.enum(feedbackNames).catch('none'),
  })
  .transform(({ helped, words, stars, publish, name }) => ({
    helped,
    words,
    stars,
    mayPublish: publish === 'yes' && words !== null,
    shownName: name,
  }));
export type FeedbackForm = z.output<typeof feedbackFormSchema>;

export const publishFeedbackSchema = z.strictObject({
  isPublished: z.boolean(),
  givenAt: z.string({ error: 'Please say which version of the feedback you have read (givenAt).' }),
});
export type PublishFeedback = z.output<typeof publishFeedbackSchema>;

export interface CustomerQuote {
  words: string;
  name: string | null;
  stars: number | null;
  /** The month of the feedback: `2026-11` */
  month: string;
  /** The name of the ordered offer. */
  offer: string;
}

export interface OrderFeedback {
  orderId: string;
  orderNumber: string;
  helped: Helped;
  words: string | null;
  stars: number | null;
  mayPublish: boolean;
  name: string | null;
  /** ISO 8601 */
  givenAt: string;
  isPublished: boolean;
  canBePublished: boolean;
}

/** Returns a customer's name as the site may show it: first name, initials (`A. B.`), or null. */
export function feedbackName(customerName: string, shown: FeedbackName): string | null {
  const words = customerName.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  const [first] = words;
  if (shown === 'none' || first === undefined) return null;
  if (shown === 'first_name') return first;
  return words.map((word) => `${(/\p{L}\p{M}*/u.exec(word)?.[0] ?? '').toLocaleUpperCase('en')}.`).join(' ');
}
