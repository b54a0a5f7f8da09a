import { createHmac, timingSafeEqual } from 'node:crypto';
import { minutes } from '../../../shared/durations.ts';
import { z } from '../../../shared/zod.ts';

/*
 * How doctor finds out how a request to the public address arrives: it asks the service itself, with a proof that takes
 * this service's database to make, and that counts once and for a minute. All other callers get a 404.
 */

/** Where the service answers doctor. */
export const reachPath = '/api/reached';

/** How old a question may be, and how far in the future, in milliseconds. */
const life = minutes(1);

export const reachQuestion = z.object({
  at: z.coerce.number().int(),
  nonce: z.string().regex(/^[\w-]{22,64}$/),
  proof: z.string().length(64),
});
type ReachQuestion = z.output<typeof reachQuestion>;

/** What the service saw of a request. */
export interface Arrival {
  /** The number of addresses in X-Forwarded-For: each proxy adds one. */
  hops: number;
  /** The protocol of the visitor's connection, as the proxies say; null when they do not. */
  protocol: string | null;
}

const arrivalSchema = z.object({ hops: z.number(), protocol: z.string().nullable(), proof: z.string() });

/** @returns the address of the question */
export function reachAddress(origin: string, serviceId: string, at: number, nonce: string): string {
  const proof = sign(serviceId, 'question', at, nonce);
  return `${origin}${reachPath}?${new URLSearchParams({ at: String(at), nonce, proof })}`;
}

/** @returns whether the question was made with this service's database, just now */
export function isFromDoctor({ at, nonce, proof }: ReachQuestion, serviceId: string, now: number): boolean {
  return Math.abs(now - at) <= life && isSame(proof, sign(serviceId, 'question', at, nonce));
}

/** @returns the answer to a question, signed as coming from this service */
export function signArrival(arrival: Arrival, serviceId: string, nonce: string): Arrival & { proof: string } {
  return { ...arrival, proof: sign(serviceId, 'answer', nonce, arrival.hops, arrival.protocol) };
}

/** @returns what the service saw; null when another server answered */
export function readArrival(text: string, serviceId: string, nonce: string): Arrival | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  const read = arrivalSchema.safeParse(body);
  if (!read.success) return null;
  const { proof, ...arrival } = read.data;
  return isSame(proof, signArrival(arrival, serviceId, nonce).proof) ? arrival : null;
}

function sign(serviceId: string, ...words: (string | number | null)[]): string {
  return createHmac('sha256', `doctor ${serviceId}`).update(words.join('\n')).digest('hex');
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
