import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { canonicalEmail } from '../../shared/email-address.ts';
import type { Context } from '../context/context.ts';

/*
 * A list of who was erased, in a file beside the database: a restored copy of the database does not know what was
 * erased after it was made. Each line has a time and a hash of an address or of an order's id, since the order may have
 * had another address when the copy was made. The hashes are made with the id of this service, which is in all its
 * copies: the file alone reveals no address.
 */

type Known = Pick<Context, 'db' | 'serviceId'>;

/** A person by their address, the mails to an address whose orders are another person's, or an order by its id. */
type Erased = { address: string } | { mailsTo: string } | { orderId: string };

/** What the list has. */
export interface Erasures {
  /** When something was erased last, by its hash. */
  at: Map<string, number>;
  /** How many lines cannot be read. */
  unreadable: number;
  /** Where the list is. */
  path: string;
}

const lineShape = /^(\S+Z) ([0-9a-f]{64})$/;

/** @returns where the list is; null for a database in memory */
function pathOf({ db: { $client } }: Known): string | null {
  return $client.memory ? null : `${$client.name}.erased`;
}

/** @returns what stands in the list for them; an address is the same however it is spelled */
export function hashOf({ serviceId }: Pick<Known, 'serviceId'>, erased: Erased): string {
  return createHmac('sha256', serviceId)
    .update(`erased ${wordsFor(erased)}`)
    .digest('hex');
}

function wordsFor(erased: Erased): string {
  if ('address' in erased) return canonicalEmail(erased.address);
  return 'mailsTo' in erased ? `mails ${canonicalEmail(erased.mailsTo)}` : `order ${erased.orderId}`;
}

/**
 * Notes that something is being erased, and waits until the note is on the disk. Only the caller waits for that.
 *
 * @throws the file system's error
 */
export async function noteErasure(known: Known & Pick<Context, 'clock'>, erased: Erased): Promise<void> {
  const path = pathOf(known);
  if (path === null) return;
  const time = new Date(known.clock.now()).toISOString();
  const list = await open(path, 'a+', 0o600);
  try {
    // A line that a crash cut off stays one of its own.
    const start = (await endsWhole(list)) ? '' : '\n';
    await list.appendFile(`${start}${time} ${hashOf(known, erased)}\n`);
    await list.sync();
  } finally {
    await list.close();
  }
}

/** @returns whether a file is empty, or ends with the end of a line */
async function endsWhole(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return true;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString('latin1') === '\n';
}

/** @returns the entries of the list; empty when there is no list */
export function readErasures(known: Known): Erasures {
  const path = pathOf(known) ?? '';
  const erasures: Erasures = { at: new Map(), unreadable: 0, path };
  if (path === '' || !existsSync(path)) return erasures;
  for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
    const [, time = '', hash = ''] = lineShape.exec(line) ?? [];
    const at = Date.parse(time);
    if (Number.isNaN(at)) erasures.unreadable += 1;
    else erasures.at.set(hash, Math.max(at, erasures.at.get(hash) ?? at));
  }
  return erasures;
}
