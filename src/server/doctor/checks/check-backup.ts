import { days, hours } from '../../../shared/durations.ts';
import { z } from '../../../shared/zod.ts';
import { type Finding, failed, ok, sizeText, skipped, spanText, warning } from './finding.ts';

interface LastBackup {
  /** The fact that backups leave, as it stands in the database; null when there is none. */
  fact: string | null;
  now: number;
  /** Whether customers pay real money. */
  isLive: boolean;
}

const factSchema = z.looseObject({ at: z.number(), bytes: z.number().optional() });

/** A nightly backup, and some hours for one that takes long. */
const usual = hours(30);
const tooOld = days(3);

const advice =
  'Have npm run backup run every night, and keep the copies on another machine: docs/self-hosting.md, "Backups".';

/** How old the last backup is that this service knows of. */
export function checkBackup({ fact, now, isLive }: LastBackup): Finding {
  if (fact === null) {
    const found = 'No backup was ever made.';
    return isLive ? failed(found, advice) : warning(found, advice);
  }
  const read = factSchema.safeParse(parse(fact));
  if (!read.success) return failed('What the last backup has noted cannot be read.', advice);
  const { at, bytes } = read.data;
  const age = Math.max(0, now - at);
  const size = bytes === undefined ? '' : ` (${sizeText(bytes)})`;
  const found = `The last one was made ${age < 60_000 ? 'just now' : `${spanText(age)} ago`}${size}.`;
  if (age > tooOld) return isLive ? failed(found, advice) : warning(found, advice);
  return age > usual ? warning(found, advice) : ok(found);
}

/** @returns what to say where there is no database to ask */
export const withoutFacts = (): Finding => skipped('The database could not be read.');

function parse(fact: string): unknown {
  try {
    return JSON.parse(fact);
  } catch {
    return null;
  }
}
