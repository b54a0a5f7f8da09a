import { emailAddress, optionalText, requiredLine, requiredText } from '../fields.ts';
import { cleanLine } from '../text.ts';
import { z } from '../zod.ts';
import { questionsProblem } from './text-blocks.ts';

/** What Stripe allows behind the prefix (https://docs.stripe.com/get-started/account/statement-descriptors). */
export const descriptorPattern = /^(?=.*[A-Za-z])(?!.*[<>\\'"*])[ -~]{5,18}$/;
export const descriptorRule = `must be 5 to 18 characters of plain ASCII with a letter, without < > \\ ' " *: statements have room for 22 characters, including the Stripe account's prefix and "* "`;

export const businessTexts = ['bio', 'faq', 'terms', 'privacy', 'refunds'] as const;
export type BusinessText = (typeof businessTexts)[number];
export type BusinessPart = 'identity' | 'colours' | BusinessText;
export const businessParts: readonly BusinessPart[] = ['identity', 'colours', ...businessTexts];

export const partNames: Record<BusinessPart, string> = {
  identity: 'Name and contact',
  colours: 'Colors',
  bio: 'About the reader',
  faq: 'Frequently asked questions',
  terms: 'Terms',
  privacy: 'Privacy',
  refunds: 'Refunds',
};

export const businessLimits = { nameCharacters: 120, addressCharacters: 500, textCharacters: 20_000 };

export type BusinessIdentity = Record<keyof z.output<typeof identitySchema>, string>;
export type BusinessColors = Omit<z.output<typeof changeColorsSchema>, 'version'>;

export interface Business extends BusinessIdentity, BusinessColors, Record<BusinessText, string> {
  /** The origin customers see, without a slash at the end. */
  publicUrl: string;
}

export interface BusinessState {
  business: Business;
  /** The version of each part; 0 until an admin changes it. */
  versions: Record<BusinessPart, number>;
  isBioSample: boolean;
}

export interface BusinessVersion {
  version: number;
  value: string;
  changedAt: string | null;
  changedBy: string | null;
}

/** The version that was on the screen: a newer one is not written over. */
const version = z.int('The version is missing.').min(0, 'The version is missing.');

const optional = (...field: Parameters<typeof optionalText>) =>
  optionalText(...field).transform((text) => text ?? '');

export const identitySchema = z.strictObject({
  siteName: requiredLine('The name', businessLimits.nameCharacters),
  contactEmail: emailAddress('The contact address'),
  legalName: optional('The legal name', businessLimits.nameCharacters, cleanLine),
  postalAddress: optional('The postal address', businessLimits.addressCharacters),
  /** What follows the prefix of the account at Stripe on card statements; left out, it stays. */
  billingDescriptor: z
    .string({ error: 'The name on card statements must be text.' })
    .trim()
    .regex(descriptorPattern, `The name on card statements ${descriptorRule}.`)
    .optional(),
});

export const changeIdentitySchema = identitySchema.extend({ version });

const hueError = 'Please enter a whole number from 0 to 359, or leave it empty for plum.';

export const changeColorsSchema = z.strictObject({
  /** Of links, buttons and headings, in degrees; null: plum. */
  accentHue: z.int(hueError).min(0, hueError).max(359, hueError).nullable(),
  version,
});

export const changeTextSchema = z.strictObject({
  text: requiredText('The text', businessLimits.textCharacters),
  version,
});

export const restoreSchema = z.strictObject({ to: version, version });

/** Returns why a text cannot be saved, else null; only the FAQ has rules. */
export function textProblem(name: BusinessText, text: string): string | null {
  return name === 'faq' ? questionsProblem(text) : null;
}

/** Returns the address of a path for search engines and previews: without a slash at its end */
export function absoluteUrl({ publicUrl }: Pick<Business, 'publicUrl'>, path: string): string {
  return `${publicUrl}${path.replace(/(?<=.)\/$/, '')}`;
}
