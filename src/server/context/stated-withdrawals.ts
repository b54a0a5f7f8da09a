import { hours } from '../../shared/durations.ts';
import type { Clock } from './clock.ts';
import { createTtlCache, type TtlCache } from './ttl-cache.ts';

/** The first step of a withdrawal: nothing is stored before the second. */
export interface StatedWithdrawal {
  orderId: string;
  /** Why the second step failed; null when it did not. */
  problem: string | null;
}

/** Withdrawals that wait for their confirmation, by the secret tokens of their pages. */
export type StatedWithdrawals = TtlCache<StatedWithdrawal>;

export function createStatedWithdrawals(clock: Clock): StatedWithdrawals {
  return createTtlCache(clock, hours(1));
}
