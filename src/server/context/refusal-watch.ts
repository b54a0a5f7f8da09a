import { minutes } from '../../shared/durations.ts';
import type { Clock } from './clock.ts';

/** How far apart two refusals have to lie, without an answer in between, to count as trouble; in milliseconds. */
const patience = minutes(2);

/** How long a refusal counts when nobody asks again, in milliseconds: longer than the reconciler waits. */
const memory = minutes(10);

/** What somebody else's server has been doing for some minutes instead of answering. */
export interface Refusal {
  /** Its last words. */
  words: string;
}

/** Notices when somebody else's server has refused for some minutes, or could not be reached. */
export interface RefusalWatch {
  /** It did what it was asked to, or said no for a reason that concerns this one request. */
  answered(): void;
  refused(words: string): void;
  trouble(): Refusal | null;
}

export function createRefusalWatch(clock: Clock): RefusalWatch {
  let since: number | null = null;
  let last = { at: 0, words: '' };
  return {
    answered() {
      since = null;
    },
    refused(words) {
      last = { at: clock.now(), words };
      since ??= last.at;
    },
    trouble() {
      if (since === null || last.at - since < patience || clock.now() - last.at > memory) return null;
      return { words: last.words };
    },
  };
}
