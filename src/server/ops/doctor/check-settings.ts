import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isWithin } from '../../../../bin/node-version.js';
import { plural } from '../../../shared/counted-text.ts';
import { z } from '../../../shared/zod.ts';
import { isHttps, isLoopback } from '../../base/config/addresses.ts';
import type { Config } from '../../base/config/config.ts';
import { demoContact } from '../../base/config/environment.ts';
import { findPlaceholderAddresses } from '../../base/config/placeholder-addresses.ts';
import { passwordMatches } from '../../people/passwords.ts';
import type { UserRow } from '../../people/people-repository.ts';
import { combineFindings, error, type Finding, ok, warning } from './finding.ts';

type Namesake = Pick<UserRow, 'username' | 'passwordHash' | 'isActive' | 'totpEnabledAt'> & {
  demoPassword: string;
};

const withoutContact = warning`There is no contact address yet.
      You enter it while setting up the shop, at the link that the first start prints.`;

/**
 * Shows the main settings; checks for sample addresses, demo passwords and a port that is open without a proxy.
 * @param known null if the database cannot be read
 */
export async function checkSettings(
  config: Config,
  known: { contactEmail: string; hasAccount: boolean; namesakes: readonly Namesake[] } | null,
): Promise<Finding> {
  const contactEmail = known?.contactEmail ?? config.site.contactEmail;
  const isSetUpPending = contactEmail === demoContact && !known?.hasAccount && config.stripe.mode !== 'live';
  const placeholders = findPlaceholderAddresses(config, isSetUpPending ? null : contactEmail);
  return combineFindings(
    describeSettings(config),
    findOpenPort(config),
    isSetUpPending && !isLoopback(new URL(config.publicUrl)) ? withoutContact : null,
    ...placeholders.map((placeholder) => ({ state: 'error' as const, ...placeholder })),
    known && (await findDemoAccounts(config, known.namesakes)),
  );
}

/** Shows the main settings: doctor may have been started without the service's settings. */
function describeSettings(config: Config): Finding {
  const { publicUrl, stripe, smtp, isProduction, overridden } = config;
  const money = stripe.mode === 'sandbox' ? 'payments in the sandbox' : `Stripe in ${stripe.mode} mode`;
  const found = `${publicUrl}, ${money}, email ${smtp ? 'by SMTP' : 'into the sandbox'}.`;
  if (overridden.length > 0)
    return warning`${found} ${overridden.join(', ')} ${plural(overridden.length, 'comes', 'come')} from this shell, but the service’s settings say otherwise.
      To use the service’s settings, run: unset ${overridden.join(' ')}`;
  if (!isProduction && isHttps(config))
    return warning`${found} NODE_ENV is not production.
      Set NODE_ENV=production for a service that customers see: it refuses settings meant only for trials.`;
  return ok`${found}`;
}

function findOpenPort({ host, port, trustedProxyHops }: Config): Finding | null {
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  if (trustedProxyHops > 0 || isLoopback(new URL(`http://${address}`))) return null;
  return warning`It listens at ${address} without a proxy: passwords and orders cross the network unencrypted.
      Set HOST=127.0.0.1, and put a proxy with https in front (docs/proxies.md). Ignore this if only this machine can reach the port.`;
}

async function findDemoAccounts({ isProduction, stripe }: Config, namesakes: readonly Namesake[]) {
  if (stripe.mode === 'sandbox' && !isProduction) return null;
  const open: string[] = [];
  for (const { username, passwordHash, isActive, totpEnabledAt, demoPassword } of namesakes) {
    const isEnough = isActive && totpEnabledAt === null;
    if (isEnough && (await passwordMatches(passwordHash, demoPassword))) open.push(username);
  }
  if (open.length === 0) return null;
  const isPublic = open.map(
    (name) => `Anyone can sign in as ${name}: the password is the demo’s, which is public.`,
  );
  const commands = open.map((name) => `npm run user -- password ${name}`);
  const judge = stripe.mode === 'live' ? error : warning;
  return judge`${isPublic.join(' ')}
      Change it with ${commands.join(', ')}. The change history shows what was done with it.`;
}

export function checkNode(version = process.versions.node, engines = readEngines()): Finding {
  const ranges = engines.split(' || ');
  if (ranges.some((range) => isWithin(version, range))) return ok`This is Node ${version}.`;
  return error`This is Node ${version}, and the program needs ${ranges.join(' or ')}.
      Install one of these versions, and start the service with it.`;
}

/** Loads the compiled libraries in a child process. Returns a sentence about each that cannot be loaded. */
export async function findUnloadable(): Promise<string[]> {
  const program = fileURLToPath(new URL('../../../../bin/libraries.js', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  return stdout.split('\n').filter(Boolean);
}

export function checkLibraries(unloadable: string[]): Finding | null {
  if (unloadable.length === 0) return null;
  return error`${unloadable.join(' ')}
      Unpack a release made for this machine, or run npm ci with this Node.`;
}

function readEngines(): string {
  const source = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
  return z.object({ engines: z.object({ node: z.string() }) }).parse(JSON.parse(source)).engines.node;
}
