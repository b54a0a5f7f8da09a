import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { openToRead, type ReadDatabase } from '../../db/examine.ts';
import { minutes, seconds } from '../shared/durations.ts';
import { isEmail } from '../shared/email-address.ts';
import { type HealthCheck, type HealthFinding, type HealthState, healthChecks } from '../shared/health.ts';
import { createProgress } from './basics/progress.ts';
import { systemRandom } from './basics/random.ts';
import { type Config, readUsableConfig } from './config/config.ts';
import type { UsableSettings } from './config/usable-settings.ts';
import { composeTestMail } from './delivery/compose-mail.ts';
import { createSmtpMailer } from './delivery/smtp-mailer.ts';
import { identityOf } from './doctor/identity-of.ts';
import { listChecks } from './doctor/list-checks.ts';
import { asFoundHere, runChecks } from './doctor/run-checks.ts';
import { realSurroundings } from './doctor/surroundings.ts';
import { type Call, createCommand, Misuse } from './process/command.ts';

const usage = `Usage: npm run doctor -- [--mail ADDRESS] [--dkim SELECTOR]… [--json]
Looks at all that the service needs, and says what to do about what is wrong. It changes nothing.
  --mail ADDRESS    sends a test mail there
  --dkim SELECTOR   what the mail server calls its key for signatures
  --json            for scripts
It ends with 0 when nothing has failed, 1 when something has, and 2 when it was not understood.`;

/** In milliseconds: reading a large database takes long. */
const longestReading = minutes(30);

/** `npm run doctor`: checks the service, running or not, as the service's own user. */
export const run = createCommand(usage, async (call) => {
  const hasFailed = await examine(readOptions(call.words), call);
  return hasFailed ? 1 : 0;
});

interface Options {
  mail: string | null;
  dkim: string[];
  json: boolean;
}

function readOptions(args: string[]): Options {
  try {
    const { values } = parseArgs({
      args,
      options: {
        mail: { type: 'string' },
        dkim: { type: 'string', multiple: true },
        json: { type: 'boolean' },
      },
    });
    const { mail = null, dkim = [], json = false } = values;
    const isUnderstood =
      (mail === null || isEmail(mail)) && dkim.every((selector) => /^[\w.-]{1,200}$/.test(selector));
    if (isUnderstood) return { mail, dkim, json };
  } catch {
    // Reported below, like every other misuse.
  }
  throw new Misuse();
}

/** @returns whether a check has failed */
async function examine({ mail, dkim, json }: Options, { env, say, apart }: Call): Promise<boolean> {
  const settings = readUsableConfig(env);
  const databasePath = settings.unusable.has('DATABASE_PATH') ? null : resolve(settings.config.databasePath);
  const db = databasePath === null ? null : openDatabase(databasePath);
  const patience = (check: HealthCheck) => {
    if (check === 'database' || check === 'migrations') return longestReading;
    // As long as a mail server may take.
    return check === 'test_mail' ? minutes(2.5) : seconds(20);
  };
  const checks = listChecks(
    {
      settings,
      databasePath,
      db,
      examine: async () =>
        databasePath === null
          ? null
          : apart.examine({ path: databasePath, isThorough: true, patience: longestReading }),
      dkimSelectors: dkim,
      mailTo: mail,
      sendTestMail: (address) => sendTestMail(settings, db, address),
    },
    realSurroundings({ clock: { now: () => Date.now() }, random: systemRandom }),
  );
  const findings: HealthFinding[] = [];
  for (const { check, finding: coming } of runChecks(checks, patience)) {
    const progress = createProgress();
    progress.at(healthChecks[check]);
    const finding = asFoundHere(await coming, settings.config.commandWay);
    progress.end();
    findings.push(finding);
    if (!json) say(linesOf(finding));
  }
  db?.$client.close();
  if (json) say(JSON.stringify({ checkedAt: new Date().toISOString(), findings }, null, 2));
  else say(summaryOf(findings));
  return findings.some(({ state }) => state === 'failed');
}

/** @returns null when it cannot be read, which the checks report */
function openDatabase(path: string): ReadDatabase | null {
  if (!existsSync(path)) return null;
  try {
    return openToRead(path);
  } catch {
    return null;
  }
}

async function sendTestMail({ config }: UsableSettings<Config>, db: ReadDatabase | null, address: string) {
  if (!config.smtp) throw new Error('There is no mail server.');
  const identity = identityOf(config, db);
  const mailer = createSmtpMailer({ ...config.smtp, replyTo: () => identity.contactEmail });
  try {
    return await mailer.send({
      messageId: `<${systemRandom.newId()}@${new URL(config.publicUrl).hostname}>`,
      to: { name: '', address },
      ...composeTestMail({ ...identity, accent: undefined }),
    });
  } finally {
    mailer.close();
  }
}

function linesOf({ check, state, found, advice }: HealthFinding): string {
  const width = Math.max(...Object.values(healthChecks).map((name) => name.length));
  const first = `${markOf(state)} ${healthChecks[check].padEnd(width)}  ${found}`;
  return advice === null ? first : `${first}\n  ${' '.repeat(width)}  → ${advice}`;
}

function markOf(state: HealthState): string {
  switch (state) {
    case 'ok':
      return styleText('green', '✓');
    case 'warning':
      return styleText('yellow', '!');
    case 'failed':
      return styleText('red', '✗');
    case 'skipped':
      return '–';
  }
}

function summaryOf(findings: HealthFinding[]): string {
  const count = (state: HealthState) => findings.filter((finding) => finding.state === state).length;
  const [bad, doubtful] = [count('failed'), count('warning')];
  const looked = findings.length - count('skipped');
  if (bad > 0) return `\n${bad} of ${looked} have failed${doubtful > 0 ? `, ${doubtful} to look at` : ''}.`;
  return doubtful > 0 ? `\nNothing has failed, ${doubtful} to look at.` : '\nAll is well.';
}
