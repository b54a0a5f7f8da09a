import { mailProtections } from './mail.ts';
import { moneyProtections } from './money.ts';
import type { Protection } from './protection.ts';
import { workProtections } from './work.ts';

/** What keeps each promise that the simulation asks about. */
export const protections: readonly Protection[] = [
  ...moneyProtections,
  ...mailProtections,
  ...workProtections,
];
