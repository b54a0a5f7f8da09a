export const profileLimits = {
  nameCharacters: 60,
  signatureCharacters: 120,
  altCharacters: 150,
  earliestYear: 1930,
  portraitBytes: 8_000_000,
} as const;

export const portraitBodyBytes = profileLimits.portraitBytes + 16_384;

export const portraitTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

export interface Portrait {
  /** Another picture has another address. */
  address: string;
  alt: string;
}

export interface PublicReader {
  name: string | null;
  /** The year in which they began to read the cards. */
  since: number | null;
  portrait: Portrait | null;
}

export interface ReaderProfile {
  displayName: string | null;
  readingSince: number | null;
  /** Ends their letters; null: the name. */
  signature: string | null;
  portrait: Portrait | null;
}

export interface LetterSignature {
  /** The business itself for an unknown writer. */
  signedBy: string;
  /** Null when `signedBy` is the business. */
  whoIsThat: string | null;
}

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

export type WhoWrites =
  | { kind: 'one'; name: string; since: number | null; portrait: Portrait | null }
  | { kind: 'several'; faces: Portrait[] }
  | { kind: 'unnamed' };

const mostFaces = 4;

export function whoWrites(readers: readonly PublicReader[]): WhoWrites {
  const [first, ...others] = readers;
  if (others.length > 0) {
    const faces = readers.flatMap(({ portrait }) => portrait ?? []).slice(0, mostFaces);
    return { kind: 'several', faces };
  }
  if (!first || first.name === null) return { kind: 'unnamed' };
  return { kind: 'one', name: first.name, since: first.since, portrait: first.portrait };
}
