import { emailAddress, optionalText, requiredLine, requiredText } from '../fields.ts';
import { pictureFile, sentVersion } from '../picture-schema.ts';
import { sampleProblem } from '../sample-letter.ts';
import { cleanLine } from '../text.ts';
import { z } from '../zod.ts';
import { type Question, questionsProblem, readBlocks, readQuestions } from './text-blocks.ts';

/** Allowed after the prefix (https://docs.stripe.com/get-started/account/statement-descriptors). */
export const descriptorPattern = /^(?=.*[A-Za-z])(?!.*[<>\\'"*])[ -~]{5,18}$/;
export const descriptorRule = `must be 5 to 18 characters with at least one letter, without accents or < > \\ ' " *: statements have room for 22 characters, including the Stripe account's prefix and "* "`;

export const descriptorError = `The name on card statements ${descriptorRule}.`;

/** Makes a business name fit for card statements; too short or empty if it has too few plain letters. */
export function descriptorOf(siteName: string): string {
  const plain = siteName
    .toUpperCase()
    .normalize('NFKD')
    .replace(/[^ -~]|[<>\\'"*]/g, '');
  const words = plain.replace(/ +/g, ' ').trim();
  return /^.{5,18}(?= |$)/.exec(words)?.[0] ?? words.slice(0, 18);
}

/** The tagline of docs/product.md §2. */
export const specifiedHeadline = 'Professional career guidance delivered to your inbox';

export const businessTexts = [
  'headline',
  'tagline',
  'benefits',
  'sample',
  'bio',
  'faq',
  'terms',
  'privacy',
  'refunds',
] as const;
export type BusinessText = (typeof businessTexts)[number];
export type BusinessPart = 'identity' | 'colours' | 'logo' | BusinessText;
export const businessParts: readonly BusinessPart[] = ['identity', 'colours', 'logo', ...businessTexts];
export const isText = (part: BusinessPart): part is BusinessText =>
  businessTexts.some((text) => text === part);

export const partNames: Record<BusinessPart, string> = {
  identity: 'Name and contact',
  colours: 'Colors',
  logo: 'Logo',
  headline: 'Headline',
  tagline: 'Tagline',
  benefits: 'What you get',
  sample: 'Sample reading',
  bio: 'About the reader',
  faq: 'Frequently asked questions',
  terms: 'Terms',
  privacy: 'Privacy',
  refunds: 'Refunds',
};

export const businessLimits = { nameCharacters: 120, addressCharacters: 500, textCharacters: 20_000 };

export type BusinessIdentity = Record<keyof z.output<typeof identitySchema>, string>;
export type BusinessColors = Omit<z.output<typeof changeColorsSchema>, 'version'>;

/** Converted from the uploaded file. */
export interface Logo {
  address: string;
  width: number;
  height: number;
}

export interface Business extends BusinessIdentity, BusinessColors, Record<BusinessText, string> {
  logo: Logo | null;
  /** The origin customers see, without a slash at the end. */
  publicUrl: string;
}

export interface BusinessState {
  business: Business;
  /** The version of each part; 0 until an admin changes it. */
  versions: Record<BusinessPart, number>;
  isBioSample: boolean;
}

/** The texts of the home page or an offer's page that differ by offer. */
export interface PageTexts {
  /** Each benefit as a heading (`question`) and a sentence (`answer`). */
  benefits: Question[];
  questions: Question[];
  /** '' without one. */
  sample: string;
}

export interface BusinessVersion {
  version: number;
  value: string;
  changedAt: string | null;
  changedBy: string | null;
}

/** Returns whether a logo is wide enough to replace the name; a narrow one stands beside it. */
export const isWide = ({ width, height }: Logo): boolean => width >= 2 * height;

/** The version the caller saw: a newer one is not overwritten. */
const version = z.int('The version is missing.').min(0, 'The version is missing.');

const optional = (...field: Parameters<typeof optionalText>) =>
  optionalText(...field).transform((text) => text ?? '');

export const identitySchema = z.strictObject({
  siteName: requiredLine('The name', businessLimits.nameCharacters),
  contactEmail: emailAddress('The contact address'),
  legalName: optional('The legal name', businessLimits.nameCharacters, cleanLine),
  postalAddress: optional('The postal address', businessLimits.addressCharacters),
  /** The text after the Stripe account's prefix on card statements; when left out, it does not change. */
  billingDescriptor: z
    .string({ error: 'The name on card statements must be text.' })
    .trim()
    .regex(descriptorPattern, descriptorError)
    .optional(),
});

export const changeIdentitySchema = identitySchema.extend({ version });

const hueError = 'Please enter a whole number from 0 to 359, or leave it empty for plum.';

export const changeColorsSchema = z.strictObject({
  /** For links, buttons and headings, in degrees; null: plum. */
  accentHue: z.int(hueError).min(0, hueError).max(359, hueError).nullable(),
  version,
});

export const changeTextSchema = z.strictObject({
  text: requiredText('The text', businessLimits.textCharacters),
  version,
});

/** `PUT /api/business/logo`; without a picture, the logo is removed. */
export const changeLogoSchema = z.strictObject({ picture: pictureFile.optional(), version: sentVersion });

export const restoreSchema = z.strictObject({ to: version, version });

export function textLimit(name: BusinessPart): number {
  if (name === 'headline') return businessLimits.nameCharacters;
  return name === 'tagline' ? 300 : businessLimits.textCharacters;
}

/** Returns why a text of the business cannot be saved, else null: it is too long, or not in its part's format. */
export function textProblem(name: BusinessPart, text: string): string | null {
  if (text.length > textLimit(name)) return `Please use at most ${textLimit(name)} characters.`;
  if (name === 'faq') return questionsProblem(text);
  if (name === 'benefits') return benefitsProblem(text);
  if (name === 'sample') return sampleProblem(text);
  const isLine = name === 'headline' || name === 'tagline';
  return isLine && text.includes('\n') ? 'Please write it on one line.' : null;
}

function benefitsProblem(text: string): string | null {
  const lines = readQuestions(text);
  const isWhole = readBlocks(text)[0]?.kind === 'heading' && lines.every(({ answer }) => answer !== '');
  return isWhole && lines.length <= 4
    ? null
    : 'Write one to four lines that start with ##, each with a sentence below it.';
}

/** Returns the public URL of a path, without a trailing slash except for `/`. */
export function absoluteUrl({ publicUrl }: Pick<Business, 'publicUrl'>, path: string): string {
  return `${publicUrl}${path.replace(/(?<=.)\/$/, '')}`;
}
