import type { Portrait, PublicReader } from './profiles.ts';

/** What customers may know about the readers. */
export type WhoWrites =
  | { kind: 'one'; name: string; since: number | null; portrait: Portrait | null }
  | { kind: 'several'; faces: Portrait[] }
  /** No reader is named. */
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
