import { minutes } from '../../shared/durations.ts';
import type { Clock } from './clock.ts';
import type { ProviderFailure } from './provider-failure.ts';

/** How far apart two refusals must be, without an answer in between, to count as trouble, in milliseconds. */
const patience = minutes(2);

/** How long a refusal counts when no other request follows, in milliseconds: longer than the reconciler waits. */
const memory = minutes(10);

/** Notices when an external server has refused for some minutes, or for a reason that will not go away. */
export interface RefusalWatch {
  /** The server did what it was asked to, or refused for a reason that concerns only this request. */
  answered(): void;
  refused(failure: ProviderFailure): void;
  /**
   * @returns a refusal for a lasting reason at once and until the next answer; any other after some minutes, for a
   *   while
   */
  trouble(): ProviderFailure | null;
}

export function createRefusalWatch(clock: Clock): RefusalWatch {
  let since: number | null = null;
  let certain: ProviderFailure | null = null;
  let last: { at: number; failure: ProviderFailure } | null = null;
  return {
    answered() {
      since = null;
      certain = null;
    },
    refused(failure) {
      last = { at: clock.now(), failure };
      since ??= last.at;
      if (failure.isCertain) certain = failure;
    },
    trouble() {
      if (since === null || last === null) return null;
      if (certain) return certain;
      const isRecent = clock.now() - last.at <= memory;
      return isRecent && last.at - since >= patience ? last.failure : null;
    },
  };
}
