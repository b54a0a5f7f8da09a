import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Machine, placesOf, serviceUser } from './machine.ts';
import { copyRelease, listPrograms, type Program, switchForward } from './programs.ts';
import { addSettings, readText, replaceFile, type Values } from './settings-file.ts';

export type Proxy = 'caddy' | 'nginx';

export interface Installation {
  program: Program & { isThere: boolean };
  /** The program `current` led to; null at the first installation. */
  before: Program | null;
  /** The address customers see. */
  publicUrl: string;
  /** Settings that the file lacks. */
  missing: Values;
  usesSystemd: boolean;
  proxy: Proxy;
}

/** Lists in words all that `installRelease` will do. */
export function describeInstallation(machine: Machine, installation: Installation): string[] {
  const { program, before, missing, usesSystemd, proxy } = installation;
  const { settings, data, cache, logs, command, unit, programs, proxyExamples } = placesOf(machine.root);
  const names = Object.keys(missing).join(', ');
  return [
    `the user ${serviceUser}, who cannot sign in, in the group ${serviceUser}`,
    `${data} and ${cache}: folders owned by ${serviceUser}, mode 700`,
    `${logs}: a folder owned by root, mode 700`,
    `${settings}, which only root can read${names && `: ${names}`}`,
    ...(usesSystemd ? [command, unit] : [command]),
    `${proxyExamples[proxy]}: an example proxy configuration, if there isn’t one`,
    `${join(programs, program.folder)}${program.isThere ? '' : `: a copy of ${machine.release}`}`,
    `${join(programs, 'current')}: a link to ${program.version}${before === null ? '' : ` (until now ${before.version})`}`,
  ];
}

/** Creates all that is missing and switches to the release, without a restart; can be repeated. Returns notes. */
export function installRelease(machine: Machine, installation: Installation): string[] {
  const { program, missing, usesSystemd, proxy, publicUrl } = installation;
  const { root, release, run } = machine;
  const { settings, settingsFolder, data, cache, logs, command, unit, programs, ...places } = placesOf(root);
  run('groupadd', ['--system', '--force', serviceUser]);
  const user = `--gid ${serviceUser} --no-create-home --home-dir /var/lib/career-tarot --shell /usr/sbin/nologin`;
  run('sh', ['-c', `id ${serviceUser} >/dev/null 2>&1 || useradd --system ${user} ${serviceUser}`]);
  const makeFolders = (owner: string, ...paths: string[]) =>
    run('install', ['-d', '-m', '700', '-o', owner, '-g', owner, ...paths]);
  // Owned by root, whose shell opens the logs: the service could replace them with links.
  makeFolders('root', settingsFolder, logs);
  makeFolders(serviceUser, data, cache);
  if (Object.keys(missing).length > 0) addSettings(settings, missing);
  run('chmod', ['600', settings]);
  if (!program.isThere) copyRelease(machine, programs, program);
  const notes = placeFile(machine, command, 'deploy/career-tarot', 0o755);
  if (usesSystemd) {
    notes.push(...placeFile(machine, unit, 'deploy/systemd/career-tarot.service', 0o644));
    run('systemctl', ['daemon-reload']);
  }
  const example = places.proxyExamples[proxy];
  if (!lstatSync(example, { throwIfNoEntry: false }))
    replaceFile(example, composeProxyExample(release, proxy, publicUrl), 0o644);
  switchForward(programs, program);
  return notes;
}

const nodeCalls = /^(ExecStart=|ExecStartPost=\/bin\/sh -c '|node=)\S+/gm;

/** Writes the command's script or the unit, calling this Node. One that was changed by hand stays, with ours beside it. */
function placeFile(machine: Machine, path: string, source: string, mode: number): string[] {
  const { programs } = placesOf(machine.root);
  const read = (file: string) => readText(file).replaceAll(nodeCalls, `$1${machine.nodePath}`);
  const ours = read(join(machine.release, source));
  const ofVersions = listPrograms(programs).map(({ folder }) => read(join(programs, folder, source)));
  const isUnchanged = ['', ours, ...ofVersions].includes(read(path));
  replaceFile(isUnchanged ? path : `${path}.new`, ours, mode);
  if (isUnchanged) return [];
  return [`${path} was changed by hand, so it stays as it is. This version’s file is ${path}.new.`];
}

/** Returns the release's proxy configuration with the shop's address, and its port if not 443. */
export function composeProxyExample(release: string, proxy: Proxy, publicUrl: string): string {
  const { host, hostname, port } = new URL(publicUrl);
  const file = proxy === 'nginx' ? 'nginx/career-tarot.conf' : 'caddy/Caddyfile';
  const text = readFileSync(join(release, 'deploy', file), 'utf8');
  if (proxy === 'caddy') return text.replaceAll('tarot.example.com', host);
  return text
    .replaceAll(/(listen (?:\[::\]:)?)443/g, (_whole, listen: string) => listen + (port || '443'))
    .replace('return 301 https://tarot.example.com', `return 301 https://${host}`)
    .replaceAll('tarot.example.com', hostname);
}
