import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { askSettings, requireValid } from '../install/ask-settings.ts';
import { findNewerDatabase } from '../install/find-newer-database.ts';
import { describeInstallation, type Installation, installRelease } from '../install/install-release.ts';
import { type Machine, placesOf, requireRoot, thisMachine } from '../install/machine.ts';
import { findCurrent, placeRelease } from '../install/programs.ts';
import { readValues } from '../install/settings-file.ts';
import { isSure } from '../install/terminal.ts';
import { type Command, createCommand, UsageError } from './command.ts';

const usage = `Usage: npm run install -- [OPTION …]
Installs this release, or a new version next to the running one. Run it as root, from the unpacked release. For a new
shop it asks for the settings. It shows its plan, and asks before it changes anything.
  --domain NAME           the shop's address, such as tarot.example.com
  --time-zone ZONE        the time zone of the business; by default this machine's
  --mail-from SENDER      the sender of emails: "Tarot at Work <hello@tarot.example.com>"
  --smtp-url-file FILE    a file that contains the SMTP_URL
  --nginx                 writes an example configuration for nginx instead of Caddy
  --no-systemd            installs no systemd unit, and says what to run instead
  --yes                   asks no questions`;

const options = {
  domain: { type: 'string' },
  'time-zone': { type: 'string' },
  'mail-from': { type: 'string' },
  'smtp-url-file': { type: 'string' },
  nginx: { type: 'boolean', default: false },
  'no-systemd': { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
} as const;

export const createInstall = (findMachine: () => Machine): Command =>
  createCommand(usage, async (call) => {
    const { values, positionals } = parseArgs({ args: call.words, options, allowPositionals: true });
    if (positionals.length > 0) throw new UsageError();
    const machine = findMachine();
    requireInstallable(machine);
    const { nginx, yes, 'no-systemd': noSystemd, ...given } = values;
    const { settings, programs, database } = placesOf(machine.root);
    if (!yes && !call.input.isTTY) {
      throw new Error(
        'There is no terminal for questions. Add --yes, with --domain, --mail-from and --smtp-url-file.',
      );
    }
    const terminal = yes ? null : call;
    const present = readValues(settings);
    const asking = { present, given, terminal, say: call.say, tryMail: machine.tryMail };
    const missing = await askSettings({ ...asking, machineTimeZone: machine.timeZone });
    const all = { ...present, ...missing };
    requireValid(all, settings);
    const installation: Installation = {
      program: placeRelease(programs, machine),
      before: findCurrent(programs),
      publicUrl: all.PUBLIC_URL ?? '',
      missing,
      usesSystemd: machine.hasSystemd && !noSystemd,
      proxy: nginx ? 'nginx' : 'caddy',
    };
    const databasePath = all.DATABASE_PATH ?? database;
    const isUpgrade = installation.before !== null && existsSync(databasePath);
    const obstacle = isUpgrade ? findNewerDatabase(databasePath, machine.release) : null;
    if (obstacle !== null) throw new Error(obstacle);
    call.say(
      `To install Career Tarot ${installation.program.version}, this command creates these, if they are missing:`,
    );
    for (const line of describeInstallation(machine, installation)) call.say(`  ${line}`);
    if (terminal !== null && !(await isSure(terminal, 'Continue?'))) throw new Error('Nothing was changed.');
    const notes = installRelease(machine, installation);
    for (const line of ['Done.', ...notes]) call.say(line);
    for (const line of nextSteps(machine, installation, isUpgrade)) call.say(line);
  });

export const run = createInstall(thisMachine);

function requireInstallable(machine: Machine): void {
  requireRoot(machine, 'install');
  const { release, nodePath } = machine;
  if (!existsSync(join(release, 'THIRD-PARTY-LICENSES'))) {
    throw new Error(
      `${release} is not a release. Run "npm ci && npm run release" in it, and install from the folder that this creates in release/.`,
    );
  }
  if (/^\/(root|home)\//.test(nodePath)) {
    throw new Error(
      `Node is at ${nodePath}, which the service can’t read: install it for all users (docs/self-hosting.md).`,
    );
  }
}

function nextSteps({ root }: Machine, installation: Installation, isUpgrade: boolean): string[] {
  const { program, before, usesSystemd, proxy } = installation;
  const { logs, programs, proxyExamples } = placesOf(root);
  const start = `career-tarot start >>${logs}/service.log 2>>${logs}/errors.log`;
  if (isUpgrade && before?.folder === program.folder) return [];
  if (isUpgrade) {
    return [
      `A running service keeps using ${before?.version} until you restart it:`,
      usesSystemd ? '  systemctl restart career-tarot' : `  stop it, then: ${start}`,
      '  career-tarot doctor',
    ];
  }
  const guide = `${programs}/current/docs/${proxy === 'caddy' ? 'self-hosting' : 'proxies'}.md`;
  return [
    `\nNext, set up the proxy with ${proxyExamples[proxy]}: ${guide}`,
    'Then start the service, and get the link for creating the first account:',
    usesSystemd ? '  systemctl enable --now career-tarot' : `  nohup ${start} &`,
    `  ${usesSystemd ? 'journalctl -u career-tarot -o cat' : `cat ${logs}/errors.log`} | grep /set-up/ | tail -n 1`,
    'Then check what is missing:',
    '  career-tarot doctor',
  ];
}
