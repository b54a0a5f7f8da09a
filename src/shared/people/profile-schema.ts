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

/** What customers may know of a reader. */
export interface ReaderProfile {
  displayName: string | null;
  /** The year in which they began to read the cards. */
  readingSince: number | null;
  /** Ends their letters; null: the name. */
  signature: string | null;
  portrait: Portrait | null;
}

/** Returns who signed a letter: for an unknown writer the business, then `signerDescription` is null. */
export function signatureOf(
  writer: Pick<ReaderProfile, 'displayName' | 'signature'> | null,
  siteName: string,
): { signedBy: string; signerDescription: string | null } {
  const name = writer?.displayName ?? null;
  const signature = writer?.signature ?? null;
  if (signature !== null) {
    const isNamed = name !== null && !signature.includes(name);
    return { signedBy: signature, signerDescription: isNamed ? `${name}, ${siteName}` : siteName };
  }
  return name === null
    ? { signedBy: siteName, signerDescription: null }
    : { signedBy: name, signerDescription: siteName };
}

const mostFaces = 4;

/** Returns what pages say of the readers: `several` with up to four portraits, `one` by name, or `unnamed`. */
export function describeReaders(readers: readonly ReaderProfile[]) {
  const [first] = readers;
  if (readers.length > 1) {
    const faces = readers.flatMap(({ portrait }) => portrait ?? []).slice(0, mostFaces);
    return { kind: 'several', faces } as const;
  }
  if (!first || first.displayName === null) return { kind: 'unnamed' } as const;
  const { displayName: name, readingSince: since, portrait } = first;
  return { kind: 'one', name, since, portrait } as const;
}
