import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { proveWritable } from '../../../db/client.ts';
import { seconds } from '../../shared/durations.ts';
import { codeOf } from '../basics/errors.ts';
import type { Context } from '../context/context.ts';
import { findMailTrouble } from './mail-alert.ts';
import { isSerious } from './payment-alerts.ts';
import { listStripeAlerts } from './stripe-alerts.ts';

/** The state of the service, for monitors outside it. */
export interface Readiness {
  /** `degraded` can wait for a person; `unavailable` means that customers are turned away. */
  status: 'ok' | 'degraded' | 'unavailable';
  /** The problems, in words that are safe for strangers. */
  problems: string[];
}

/** The same, with details for admins only. */
export interface DetailedReadiness extends Readiness {
  /** What the payment provider refuses and why, and what its account lacks, including problems that are not serious. */
  details: string[];
}

/** How long a result of the disk check is reused, in milliseconds: the route is public and has no limit. */
const probeLife = seconds(1);

/** Room for SQLite's write-ahead log before a checkpoint, twice. */
const leastFreeBytes = 8_000_000;

/**
 * @param freeBytes returns how much room is left beside the database
 * @returns a probe that checks at most once a second whether the database can be written, and says why not
 */
export function createStorageProbe(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  freeBytes: (path: string) => number = freeBytesBeside,
): () => Promise<string | null> {
  let probe = { at: Number.NEGATIVE_INFINITY, problem: null as string | null };

  async function tryStorage(): Promise<string | null> {
    if (db.findLoss() !== null) return 'the file of the database was moved or replaced';
    const { name, memory } = db.$client;
    try {
      if (!memory && freeBytes(name) < leastFreeBytes) return 'the disk is full';
      await proveWritable(db);
      return null;
    } catch (error) {
      return `the database cannot be written (${codeOf(error)})`;
    }
  }

  return async () => {
    const now = clock.now();
    const isFresh = now >= probe.at && now - probe.at < probeLife;
    if (!isFresh) probe = { at: now, problem: await tryStorage() };
    return probe.problem;
  };
}

/**
 * @param stuckJobs the names of jobs that should have run and have not
 * @param findStorageProblem says why nothing can be saved
 */
export function createReadiness(
  context: Context,
  stuckJobs: () => string[],
  findStorageProblem: () => Promise<string | null>,
): () => Promise<DetailedReadiness> {
  async function look(): Promise<Readiness> {
    const serious = stuckJobs().map((job) => `the job "${job}" does not run`);
    const storage = await findStorageProblem();
    if (storage !== null) serious.push(storage);
    if (context.paymentTroubles().some(isSerious)) serious.push('payments are refused');
    if (serious.length > 0) return { status: 'unavailable', problems: serious };
    const mail = findMailTrouble(context);
    if (mail === null) return { status: 'ok', problems: [] };
    const howLong = mail.fault === null ? ' has not been accepted for some minutes' : ' cannot leave';
    return { status: 'degraded', problems: [`mail${howLong}`] };
  }

  return async () => ({
    ...(await look()),
    details: listStripeAlerts(context).map(({ message }) => message),
  });
}

function freeBytesBeside(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize;
}
