import { optionalText } from '../fields.ts';
import { cleanLine } from '../text.ts';
import { z } from '../zod.ts';

export const taxKinds = ['none', 'included', 'exempt'] as const;

export const taxLimits = { sentenceCharacters: 300, numberCharacters: 60 };

/** A reversal cancels a refund that failed later. */
export const paperKinds = ['receipt', 'refund', 'refund_reversal'] as const;

/** The seller as printed on a receipt; texts that were not set are ''. */
export interface Seller {
  name: string;
  address: string;
  email: string;
  taxNumber: string;
  /** Why no tax is charged. */
  sentence: string;
}

/** An offer, an add-on, or a discount, whose amount is negative. */
export interface ReceiptLine {
  label: string;
  amountMinor: number;
}

/** Parses a rate such as `19`, `8.25` or `8,25 %` in hundredths of a percent; null unless above 0 and below 100. */
export function readRate(text: string): number | null {
  const [, whole = '', decimals = ''] = /^(\d{1,2})(?:[.,](\d{1,2}))?\s*%?$/.exec(text.trim()) ?? [];
  const rate = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return rate > 0 ? rate : null;
}

/** Formats hundredths of a percent: `1900` → `"19"`, `825` → `"8.25"`, in `de-DE` `"8,25"`. */
export function formatRate(rate: number, locale = 'en-US'): string {
  return (rate / 100).toLocaleString(locale, { numberingSystem: 'latn' });
}

/** Splits an amount that includes tax; the tax is rounded half up. @param rate in hundredths of a percent */
export function splitTax(grossMinor: number, rate: number): { netMinor: number; taxMinor: number } {
  const whole = 10_000 + rate;
  const taxMinor = Math.floor((2 * grossMinor * rate + whole) / (2 * whole));
  return { netMinor: grossMinor - taxMinor, taxMinor };
}

const optional = (...field: Parameters<typeof optionalText>) =>
  optionalText(...field).transform((text) => text ?? '');

const rateError = 'Please enter a rate above 0 and below 100 with at most two decimals, such as 19 or 8.25.';

export const taxSettingsSchema = z
  .strictObject({
    kind: z.enum(taxKinds, 'Please choose none, included or exempt.'),
    /** In percent. */
    rate: optional('The rate', 20).transform((text) => {
      const rate = readRate(text);
      return rate === null ? text : formatRate(rate);
    }),
    sentence: optional('The note', taxLimits.sentenceCharacters),
    taxNumber: optional('The tax number', taxLimits.numberCharacters, cleanLine),
  })
  .superRefine(({ kind, rate, sentence }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if ((kind === 'included' || rate) && readRate(rate) === null) refuse('rate', rateError);
    if (kind === 'exempt' && !sentence) refuse('sentence', 'Please say why no tax is charged.');
  });
export type TaxSettings = z.output<typeof taxSettingsSchema>;

export const noTax: TaxSettings = { kind: 'none', rate: '', sentence: '', taxNumber: '' };

/** The month of a list of receipts; by default the current one. */
export const receiptsQuerySchema = z.strictObject({
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Please choose a month, such as 2026-11.')
    .optional(),
});
