import { randomUUID } from 'node:crypto';

export const requestIdHeader = 'X-Request-Id';

const short = /^[\w.-]{8,64}$/;

/** @returns the number of a request: twelve characters that can be read out, or the one from our proxy */
export function requestIdOf(given: string | string[] | undefined, trustedHops: number): string {
  if (trustedHops > 0 && typeof given === 'string' && short.test(given)) return given;
  const id = randomUUID();
  return id.slice(0, 8) + id.slice(9, 13);
}
