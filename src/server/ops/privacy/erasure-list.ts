import { createHmac } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { erasuresFile, readPacked } from '../../../../db/erasures.ts';
import type { PlainDatabase } from '../../../../db/examine.ts';
import { canonicalEmail } from '../../../shared/email/email-address.ts';
import type { Context } from '../../base/context.ts';
import { readServiceId } from '../../payments/payment-repository.ts';
import { listErasedOrders } from './person-repository.ts';

/* The erasure list beside the database: times and hashes keyed with the service’s id. Backups carry it. */

type Known = Pick<Context, 'db'>;

/** Keys for a person, for mails to an address, and for an order, whose address may differ in a copy. */
export const erasureEntry = {
  person: (address: string) => canonicalEmail(address),
  mailsTo: (address: string) => `mails ${canonicalEmail(address)}`,
  order: (id: string) => `order ${id}`,
};

const lineShape = /^(\S+Z) ([0-9a-f]{64})$/;

const pathOf = ({ db: { $client } }: Known): string => erasuresFile($client.name);

function hashOf(serviceId: string, entry: string): string {
  return createHmac('sha256', serviceId).update(`erased ${entry}`).digest('hex');
}

/** Adds entries to the erasure list beside the database; does nothing for a database in memory. */
export function appendErasures(known: Known, entries: string[], at: number): void {
  if (known.db.$client.memory || entries.length === 0) return;
  const serviceId = readServiceId(known.db);
  const lines = entries.map((entry) => `${new Date(at).toISOString()} ${hashOf(serviceId, entry)}\n`);
  appendFileSync(pathOf(known), `\n${lines.join('')}`, { mode: 0o600, flush: true });
}

/** Returns the erasures recorded in the database as lines of the list, in case that is lost; [] for older versions. */
export function listKnownErasures(db: PlainDatabase): string[] {
  try {
    const serviceId = readServiceId(db);
    const audited = listErasedOrders(db).map(
      ({ id, at }) => `${new Date(at).toISOString()} ${hashOf(serviceId, erasureEntry.order(id))}`,
    );
    return [...readPacked(db.$client), ...audited];
  } catch {
    return [];
  }
}

/**
 * Reads the erasure list, empty if missing. Its `lastAt` returns when the order or address of an entry was last
 * erased, 0 if never.
 */
export function readErasures(known: Known) {
  const serviceId = readServiceId(known.db);
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
    lastAt: (entry: string): number => times.get(hashOf(serviceId, entry)) ?? 0,
  };
}
