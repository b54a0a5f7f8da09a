import { createHmac } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { canonicalEmail } from '../../shared/email-address.ts';
import type { Context } from '../context/context.ts';

/*
 * The erasure list, a file beside the database, for copies that are restored later. Each line has a time and a hash of one
 * entry, keyed with the service’s id, so that the file alone reveals no address. Backups carry it (db/erasures.ts).
 */

type Known = Pick<Context, 'db' | 'serviceId'>;

/** Everything of an address, other mails to it, or an order, whose address may have been another. */
export const erasureEntry = {
  person: (address: string) => canonicalEmail(address),
  mailsTo: (address: string) => `mails ${canonicalEmail(address)}`,
  order: (id: string) => `order ${id}`,
};

const lineShape = /^(\S+Z) ([0-9a-f]{64})$/;

const pathOf = ({ db: { $client } }: Known): string => `${$client.name}.erased`;

function hashOf({ serviceId }: Known, entry: string): string {
  return createHmac('sha256', serviceId).update(`erased ${entry}`).digest('hex');
}

/** Adds entries and waits until they are on the disk. */
export function appendErasures(known: Known, entries: string[], at: number): void {
  if (known.db.$client.memory || entries.length === 0) return;
  const lines = entries.map((entry) => `${new Date(at).toISOString()} ${hashOf(known, entry)}\n`);
  // The empty line ends a line that a crash cut off.
  appendFileSync(pathOf(known), `\n${lines.join('')}`, { mode: 0o600, flush: true });
}

export function readErasures(known: Known) {
  const path = pathOf(known);
  const times = new Map<string, number>();
  let unreadable = 0;
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  for (const line of text.split('\n').filter(Boolean)) {
    const [, time = '', hash = ''] = lineShape.exec(line) ?? [];
    const at = Date.parse(time);
    if (Number.isNaN(at)) unreadable += 1;
    else times.set(hash, Math.max(at, times.get(hash) ?? 0));
  }
  return {
    isEmpty: times.size === 0,
    unreadable,
    path,
    /** 0 for never. */
    lastAt: (entry: string): number => times.get(hashOf(known, entry)) ?? 0,
  };
}
