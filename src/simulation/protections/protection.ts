import type { Order } from '../run-one.ts';

/** Something in the service that keeps a promise, and what it is without it. */
export interface Protection {
  /** What it is called on the command line. */
  name: string;
  /** What it does, in plain words. */
  words: string;
  /** The promises that break without it: the one it is for, and those that may break in the same hour. */
  breaks: readonly [string, ...string[]];
  /** Where it stands. What is kept in two places is only gone without both. */
  places: readonly Place[];
  /** The shop in which it is missed; a small one, for a month, unless told otherwise. */
  shop?: Partial<Pick<Order, 'months' | 'ordersPerDay' | 'readers'>>;
  /** The world in which it is missed soon, when what it is there for is rare: there with the protection as well. */
  world?: OtherWorld;
}

/** A world in which something rare happens often. */
export interface OtherWorld {
  /** What is otherwise there, to be read after "where". */
  words: string;
  places: readonly Place[];
}

/** @returns every text of the sources that a trial changes: the protection's only while it is to be taken out */
export function changesOf({ places, world }: Protection, isOut: boolean): readonly Place[] {
  return [...(world?.places ?? []), ...(isOut ? places : [])];
}

/** A text of a source, which has to be there exactly once, and what is to stand there instead. */
export interface Place {
  /** From the root of the repository. */
  file: string;
  text: string;
  instead: string;
}

/** A text that is not there any more, or more than once: the list does not fit the sources. */
export class StaleProtection extends Error {}

/**
 * @returns the source without the protection
 * @throws {StaleProtection} unless its text is there exactly once
 */
export function takeOut(source: string, { file, text, instead }: Place): string {
  const parts = source.split(text);
  if (parts.length === 2) return parts.join(instead);
  const times = parts.length === 1 ? 'not' : `${parts.length - 1} times`;
  throw new StaleProtection(`${file} has this ${times}, and should have it once:\n${text}`);
}
