import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tryMailServer } from '../../mail/smtp-server.ts';
import { checkMail } from '../../ops/doctor/check-mail.ts';
import type { Finding } from '../../ops/doctor/finding.ts';

export const serviceUser = 'career-tarot';

/** The machine that `install` and `rollback` run on. */
export interface Machine {
  /** A prefix for every path of `placesOf`; empty outside tests. */
  root: string;
  platform: NodeJS.Platform;
  isRoot: boolean;
  hasSystemd: boolean;
  timeZone: string;
  /** The Node that runs this command, as the unit will call it. */
  nodePath: string;
  /** The folder of the program that this command belongs to. */
  release: string;
  /** Signs in to a mail server. */
  tryMail(url: string): Promise<Finding>;
  /** Runs a program. @throws {Error} with its error output if it fails */
  run(program: string, words: readonly string[]): void;
}

export function thisMachine(): Machine {
  const usual = '/usr/bin/node';
  const isUsual = existsSync(usual) && realpathSync(usual) === realpathSync(process.execPath);
  return {
    root: '',
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    hasSystemd: existsSync('/run/systemd/system'),
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    nodePath: isUsual ? usual : process.execPath,
    release: realpathSync(fileURLToPath(new URL('../../../../', import.meta.url))),
    tryMail: (url) => checkMail(url, tryMailServer, null),
    run,
  };
}

/** Returns the paths of an installation. */
export function placesOf(root: string) {
  const at = (path: string) => join(root, path);
  return {
    programs: at('/opt/career-tarot'),
    settingsFolder: at('/etc/career-tarot'),
    settings: at('/etc/career-tarot/environment'),
    proxyExamples: { caddy: at('/etc/career-tarot/Caddyfile'), nginx: at('/etc/career-tarot/nginx.conf') },
    command: at('/usr/local/sbin/career-tarot'),
    unit: at('/etc/systemd/system/career-tarot.service'),
    data: at('/var/lib/career-tarot'),
    database: at('/var/lib/career-tarot/career-tarot.db'),
    cache: at('/var/cache/career-tarot'),
    logs: at('/var/log/career-tarot'),
  };
}

/** @throws {Error} in one line unless this is Linux and the user is root */
export function requireRoot({ platform, isRoot }: Machine, command: string): void {
  if (platform !== 'linux') throw new Error(`"${command}" is for Linux, and this is ${platform}.`);
  if (!isRoot) throw new Error(`Only root can run "${command}". Put sudo before it.`);
}

/** Runs a program, and waits for it. @throws {Error} with its error output if it fails */
export function run(program: string, words: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, words, { encoding: 'utf8' });
  if (status === 0) return;
  throw new Error(`${[program, ...words].join(' ')}: ${error?.message ?? stderr.trim()}`);
}
