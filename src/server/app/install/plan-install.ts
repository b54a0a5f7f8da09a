import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findNewerDatabase } from './find-newer-database.ts';
import { type Machine, placesOf, serviceUser } from './machine.ts';
import {
  copyRelease,
  findCurrent,
  listPrograms,
  type Program,
  placeRelease,
  switchForward,
} from './programs.ts';
import { addSettings, readSettings, readText, replaceFile, type Values } from './settings-file.ts';

interface Step {
  /** A line for the list that is shown before anything is done. */
  what: string;
  work(): void;
}

export interface InstallPlan {
  steps: Step[];
  /** What is left to the admin's own decision. */
  notes: string[];
  /** The version that ran before; null at the first installation. */
  before: string | null;
  version: string;
  /** Whether there is a database: without one the service has not run yet. */
  hasStarted: boolean;
}

export interface Choices {
  /** Settings that the file lacks. */
  missing: Values;
  usesSystemd: boolean;
  proxy: 'caddy' | 'nginx';
}

/** Lists what is missing on the machine, and changes nothing. @throws when the release cannot be installed here */
export function planInstall(machine: Machine, choices: Choices): InstallPlan {
  const { root, release } = machine;
  const places = placesOf(root);
  const { programs } = places;
  const program = placeRelease(programs, release);
  const before = findCurrent(programs);
  const settings = { ...readSettings(root), ...choices.missing };
  const database = settings.DATABASE_PATH ?? places.database;
  const files = planOwnFiles(machine, choices.usesSystemd);
  const isSwitched = before?.folder === program.folder;
  if (before !== null && !isSwitched) {
    const obstacle = findNewerDatabase(database, release);
    if (obstacle !== null) throw new Error(obstacle);
  }
  const user = planUser(machine);
  const others = [
    ...planSettings(places.settings, choices.missing),
    ...files.steps,
    ...(program.isThere ? [] : [copyStep(machine, programs, program)]),
    ...planProxyExample(machine, choices.proxy, settings),
    ...(isSwitched ? [] : [switchStep(programs, program, before?.version ?? null)]),
  ];
  const folders = planFolders(machine, user.length + others.length > 0);
  return {
    steps: [...user, ...folders, ...others],
    notes: files.notes,
    before: before?.version ?? null,
    version: program.version,
    hasStarted: existsSync(database),
  };
}

function planUser({ findGroup, run }: Machine): Step[] {
  const group = findGroup();
  if (group === serviceUser) return [];
  const inGroup = ['--gid', serviceUser];
  const place = ['--no-create-home', '--home-dir', '/var/lib/career-tarot', '--shell', '/usr/sbin/nologin'];
  return [
    {
      what: `the user ${serviceUser}, who cannot sign in, in the group ${serviceUser}`,
      work() {
        run('groupadd', ['--system', '--force', serviceUser]);
        if (group === null) run('useradd', ['--system', ...inGroup, ...place, serviceUser]);
        else run('usermod', [...inGroup, serviceUser]);
      },
    },
  ];
}

/** Plans the folders that are missing; `all` of them, to set owner and mode again, when there are other steps. */
function planFolders({ root, run }: Machine, all: boolean): Step[] {
  const { settingsFolder, data, cache, logs } = placesOf(root);
  const folders: [path: string, owner: string][] = [
    [settingsFolder, 'root'],
    [data, serviceUser],
    [cache, serviceUser],
    // Root's shell opens the files in it, which the service could make links of.
    [logs, 'root'],
  ];
  return folders
    .filter(([path]) => all || !existsSync(path))
    .map(([path, owner]) => ({
      what: `${path}: a folder of ${owner}, mode 700`,
      work: () => run('install', ['-d', '-o', owner, '-g', owner, '-m', '700', path]),
    }));
}

function planSettings(path: string, missing: Values): Step[] {
  const names = Object.keys(missing);
  const isOpen = ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;
  if (names.length === 0 && !isOpen) return [];
  const what = `${path}, which only root can read${names.length === 0 ? '' : `: ${names.join(', ')}`}`;
  return [{ what, work: () => addSettings(path, missing) }];
}

/** Plans the command's script and the unit. One that was changed by hand stays, with this version's beside it. */
function planOwnFiles(machine: Machine, usesSystemd: boolean) {
  const { root, release, nodePath } = machine;
  const { command, unit, programs } = placesOf(root);
  const versions = listPrograms(programs).map(({ folder }) => join(programs, folder));
  const withThisNode = (text: string) =>
    text.replaceAll(
      /^(ExecStart=|ExecStartPost=\/bin\/sh -c '|node=)\S+/gm,
      (_whole, before: string) => before + nodePath,
    );
  const files = [{ path: command, source: 'deploy/career-tarot', mode: 0o755 }];
  if (usesSystemd) files.push({ path: unit, source: 'deploy/systemd/career-tarot.service', mode: 0o644 });
  const steps: Step[] = [];
  const notes: string[] = [];
  for (const { path, source, mode } of files) {
    const [ours = '', ...others] = [release, ...versions].map((folder) =>
      withThisNode(readText(join(folder, source))),
    );
    const isUnchanged = ['', ours, ...others].includes(withThisNode(readText(path)));
    const target = isUnchanged ? path : `${path}.new`;
    const work = () => {
      replaceFile(target, ours, mode);
      if (target === unit) machine.run('systemctl', ['daemon-reload']);
    };
    if (readText(target) !== ours) steps.push({ what: target, work });
    if (!isUnchanged)
      notes.push(`${path} was changed by hand and stays as it is: this version's is ${target}.`);
  }
  return { steps, notes };
}

function copyStep(machine: Machine, programs: string, program: Program): Step {
  return {
    what: `${join(programs, program.folder)}: a copy of ${machine.release}`,
    work: () => copyRelease(machine, programs, program),
  };
}

function planProxyExample(machine: Machine, proxy: Choices['proxy'], { PUBLIC_URL }: Values): Step[] {
  const { caddyExample, nginxExample } = placesOf(machine.root);
  const path = proxy === 'nginx' ? nginxExample : caddyExample;
  if (lstatSync(path, { throwIfNoEntry: false }) || PUBLIC_URL === undefined || !URL.canParse(PUBLIC_URL))
    return [];
  const compose = proxy === 'nginx' ? composeNginxFile : composeCaddyfile;
  return [
    {
      what: `${path}: an example for the proxy`,
      work: () => replaceFile(path, compose(machine.release, PUBLIC_URL), 0o644),
    },
  ];
}

function switchStep(programs: string, program: Program, before: string | null): Step {
  const link = join(programs, 'current');
  return {
    what: `${link}: leads to ${program.version}${before === null ? '' : ` (until now ${before})`}`,
    work: () => switchForward(programs, program),
  };
}

const exampleName = 'tarot.example.com';

/** @returns the release's example of a Caddyfile, for the shop's address */
export function composeCaddyfile(release: string, publicUrl: string): string {
  const { host } = new URL(publicUrl);
  return readFileSync(join(release, 'deploy/caddy/Caddyfile'), 'utf8').replaceAll(exampleName, host);
}

/** @returns the release's example for nginx, for the shop's address, with its port where that is not 443 */
export function composeNginxFile(release: string, publicUrl: string): string {
  const { hostname, port } = new URL(publicUrl);
  const text = readFileSync(join(release, 'deploy/nginx/career-tarot.conf'), 'utf8').replaceAll(
    exampleName,
    hostname,
  );
  if (port === '') return text;
  return text
    .replaceAll(/(listen (?:\[::\]:)?)443/g, (_whole, listen: string) => listen + port)
    .replace(`return 301 https://${hostname}`, `return 301 https://${hostname}:${port}`);
}
