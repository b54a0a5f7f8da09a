import { codeOf } from '../../basics/errors.ts';
import type { Config } from '../../config/config.ts';
import { originHere } from '../../config/loopback.ts';
import type { Ask } from './ask.ts';
import { type Finding, failed, ok, skipped, warning } from './finding.ts';
import { type Arrival, reachAddress, readArrival } from './reach.ts';

export interface Reach {
  config: Config;
  ask: Ask;
  /** Null without a database to read it from. */
  serviceId: string | null;
  now: () => number;
  /** A new one each time. */
  nonce: () => string;
}

/** What answers at an address: this service, another server, or none. */
export type Reached =
  | { by: 'service'; arrival: Arrival }
  | { by: 'other'; status: number; location: string | null }
  | { by: 'nobody'; code: string };

/** @returns what answers at an origin */
export async function reach(
  { ask, serviceId, now, nonce }: Reach & { serviceId: string },
  origin: string,
): Promise<Reached> {
  const word = nonce();
  try {
    const { status, headers, text } = await ask(reachAddress(origin, serviceId, now(), word));
    const arrival = status === 200 ? readArrival(text, serviceId, word) : null;
    if (arrival) return { by: 'service', arrival };
    return { by: 'other', status, location: typeof headers.location === 'string' ? headers.location : null };
  } catch (error) {
    return { by: 'nobody', code: codeOf(error) };
  }
}

/** Checks whether the service runs where its settings say, and is well. */
export async function checkService(options: Reach): Promise<Finding> {
  const { config, ask, serviceId } = options;
  const origin = originHere(config);
  if (serviceId === null) return skipped('The database could not be read.');
  const reached = await reach({ ...options, serviceId }, origin);
  if (reached.by === 'nobody') {
    return warning(
      `Nothing answers at ${origin} (${reached.code}).`,
      'Start the service. If it runs, doctor does not have its settings: HOST and PORT differ.',
    );
  }
  if (reached.by === 'other') {
    return failed(
      `Something answers at ${origin}, and it is not this version of the service with this database.`,
      'Give doctor the settings of the service; start the service again after an update; or free the port of another program.',
    );
  }
  try {
    const { text } = await ask(`${origin}/readyz`);
    const { status, problems } = JSON.parse(text) as { status: string; problems: string[] };
    if (status === 'ok') return ok(`It runs at ${origin} and is ready.`);
    const found = `It runs at ${origin}, and is ${status}: ${problems.join(', ')}.`;
    const advice = "Look at the other lines here, at the alerts in the admin's dashboard and at the log.";
    return status === 'degraded' ? warning(found, advice) : failed(found, advice);
  } catch (error) {
    return failed(
      `It runs at ${origin} and does not say how it is (${codeOf(error)}).`,
      'Look at its log, and start it again.',
    );
  }
}
