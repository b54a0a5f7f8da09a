import { minutes } from '../../../shared/durations.ts';
import type { Clock } from '../../base/clock.ts';
import type { ProviderFailure } from '../../base/provider-failure.ts';

/** How far apart two refusals must be, without an answer in between, to count as trouble. */
const troubleAfterMs = minutes(2);

/** How long a refusal counts when no other request follows: longer than the reconciler waits. */
const memoryMs = minutes(10);

/** Notices when an external server has refused for some minutes, or for a reason that will not go away. */
export function createRefusalWatch(clock: Clock) {
  let since: number | null = null;
  let certain: ProviderFailure | null = null;
  let last: { at: number; failure: ProviderFailure } | null = null;
  return {
    answered(): void {
      since = null;
      certain = null;
    },
    refused(failure: ProviderFailure): void {
      last = { at: clock.now(), failure };
      since ??= last.at;
      if (failure.isCertain) certain = failure;
    },
    /** @returns a refusal for a lasting reason until the next answer; any other after some minutes, for a while */
    trouble(): ProviderFailure | null {
      if (since === null || last === null) return null;
      if (certain) return certain;
      const isRecent = clock.now() - last.at <= memoryMs;
      return isRecent && last.at - since >= troubleAfterMs ? last.failure : null;
    },
  };
}
