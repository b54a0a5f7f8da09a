export const profileLimits = {
  nameCharacters: 60,
  signatureCharacters: 120,
  aboutCharacters: 300,
  altCharacters: 150,
  earliestYear: 1930,
} as const;

export interface Portrait {
  /** Each picture has its own address. */
  address: string;
  alt: string;
}

/** The public part of a reader's account. */
export interface ReaderProfile {
  displayName: string | null;
  /** The year in which they began to read the cards. */
  readingSince: number | null;
  /** Ends the reader's letters; null for the name. */
  signature: string | null;
  /** In the reader's own words. */
  about: string | null;
  portrait: Portrait | null;
}

const titles = /^(?:the|dr|mrs?|ms|miss|prof|madame?|lady|sister)\.?$/i;

/** Returns the first word of a name, or all of one that begins with a title. */
function firstName(name: string): string {
  const [first = name] = name.split(/\s+/);
  return titles.test(first) ? name : first;
}

/**
 * Returns a letter's signature and the line below, null if it adds no name. The business signs for readers
 * without name and signature, and without a portrait.
 */
export function signatureOf(
  writer: Pick<ReaderProfile, 'displayName' | 'signature' | 'portrait'> | null,
  siteName: string,
): { signedBy: string; signerDescription: string | null; portrait: Portrait | null } {
  const name = writer?.displayName ?? null;
  const written = writer?.signature ?? name;
  const signedBy = written ?? siteName;
  const portrait = written === null ? null : (writer?.portrait ?? null);
  const isNamed = name === null || says(signedBy, firstName(name));
  const isInSiteName = says(siteName, name === null ? signedBy : firstName(name));
  const full = isNamed || isInSiteName ? siteName : `${name}, ${siteName}`;
  return { signedBy, signerDescription: isNamed && isInSiteName ? null : full, portrait };
}

function says(text: string, name: string): boolean {
  const wordsOf = (words: string): string[] => words.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const said = wordsOf(text);
  return wordsOf(name).every((word) => said.includes(word));
}

const mostFaces = 4;
const mostNames = 2;

/**
 * Describes the readers for pages: at most two `names`, then `another of our readers` if there are more, and
 * at most four `faces`; `unnamed` for none, or one without a name.
 */
export function describeReaders(readers: readonly ReaderProfile[]) {
  const named: string[] = readers.flatMap(({ displayName }) => displayName ?? []);
  const short = new Set(named.map(firstName));
  const names = (short.size === named.length ? [...short] : named).slice(0, mostNames);
  const faces = readers
    .filter(({ displayName, portrait }) => displayName !== null || portrait !== null)
    .slice(0, mostFaces);
  const [first] = readers;
  if (readers.length > 1) {
    const others = names.length === 0 ? 'one of our readers' : 'another of our readers';
    const isPart = readers.length > names.length;
    return { kind: 'several', names: isPart ? [...names, others] : names, faces } as const;
  }
  if (!first || first.displayName === null) return { kind: 'unnamed' } as const;
  const { displayName: name, readingSince: since, portrait } = first;
  return { kind: 'one', names, faces, name, since, portrait } as const;
}
