import { chmodSync, chownSync, lstatSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNewerDatabase } from './find-newer-database.ts';
import { type Machine, placesOf, serviceUser } from './machine.ts';
import { planOwnFile, type Step } from './own-file.ts';
import {
  copyRelease,
  findCurrent,
  findOldLayout,
  type Program,
  placeRelease,
  readVersion,
  replaceOldLayout,
  switchTo,
} from './programs.ts';
import { composeCaddyfile, composeNginxFile } from './proxy-example.ts';
import { addSettings, readText, readValues, type Values } from './settings-file.ts';

export interface Plan {
  steps: Step[];
  /** What is left to the admin's own decision. */
  notes: string[];
  /** The version that ran before; null at the first installation. */
  before: string | null;
  version: string;
}

export interface Choices {
  /** Settings that the file lacks. */
  missing: Values;
  usesSystemd: boolean;
  proxy: 'caddy' | 'nginx';
}

const oldProxyNote =
  'If your proxy reads files from /opt/career-tarot/dist, let it read /opt/career-tarot/current/dist. Until then the service sends them.';

/** Lists what is missing on the machine, and changes nothing. @throws when the release cannot be installed here */
export function planInstall(machine: Machine, choices: Choices): Plan {
  const { root, release } = machine;
  const places = placesOf(root);
  const { programs } = places;
  const oldProgram = findOldLayout(programs);
  const program = placeRelease(programs, release, oldProgram);
  const before =
    oldProgram === null ? findCurrent(programs) : { folder: '', version: readVersion(oldProgram) };
  const settings = { ...readValues(readText(places.settings)), ...choices.missing };
  const files = planOwnFiles(machine, choices.usesSystemd, oldProgram);
  const isSwitched = oldProgram === null && before?.folder === program.folder;
  if (before !== null && !isSwitched) {
    const obstacle = findNewerDatabase(settings.DATABASE_PATH ?? places.database, release);
    if (obstacle !== null) throw new Error(obstacle);
  }
  const steps: Step[] = [
    ...planUser(machine),
    ...planFolders(machine),
    ...planSettings(places.settings, choices.missing),
    ...files.flatMap(({ step }) => step ?? []),
    ...(oldProgram === null ? [] : [layoutStep(programs, oldProgram)]),
    ...(program.isThere ? [] : [copyStep(release, programs, program)]),
    ...planProxyExample(machine, choices.proxy, settings),
    ...(isSwitched ? [] : [switchStep(programs, program, before?.version ?? null)]),
  ];
  return {
    steps,
    notes: [...files.flatMap(({ note }) => note ?? []), ...(oldProgram === null ? [] : [oldProxyNote])],
    before: before?.version ?? null,
    version: program.version,
  };
}

function planUser(machine: Machine): Step[] {
  if (machine.findUser(serviceUser) !== null) return [];
  const home = '/var/lib/career-tarot';
  const options = ['--system', '--user-group', '--no-create-home', '--home-dir', home];
  const words = [...options, '--shell', '/usr/sbin/nologin', serviceUser];
  return [{ what: `the user ${serviceUser}, who cannot sign in`, work: () => machine.run('useradd', words) }];
}

function planFolders(machine: Machine): Step[] {
  const { programs, settingsFolder, data, backups, cache, logs } = placesOf(machine.root);
  return [
    ...planFolder(machine, settingsFolder, 'root', 0o700),
    ...(isThere(programs) ? [] : planFolder(machine, programs, 'root', 0o755)),
    ...planFolder(machine, data, serviceUser, 0o700),
    // One that is there may be a link to another disk, and stays as it is.
    ...(isThere(backups) ? [] : planFolder(machine, backups, serviceUser, 0o700)),
    ...planFolder(machine, cache, serviceUser, 0o700),
    ...planFolder(machine, logs, serviceUser, 0o700),
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

/** The command's script and the unit: ours, but a changed one keeps its changes. */
function planOwnFiles(machine: Machine, usesSystemd: boolean, oldProgram: string | null) {
  const { root, release, nodePath } = machine;
  const { command, unit, programs } = placesOf(root);
  const installed = oldProgram ?? join(programs, 'current');
  const asUnit = (text: string) => text.replace('/usr/bin/node', () => nodePath);
  const script = planOwnFile({
    path: command,
    mode: 0o755,
    ours: readText(join(release, 'deploy/career-tarot')),
    before: readText(join(installed, 'deploy/career-tarot')),
    isMoved: oldProgram !== null,
  });
  if (!usesSystemd) return [script];
  const service = planOwnFile({
    path: unit,
    mode: 0o644,
    ours: asUnit(readText(join(release, 'deploy/systemd/career-tarot.service'))),
    before: asUnit(readText(join(installed, 'deploy/systemd/career-tarot.service'))),
    isMoved: oldProgram !== null,
    afterwards: () => machine.run('systemctl', ['daemon-reload']),
  });
  return [script, service];
}

function layoutStep(programs: string, oldProgram: string): Step {
  return {
    what: `${programs}: a folder in the place of the link; ${oldProgram} stays where it is, and "current" leads to it`,
    work: () => replaceOldLayout(programs, oldProgram),
  };
}

function copyStep(release: string, programs: string, program: Program): Step {
  return {
    what: `${join(programs, program.folder)}: a copy of ${release}`,
    work: () => copyRelease(release, programs, program),
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
      work: () => writeFileSync(path, compose(machine.release, PUBLIC_URL), { mode: 0o644 }),
    },
  ];
}

function switchStep(programs: string, program: Program, before: string | null): Step {
  const link = join(programs, 'current');
  return {
    what: `${link}: leads to ${program.version}${before === null ? '' : `, and before to ${before}`}`,
    work: () => switchTo(programs, program),
  };
}
