import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { type Sandbox, startSandbox } from './index.ts';

/* `npm run sandbox`: the sandbox in its own process, for a service whose STRIPE_API_BASE names it. */

const { CAREER_TAROT_COMMAND: called, npm_lifecycle_event: npmScript } = process.env;
const byNode = npmScript ? 'npm run sandbox --' : 'node bin/career-tarot.js sandbox';
const command = called?.trim() ? `${called.trim()} sandbox` : byNode;

const usage = `Usage: ${command} [--port NUMBER] [--webhook-url URL] [--store FILE] [--bank-takes-ms NUMBER] [--json]
Imitates Stripe's API on this machine, and prints the settings for a service that uses it. No money moves.
  --port NUMBER          its port, 8420 by default; 0 for any free port
  --webhook-url URL      where all events go, besides the endpoints created through the API
  --store FILE           keeps everything in a file; without it, everything is lost when the sandbox stops
  --bank-takes-ms NUMBER how long a bank takes for a refund or a dispute, 5000 by default
  --json                 prints its keys and address on one line, for programs`;

const { port, bankTakesMs, webhookUrl, store, isForPrograms } = readOptions();

/** Reads the options; prints the usage and exits if any is unknown or invalid. */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '8420' },
        'webhook-url': { type: 'string' },
        store: { type: 'string' },
        'bank-takes-ms': { type: 'string', default: '5000' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) {
      process.stdout.write(`${usage}\n`);
      process.exit();
    }
    const schema = z.object({
      port: z.coerce.number().int().min(0).max(65_535),
      'webhook-url': z
        .url({ protocol: /^https?$/ })
        .nullable()
        .default(null),
      'bank-takes-ms': z.coerce.number().min(0),
    });
    const { port, 'webhook-url': webhookUrl, 'bank-takes-ms': bankTakesMs } = schema.parse(values);
    const store = values.store === undefined ? null : resolve(values.store);
    return { port, bankTakesMs, webhookUrl, store, isForPrograms: values.json };
  } catch {
    process.stderr.write(`${usage}\n`);
    process.exit(2);
  }
}

function tell(level: string) {
  return (facts: object, message: string) =>
    process.stderr.write(`${JSON.stringify({ level, msg: message, ...facts })}\n`);
}

try {
  const sandbox = await startSandbox({
    storePath: store ?? ':memory:',
    port,
    webhookUrl,
    bankTakesMs,
    log: { warn: tell('warn'), error: tell('error') },
  });
  const { keys, apiBase } = sandbox;
  process.stdout.write(isForPrograms ? `${JSON.stringify({ keys, apiBase })}\n` : introduce(sandbox));
  const stop = () => {
    sandbox.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} catch (error) {
  const what = error instanceof Error ? error.message : String(error);
  const advice = /\bport\b/.test(what)
    ? 'Choose another with --port.'
    : 'Check the path in --store: this user must be able to write to it.';
  process.stderr.write(`${what}${/\.$/.test(what) ? '' : '.'} ${advice}\n`);
  process.exit(1);
}

function introduce({ keys, apiBase }: Pick<Sandbox, 'keys' | 'apiBase'>): string {
  const settings = {
    STRIPE_API_BASE: apiBase,
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
    ...(webhookUrl !== null && { STRIPE_WEBHOOK_SECRET: keys.webhookSecret }),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'`);
  const told =
    webhookUrl === null
      ? 'Events go to the webhook endpoints created here: with these settings, the command "stripe setup" creates one and prints its secret.'
      : `All events go to ${webhookUrl}, signed with STRIPE_WEBHOOK_SECRET. "stripe setup" is not needed: it would create a second endpoint with another secret.`;
  const kept = store === null ? 'It forgets everything when it stops.' : `It keeps everything in ${store}.`;
  return `The sandbox speaks Stripe's API at ${apiBase}. No money moves. ${kept}

Settings for a service that uses it:
${lines.join('\n')}

${told}
Failed deliveries are reported here and tried again for three days. Ctrl+C stops it.
`;
}
