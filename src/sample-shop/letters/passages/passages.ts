import type { ReadingType } from '../../../shared/orders/reading-types.ts';

/**
 * What a reader's letters are put together from, in that reader's voice. `{name}`, `{situation}`, `{hope}` and
 * `{worry}` stand for what the customer wrote; `{Hope}` begins a sentence.
 */
export interface Passages {
  openings: string[];
  /** What is on a card. */
  cards: string[];
  /** What a card says about what was, what is, what is in the way, and what is ahead. */
  past: string[];
  now: string[];
  obstacle: string[];
  ahead: Record<Exclude<ReadingType, 'other'>, string[]>;
  advice: string[];
  closings: string[];
}
