import { createHmac } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Context } from '../context/context.ts';

/*
 * Who was erased, in a file beside the database: a copy of the database that is restored knows nothing of what was
 * erased since it was made. Each line has a time and a hash of an address, made with the id of this service, which is
 * in all its copies: whoever has the file alone learns nobody's address from it.
 */

type Known = Pick<Context, 'db' | 'serviceId'>;

/** @returns where the list is; null for a database in memory */
function pathOf({ db: { $client } }: Known): string | null {
  return $client.memory ? null : `${$client.name}.erased`;
}

/** @returns what stands in the list for an address, whatever its case */
export function hashOfAddress({ serviceId }: Pick<Known, 'serviceId'>, address: string): string {
  return createHmac('sha256', serviceId).update(`erased ${address.toLowerCase()}`).digest('hex');
}

/** Notes that the person with an address was erased. @throws what the file system says */
export function noteErasure(known: Known & Pick<Context, 'clock'>, address: string): void {
  const path = pathOf(known);
  if (path === null) return;
  const time = new Date(known.clock.now()).toISOString();
  appendFileSync(path, `${time} ${hashOfAddress(known, address)}\n`, { mode: 0o600, flush: true });
}

/** @returns when the people were erased last that the list has, by the hashes of their addresses */
export function readErasures(known: Known): Map<string, number> {
  const path = pathOf(known);
  if (path === null || !existsSync(path)) return new Map();
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const [time = '', hash = ''] = line.split(' ');
      return [hash, Date.parse(time)];
    }),
  );
}
