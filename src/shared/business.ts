import { emailAddress, optionalText, requiredLine, requiredText } from './fields.ts';
import { questionsProblem } from './text-blocks.ts';
import { z } from './zod.ts';

/** The texts of the public pages that the owner writes. */
export const businessTexts = ['bio', 'faq', 'terms', 'privacy', 'refunds'] as const;
export type BusinessText = (typeof businessTexts)[number];
/** What has a history of its own. */
export type BusinessPart = 'identity' | BusinessText;
export const businessParts: readonly BusinessPart[] = ['identity', ...businessTexts];

export const businessLimits = { nameCharacters: 120, addressCharacters: 500, textCharacters: 20_000 };

/** Who the business is for its customers. */
export interface BusinessIdentity {
  siteName: string;
  contactEmail: string;
  /** Who it is before the law; empty: the same name. */
  legalName: string;
  /** Several lines; empty: not told. */
  postalAddress: string;
}

/** All that pages and mails say about the business. */
export interface Business extends BusinessIdentity, Record<BusinessText, string> {
  /** How charges appear on a card statement. */
  billingDescriptor: string;
  /** The origin customers see, without a slash at the end. */
  publicUrl: string;
}

/** `GET /api/business`. */
export interface BusinessState {
  business: Business;
  /** The version of each part; 0 is what it was before anybody changed it. */
  versions: Record<BusinessPart, number>;
}

/** One version of a part; of a text its words, of the identity the names as lines. */
export interface BusinessVersion {
  version: number;
  value: string;
  /** ISO 8601; null for what it was in the beginning, and so for who wrote it. */
  changedAt: string | null;
  changedBy: string | null;
}

/** The version that was on the screen: a newer one is not written over. */
const version = z.int('The version is missing.').min(0, 'The version is missing.');

const optional = (label: string, maximum: number) =>
  optionalText(label, maximum).transform((text) => text ?? '');

export const identitySchema = z.strictObject({
  siteName: requiredLine('The name', businessLimits.nameCharacters),
  contactEmail: emailAddress('The contact address'),
  legalName: optional('The legal name', businessLimits.nameCharacters),
  postalAddress: optional('The postal address', businessLimits.addressCharacters),
});

/** `PUT /api/business/identity`. */
export const changeIdentitySchema = identitySchema.extend({ version });

/** `PUT /api/business/texts/{name}`. */
export const changeTextSchema = z.strictObject({
  text: requiredText('The text', businessLimits.textCharacters),
  version,
});

/** `PUT /api/business/parts/{part}/restore`: which version is to count again. */
export const restoreSchema = z.strictObject({ to: version, version });

/** @returns why a text cannot stand on its page, or null when it can */
export function textProblem(name: BusinessText, text: string): string | null {
  return name === 'faq' ? questionsProblem(text) : null;
}
