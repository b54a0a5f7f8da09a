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
Installs this release, or a new version beside the one that runs. As root, from the unpacked release. It asks for the
settings of a new shop, shows what it will do, and asks once before it does it.
  --domain NAME           the shop's address, such as tarot.example.com
  --time-zone ZONE        the time zone of the business; else the machine's
  --mail-from SENDER      whom emails are from: "Tarot at Work <hello@tarot.example.com>"
  --smtp-url-file FILE    a file with the SMTP_URL in it
  --nginx                 an example for nginx instead of Caddy
  --no-systemd            no unit: it says what to run instead
  --yes                   asks nothing`;

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
        'There is no terminal to ask on. Give --yes, and with it --domain, --mail-from and --smtp-url-file.',
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
      `To install Career Tarot ${installation.program.version}, this will be made where it is missing:`,
    );
    for (const line of describeInstallation(machine, installation)) call.say(`  ${line}`);
    if (terminal !== null && !(await isSure(terminal, 'Do it?'))) throw new Error('Nothing was done.');
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
      `${release} is not a release. Run "npm ci && npm run release" in it, and install from the folder that it leaves in release/.`,
    );
  }
  if (/^\/(root|home)\//.test(nodePath)) {
    throw new Error(
      `Node is ${nodePath}, which the service may not read: install one for all users (docs/self-hosting.md).`,
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
      `A running service stays with ${before?.version} until:`,
      usesSystemd ? '  systemctl restart career-tarot' : `  stop it, then: ${start}`,
      '  career-tarot doctor',
    ];
  }
  const guide = `${programs}/current/docs/${proxy === 'caddy' ? 'self-hosting' : 'proxies'}.md`;
  return [
    `\nNext, the proxy, with ${proxyExamples[proxy]}: ${guide}`,
    'Then the service, and the link to the first account:',
    usesSystemd ? '  systemctl enable --now career-tarot' : `  nohup ${start} &`,
    `  ${usesSystemd ? 'journalctl -u career-tarot -o cat' : `cat ${logs}/errors.log`} | grep /set-up/ | tail -n 1`,
    'Then, to see what is missing:',
    '  career-tarot doctor',
  ];
}
