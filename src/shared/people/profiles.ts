import { readWholeNumber } from '../whole-number.ts';

export const profileLimits = {
  nameCharacters: 60,
  signatureCharacters: 120,
  altCharacters: 150,
  /** No living person has read the cards for longer. */
  earliestYear: 1930,
  /** Of the file that is sent. */
  portraitBytes: 8_000_000,
} as const;

/** How many bytes a call with a portrait may have: the picture, and room for the words about it. */
export const portraitBodyBytes = profileLimits.portraitBytes + 16_384;

/** The pictures a portrait is made from. */
export const portraitTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** A reader's picture, as it is shown. */
export interface Portrait {
  /** Its address on this site; another picture has another one. */
  address: string;
  /** Its text for those who do not see it. */
  alt: string;
}

/** A reader as customers know them, where they are one of the readers that write now. */
export interface PublicReader {
  /** Null: they are not named. */
  name: string | null;
  /** The year in which they began to read the cards; null: not told. */
  since: number | null;
  portrait: Portrait | null;
}

/** How customers know a reader, as the reader and the admin see it. */
export interface ReaderProfile {
  /** Null: customers get to know no name. */
  displayName: string | null;
  /** The year in which they began to read the cards. */
  readingSince: number | null;
  /** What stands under their letters; null: the name. */
  signature: string | null;
  portrait: Portrait | null;
}

/** Who a letter is from: two lines under it. */
export interface LetterSignature {
  /** As the reader signs; the business itself when it is not known who wrote. */
  signedBy: string;
  /** Who that is, with the business; null when `signedBy` says it. */
  whoIsThat: string | null;
}

/** What is said of a year that is none. */
export const yearProblem = `The year is a whole number from ${profileLimits.earliestYear} on.`;

/** @returns why a person cannot have read the cards since that year; null when they can, and for a blank field */
export function sinceProblem(text: string, thisYear: number): string | null {
  const year = readWholeNumber(text);
  if (year === null) return null;
  if (!Number.isInteger(year) || year < profileLimits.earliestYear) return yearProblem;
  return year > thisYear ? 'This year is still to come.' : null;
}

/** @returns how a letter is signed: by its writer, if that is known */
export function signatureOf(
  writer: Pick<ReaderProfile, 'displayName' | 'signature'> | null,
  siteName: string,
): LetterSignature {
  const name = writer?.displayName ?? null;
  const signature = writer?.signature ?? null;
  if (signature !== null) {
    const isNamed = name !== null && !signature.includes(name);
    return { signedBy: signature, whoIsThat: isNamed ? `${name}, ${siteName}` : siteName };
  }
  return name === null ? { signedBy: siteName, whoIsThat: null } : { signedBy: name, whoIsThat: siteName };
}
