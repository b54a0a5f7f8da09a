import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findNewerDatabase } from './find-newer-database.ts';
import { type Machine, placesOf, serviceUser } from './machine.ts';
import {
  copyRelease,
  findCurrent,
  findOldLayout,
  folderOfVersions,
  listPrograms,
  type Program,
  placeRelease,
  readVersion,
  replaceOldLayout,
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

const oldLayoutNote =
  'Where your proxy, or a unit or script that you have changed, names /opt/career-tarot, it has to name /opt/career-tarot/current from now on: change that before you restart the service.';

/** Lists what is missing on the machine, and changes nothing. @throws when the release cannot be installed here */
export function planInstall(machine: Machine, choices: Choices): InstallPlan {
  const { root, release } = machine;
  const places = placesOf(root);
  const { programs } = places;
  const oldProgram = findOldLayout(programs);
  const program = placeRelease(programs, release, oldProgram);
  const before =
    oldProgram === null ? findCurrent(programs) : { folder: '', version: readVersion(oldProgram) };
  const settings = { ...readSettings(root), ...choices.missing };
  const database = settings.DATABASE_PATH ?? places.database;
  const files = planOwnFiles(machine, choices.usesSystemd, oldProgram);
  const isSwitched = oldProgram === null && before?.folder === program.folder;
  if (before !== null && !isSwitched) {
    const obstacle = findNewerDatabase(database, release);
    if (obstacle !== null) throw new Error(obstacle);
  }
  const steps: Step[] = [
    ...planUser(machine),
    ...planFolders(machine),
    ...planSettings(places.settings, choices.missing),
    ...(oldProgram === null ? [] : [layoutStep(programs, oldProgram)]),
    ...files.steps,
    ...(program.isThere ? [] : [copyStep(machine, programs, program)]),
    ...planProxyExample(machine, choices.proxy, settings),
    ...(isSwitched ? [] : [switchStep(programs, program, before?.version ?? null)]),
  ];
  return {
    steps,
    notes: [...files.notes, ...(oldProgram === null ? [] : [oldLayoutNote])],
    before: before?.version ?? null,
    version: program.version,
    hasStarted: existsSync(database),
  };
}

function planUser(machine: Machine): Step[] {
  const [user, group] = [machine.findUser(serviceUser), machine.findGroup()];
  const inGroup = ['--gid', serviceUser];
  const place = ['--no-create-home', '--home-dir', '/var/lib/career-tarot'];
  const account = ['--system', ...inGroup, ...place, '--shell', '/usr/sbin/nologin'];
  const isElsewhere = user !== null && user.gid !== group;
  const all: [isMissing: boolean, what: string, program: string, words: string[]][] = [
    [group === null, `the group ${serviceUser}`, 'groupadd', ['--system']],
    [user === null, `the user ${serviceUser}, who cannot sign in`, 'useradd', account],
    [isElsewhere, `the user ${serviceUser}: in the group ${serviceUser}`, 'usermod', inGroup],
  ];
  return all
    .filter(([isMissing]) => isMissing)
    .map(([, what, program, words]) => ({ what, work: () => machine.run(program, [...words, serviceUser]) }));
}

function planFolders(machine: Machine): Step[] {
  const { programs, settingsFolder, data, cache, logs } = placesOf(machine.root);
  return [
    ...planFolder(machine, settingsFolder, 'root', 0o700),
    ...(isThere(programs) ? [] : planFolder(machine, programs, 'root', 0o755)),
    ...planFolder(machine, data, serviceUser, 0o700),
    ...planFolder(machine, cache, serviceUser, 0o700),
    // Root's shell opens the files in it, which the service could make links of.
    ...planFolder(machine, logs, 'root', 0o700),
  ];
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

function planFolder(
  machine: Machine,
  path: string,
  owner: 'root' | typeof serviceUser,
  mode: number,
): Step[] {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts && !facts.isDirectory()) throw new Error(`${path} is not a folder. Move it away first.`);
  const ids = machine.findUser(owner);
  if (facts && ids && facts.uid === ids.uid && facts.gid === ids.gid && (facts.mode & 0o777) === mode)
    return [];
  return [
    {
      what: `${path}: a folder of ${owner}, mode ${mode.toString(8)}`,
      work() {
        const now = machine.findUser(owner);
        if (now === null) throw new Error(`There is no user ${owner}.`);
        mkdirSync(path, { recursive: true });
        chownSync(path, now.uid, now.gid);
        chmodSync(path, mode);
      },
    },
  ];
}

function planSettings(path: string, missing: Values): Step[] {
  const names = Object.keys(missing);
  const isOpen = ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;
  if (names.length === 0 && !isOpen) return [];
  const what = `${path}, which only root can read${names.length === 0 ? '' : `: ${names.join(', ')}`}`;
  return [{ what, work: () => addSettings(path, missing) }];
}

/** Plans the command's script and the unit. One that was changed by hand stays, with this version's beside it. */
function planOwnFiles(machine: Machine, usesSystemd: boolean, oldProgram: string | null) {
  const { root, release, nodePath } = machine;
  const { command, unit, programs } = placesOf(root);
  const installed = listPrograms(programs).map(({ folder }) => join(programs, folder));
  const versions = oldProgram === null ? installed : [oldProgram];
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

function layoutStep(programs: string, oldProgram: string): Step {
  return {
    what: `${programs}: leads to ${folderOfVersions(programs)}; ${oldProgram} stays where it is, and "current" leads to it`,
    work: () => replaceOldLayout(programs, oldProgram),
  };
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
  if (isThere(path) || PUBLIC_URL === undefined || !URL.canParse(PUBLIC_URL)) return [];
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
