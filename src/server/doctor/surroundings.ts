import { Resolver } from 'node:dns/promises';
import { readFileSync, statfsSync, statSync } from 'node:fs';
import { DatabaseUnusable, refuseLeftovers } from '../../../db/files.ts';
import { seconds } from '../../shared/durations.ts';
import { z } from '../../shared/zod.ts';
import { ownView } from '../basics/places.ts';
import type { Random } from '../basics/random.ts';
import type { Clock } from '../context/clock.ts';
import { tryMailServer } from '../delivery/try-mail-server.ts';
import { ask } from './checks/ask.ts';
import { lookAtCertificate } from './checks/certificate.ts';
import type { DiskFacts } from './checks/check-disk.ts';
import type { FileFacts } from './checks/check-files.ts';

/** The machine, its network, and the servers it talks to. */
export interface Surroundings {
  clock: Clock;
  node: { version: string; engines: string };
  /** The number of the user; null where there is none. */
  user: number | null;
  /** The user's name. */
  userName: string;
  lookAtFile: (path: string) => FileFacts | null;
  sizeOf: (path: string) => number;
  mayRead: (path: string) => boolean;
  mayWrite: (path: string) => boolean;
  findLeftovers: (path: string) => string | null;
  lookAtDisk: (folder: string) => DiskFacts;
  ask: typeof ask;
  lookAtCertificate: typeof lookAtCertificate;
  tryMailServer: typeof tryMailServer;
  resolveTxt: (name: string) => Promise<string[][]>;
  random: Random;
}

/** @returns the real ones */
export function realSurroundings({ clock, random }: Pick<Surroundings, 'clock' | 'random'>): Surroundings {
  const resolver = new Resolver({ timeout: seconds(2), tries: 2 });
  return {
    clock,
    node: { version: process.versions.node, engines: readEngines() },
    user: process.getuid?.() ?? null,
    userName: ownView.user,
    lookAtFile,
    sizeOf: (path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0,
    mayRead: ownView.mayRead,
    mayWrite: ownView.mayWrite,
    findLeftovers,
    lookAtDisk,
    ask,
    lookAtCertificate,
    tryMailServer,
    resolveTxt: (name) => resolver.resolveTxt(name),
    random,
  };
}

function readEngines(): string {
  const source = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return z.object({ engines: z.object({ node: z.string() }) }).parse(JSON.parse(source)).engines.node;
}

function lookAtFile(path: string): FileFacts | null {
  try {
    const facts = statSync(path);
    const kind = facts.isFile() ? 'file' : facts.isDirectory() ? 'folder' : 'other';
    return { kind, mode: facts.mode, owner: facts.uid };
  } catch {
    return null;
  }
}

function findLeftovers(path: string): string | null {
  try {
    refuseLeftovers(path);
    return null;
  } catch (error) {
    // Missing rights are reported by the check of the files.
    return error instanceof DatabaseUnusable ? error.message : null;
  }
}

function lookAtDisk(folder: string): DiskFacts {
  const { bavail, bsize, files, ffree } = statfsSync(folder);
  return { freeBytes: bavail * bsize, freeFiles: files > 0 ? ffree : null };
}
