import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { errorMessage } from '../../../../db/files.ts';
import { askSettings, requireValid } from '../install/ask-settings.ts';
import { type Machine, placesOf, requireRoot, thisMachine } from '../install/machine.ts';
import { type InstallPlan, planInstall } from '../install/plan-install.ts';
import { keepAnswers, readSettings, readValues, type Values } from '../install/settings-file.ts';
import { isSure, type Terminal, terminalOf } from '../install/terminal.ts';
import { type Call, type Command, createCommand, UsageError } from './command.ts';

const usage = `Usage: npm run install -- [OPTION …]
Installs this release, or a new version beside the one that runs. As root, from the unpacked release. It asks for the
settings of a new shop, shows what it will do, and asks once before it does it.
  --domain NAME           the shop's address, such as tarot.example.com
  --time-zone ZONE        the time zone of the business; else the machine's
  --mail-from SENDER      whom mails are from: "Tarot at Work <hello@tarot.example.com>"
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

export const createInstall = (findMachine: () => Machine, openTerminal = openOwnTerminal): Command =>
  createCommand(usage, async (call) => {
    const { values, positionals } = parseArgs({ args: call.words, options, allowPositionals: true });
    if (positionals.length > 0) throw new UsageError();
    const machine = findMachine();
    requireInstallable(machine);
    const { nginx, yes, 'no-systemd': noSystemd, ...given } = values;
    const terminal = yes ? null : openTerminal(call);
    const present = readSettings(machine.root);
    const machineTimeZone = machine.timeZone;
    const { answers, settings: file } = placesOf(machine.root);
    const missing = await askSettings({
      ...{ present, given, terminal, machineTimeZone, say: call.say, tryMail: machine.tryMail },
      kept: readValues(answers),
      keep: (values) => keepAnswers(answers, values),
    });
    requireValid({ ...present, ...missing }, file);
    const usesSystemd = machine.hasSystemd && !noSystemd;
    const proxy = nginx ? 'nginx' : 'caddy';
    const plan = planInstall(machine, { missing, usesSystemd, proxy });
    await carryOut(plan, terminal, call);
    rmSync(answers, { force: true });
    for (const note of plan.notes) call.say(note);
    sayWhatIsNext(machine, { ...present, ...missing }, plan, { usesSystemd, proxy }, call);
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

/** Null, and an error, where nothing can be asked. */
function openOwnTerminal(call: Call): Terminal {
  if (!call.input.isTTY) {
    throw new Error(
      'There is no terminal to ask on. Give --yes, and with it --domain, --mail-from and --smtp-url-file.',
    );
  }
  return terminalOf(call);
}

async function carryOut(
  { steps, version }: InstallPlan,
  terminal: Terminal | null,
  { say }: Call,
): Promise<void> {
  if (steps.length === 0) {
    say(`Career Tarot ${version} is installed: there is nothing to do.`);
    return;
  }
  say(`To install Career Tarot ${version}, this will be done:`);
  for (const { what } of steps) say(`  ${what}`);
  if (terminal !== null && !(await isSure(terminal, 'Do it?'))) {
    throw new Error('Nothing was done. The next time your answers are proposed, without the password.');
  }
  for (const { what, work } of steps) {
    try {
      work();
    } catch (error) {
      throw new Error(
        `This failed: ${what}\n${errorMessage(error)}\nWhat stands before it is done. Run this again afterwards.`,
        { cause: error },
      );
    }
  }
  say('Done.');
}

function sayWhatIsNext(
  { root }: Machine,
  settings: Values,
  { before, version, steps, hasStarted }: InstallPlan,
  { usesSystemd, proxy }: { usesSystemd: boolean; proxy: 'caddy' | 'nginx' },
  { say }: Call,
): void {
  const { settings: file, logs, programs } = placesOf(root);
  const docs = `${programs}/current/docs`;
  if (!('SMTP_URL' in settings || 'SMTP_URL_FILE' in settings)) {
    say(`No mail server is set: add SMTP_URL and MAIL_FROM to ${file} (${docs}/settings.md).`);
  }
  if (settings.STRIPE_MODE === 'sandbox') {
    say(
      `Payments run on the sandbox. For Stripe, put its keys in the place of STRIPE_MODE in ${file} (${docs}/stripe.md).`,
    );
  }
  const start = `career-tarot start >>${logs}/service.log 2>>${logs}/errors.log`;
  if (before !== null && hasStarted) {
    if (before === version || steps.length === 0) return;
    say(`A running service stays with ${before} until:`);
    say(usesSystemd ? '  systemctl restart career-tarot' : `  stop it, then: ${start}`);
    say('  career-tarot doctor');
    return;
  }
  say('\nNext, the proxy:');
  for (const line of proxyCommands(root, proxy)) say(`  ${line}`);
  say('Then the service:');
  if (usesSystemd) {
    say('  systemctl enable --now career-tarot');
    say(
      '  journalctl -u career-tarot -o cat | grep /set-up/ | tail -n 1      # the link to the first account',
    );
  } else {
    say(`  nohup ${start} &`);
    say(`  grep /set-up/ ${logs}/errors.log | tail -n 1      # the link to the first account`);
    say('A supervisor that starts it again when it ends takes the first line without nohup and &.');
  }
  say('Then, to see what is missing:');
  say('  career-tarot doctor');
}

function proxyCommands(root: string, proxy: 'caddy' | 'nginx'): string[] {
  const { caddyExample, nginxExample, programs } = placesOf(root);
  if (proxy === 'nginx') {
    return [
      `cp --no-clobber ${nginxExample} /etc/nginx/conf.d/career-tarot.conf      # once there is a certificate: ${programs}/current/docs/proxies.md`,
      'nginx -t && systemctl reload nginx',
    ];
  }
  return [
    `install -m 644 --backup=numbered ${caddyExample} /etc/caddy/Caddyfile      # if it serves other sites, add the parts by hand`,
    'caddy validate --config /etc/caddy/Caddyfile && systemctl reload caddy',
  ];
}
