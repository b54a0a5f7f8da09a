import type { Config } from '../../config/config.ts';
import { findPlaceholderAddresses, isForCustomers } from '../../config/placeholder-addresses.ts';
import { type Finding, failed, ok, skipped } from './finding.ts';

/** Checks that customers can answer: sample addresses are wrong in a shop for real customers. */
export function checkAddresses(config: Config, contactEmail: string): Finding {
  if (!isForCustomers(config)) {
    return skipped('This is a trial: the site is reached from this machine alone, and no card is charged.');
  }
  const found = findPlaceholderAddresses(config, contactEmail);
  if (found.length === 0) return ok(`Answers of customers go to ${contactEmail}.`);
  return failed(found.map(({ found }) => found).join(' '), found.map(({ advice }) => advice).join(' '));
}
