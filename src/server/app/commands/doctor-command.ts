import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs, styleText } from 'node:util';
import { openToRead, type PlainDatabase } from '../../../../db/examine.ts';
import { minutes, seconds } from '../../../shared/durations.ts';
import { isEmail } from '../../../shared/email/email-address.ts';
import {
  type HealthCheck,
  type HealthFinding,
  type HealthState,
  healthChecks,
  summarizeHealth,
} from '../../../shared/ops/health.ts';
import { localOrigin } from '../../base/config/addresses.ts';
import { type Config, readConfig } from '../../base/config/config.ts';
import { findReplyAddress } from '../../base/config/placeholder-addresses.ts';
import { codeOf } from '../../base/domain-error.ts';
import { systemRandom } from '../../base/random.ts';
import { isoTime } from '../../base/time/moments.ts';
import { createSmtpMailer } from '../../mail/smtp-mailer.ts';
import { renderTestEmail } from '../../mail/templates.generated.ts';
import { type CheckedService, runChecks } from '../../ops/doctor/health-checks.ts';
import { requestUnverified, whyUnanswered } from '../../ops/doctor/network.ts';
import { type Call, createCommand, UsageError } from './command.ts';

const usage = `Usage: npm run doctor -- [--mail ADDRESS] [--json] | --wait
Checks everything the service needs, and says how to fix what is wrong. It changes nothing.
  --mail ADDRESS    also sends a test email to this address
  --json            prints JSON, for scripts
  --wait            only waits until the service answers, or says why it doesn't
The exit code is 0 if nothing failed, 1 if a check failed, and 2 for wrong arguments.`;

const databaseTimeoutMs = minutes(30);

/** A start may copy and migrate a large database first. */
const startLimitMs = minutes(30);

/** `npm run doctor`: checks the service, running or not, as the service's own user. */
export const run = createCommand(usage, async (call) => {
  const { mail, json, wait } = readOptions(call.words);
  if (wait) {
    const { MAINPID } = call.env;
    await waitForService({
      url: new URL(localOrigin(readConfig(call.env))),
      pid: MAINPID === undefined ? null : Number(MAINPID),
      limitMs: startLimitMs,
      pause: () => setTimeout(seconds(0.25)),
    });
    return 0;
  }
  const findings = await findAll(mail, json, call);
  return findings.some(({ state }) => state === 'error') ? 1 : 0;
});

function readOptions(args: string[]): { mail: string | null; json: boolean; wait: boolean } {
  const { values } = parseArgs({
    args,
    options: {
      mail: { type: 'string' },
      json: { type: 'boolean' },
      wait: { type: 'boolean' },
    },
  });
  const { mail = null, json = false, wait = false } = values;
  if ((mail !== null && !isEmail(mail)) || (wait && (mail !== null || json))) throw new UsageError();
  return { mail, json, wait };
}

async function findAll(
  mailTo: string | null,
  json: boolean,
  { env, say, inChildProcess, progress, clock }: Call,
) {
  const config = readConfig(env);
  const databasePath = resolve(config.databasePath);
  const db = openDatabase(databasePath);
  const service: CheckedService = {
    config,
    databasePath,
    db,
    examine: (path) => inChildProcess.examine({ path, isThorough: true, timeoutMs: databaseTimeoutMs }),
    sendTestMail: mailTo === null ? null : (from) => sendTestMail(config, from, mailTo),
  };
  const timeoutMs = (check: HealthCheck) => {
    if (check === 'database') return databaseTimeoutMs;
    return check === 'mail' ? minutes(2.5) : seconds(20);
  };
  const findings: HealthFinding[] = [];
  const names = Object.values(healthChecks);
  for (const [index, coming] of runChecks(service, timeoutMs).entries()) {
    progress.at(names[index] ?? '');
    const finding = await coming;
    progress.end();
    findings.push(finding);
    if (!json) say(linesOf(finding));
  }
  db?.$client.close();
  if (json) say(JSON.stringify({ checkedAt: isoTime(clock.now()), findings }, null, 2));
  else say(`\n${summarizeHealth(findings)}`);
  return findings;
}

/** Returns null if the database cannot be read, which the checks report. */
function openDatabase(path: string): PlainDatabase | null {
  if (!existsSync(path)) return null;
  try {
    return openToRead(path);
  } catch {
    return null;
  }
}

async function sendTestMail(
  { smtp, publicUrl }: Config,
  from: Pick<Config['site'], 'siteName' | 'contactEmail'>,
  address: string,
) {
  if (!smtp) throw new Error('There is no mail server.');
  const mailer = createSmtpMailer({ ...smtp, replyTo: () => findReplyAddress(from.contactEmail) });
  try {
    return await mailer.send({
      messageId: `<${systemRandom.newId()}@${new URL(publicUrl).hostname}>`,
      to: { name: '', address },
      ...renderTestEmail(from),
    });
  } finally {
    mailer.close();
  }
}

const marks: Record<HealthState, string> = {
  ok: styleText('green', '✓'),
  warning: styleText('yellow', '!'),
  error: styleText('red', '✗'),
};

function linesOf({ check, state, found, advice }: HealthFinding): string {
  const width = Math.max(...Object.values(healthChecks).map((name) => name.length));
  const first = `${marks[state]} ${healthChecks[check].padEnd(width)}  ${found}`;
  return advice === null ? first : `${first}\n  ${' '.repeat(width)}  → ${advice}`;
}

interface Waiting {
  url: URL;
  /** The process of the service, where that is known. */
  pid: number | null;
  /** How long to wait, in milliseconds. */
  limitMs: number;
  pause(): Promise<unknown>;
}

/** Waits until the service answers, healthy or not. @throws {Error} with the reason, if it ends or takes too long */
export async function waitForService({ url, pid, limitMs, pause }: Waiting): Promise<void> {
  const end = performance.now() + limitMs;
  for (;;) {
    const isThere = pid === null || isRunning(pid);
    try {
      await requestUnverified(new URL('/healthz', url).href);
      return;
    } catch (error) {
      if (!isThere) {
        throw new Error('The service stopped before it answered. The last lines of its log say why.', {
          cause: error,
        });
      }
      if (performance.now() >= end) {
        const { found, advice } = whyUnanswered(codeOf(error), url);
        throw new Error(`The service does not answer at ${url.host}: ${found}. ${advice}`, { cause: error });
      }
      await pause();
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}
