import { afterAll, beforeEach, expect, test } from 'vitest';
import { callCommand, runCommand } from '../../../../tests/kit/commands.ts';
import { sampleEndpoint, startStripeAccount, webhookUrl } from '../../../../tests/kit/stripe-account.ts';
import { run } from './stripe-command.ts';

const stripe = await startStripeAccount();
afterAll(() => stripe.close());
beforeEach(() => {
  stripe.setEndpoints();
  stripe.allowAll();
});

/** Calls `npm run stripe -- …`. */
const call = (words: string[], env: Record<string, string>) => callCommand(run, words, { env });

const env = {
  STRIPE_SECRET_KEY: 'rk_test_hunter2',
  STRIPE_API_BASE: stripe.apiBase,
  PUBLIC_URL: 'https://tarot.example.com',
};

test('creates a missing endpoint and prints its secret once', async () => {
  const first = await runCommand(['stripe', 'setup'], {
    env: { ...env, NODE_ENV: 'production', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
  });
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(first.out).toMatch(/^Stripe, test mode: /);
  expect(first.out).toMatch(new RegExp(`Created we_\\d+ for ${webhookUrl}`));
  const secrets = first.out.match(/whsec_\w+/g) ?? [];
  expect(secrets).toHaveLength(1);
  const [secret = ''] = secrets;
  expect(first.out.split('\n')).toContain(`STRIPE_WEBHOOK_SECRET='${secret}'`);
  const second = await call(['setup'], { ...env, STRIPE_WEBHOOK_SECRET: secret });
  expect(second).toMatchObject({ code: 0, err: '' });
  expect(second.out).toContain('is set up correctly');
  expect(second.out).not.toContain('whsec_');
  expect(stripe.endpoints).toHaveLength(1);
});

test('moves an endpoint from an old address', async () => {
  stripe.setEndpoints(sampleEndpoint({ url: 'https://old.example.com/api/stripe/webhook' }));
  expect(await call(['setup', 'we_1'], env)).toMatchObject({ code: 0, err: '' });
  expect(stripe.endpoints).toMatchObject([{ id: 'we_1', url: webhookUrl }]);
});

test('says that the sandbox needs no keys when none are set', async () => {
  const { code, out, err } = await call(['setup'], {});
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^No Stripe keys are set.*sandbox.*\n$/);
});

const mistakes: [string, string[], Record<string, string>, RegExp][] = [
  ['no word', [], env, /^Usage: npm run stripe -- setup/],
  ['a word too many', ['setup', 'we_1', 'we_2'], env, /^Usage:/],
  ['no address', ['setup'], { ...env, PUBLIC_URL: '' }, /^PUBLIC_URL is missing/],
  ['no secret key', ['setup'], { STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, /^STRIPE_SECRET_KEY is missing/],
  ['keys of two modes', ['setup'], { ...env, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, /belong together/],
  ['keys on the sandbox', ['setup'], { ...env, STRIPE_MODE: 'sandbox' }, /^STRIPE_MODE is sandbox/],
  ['an unknown endpoint', ['setup', 'we_7'], env, /^There is no webhook endpoint we_7/],
];
test('reports every mistake in one message and fails', async () => {
  for (const [what, words, environment, message] of mistakes) {
    const { code, out, err } = await call(words, environment);
    const status = message.source.startsWith('^Usage') ? 2 : 1;
    expect([what, code, err]).toEqual([what, status, expect.stringMatching(message)]);
    expect(`${out}${err}`).not.toMatch(/ {4}at |hunter2/);
  }
});

test('names the permission that a restricted key lacks', async () => {
  stripe.forbid('webhook_endpoints', 'rak_webhook_write');
  const { code, err } = await call(['setup'], env);
  expect(code).toBe(1);
  expect(err).toContain('“Webhook: write” (rak_webhook_write)');
  expect(err).not.toMatch(/hunter2|ter2|acct_1|been charged/);
});
