import { describe, expect, test } from 'vitest';
import { expectFinding } from '../../../../tests/kit/findings.ts';
import { parseConfig } from '../../base/config/config.ts';
import { checkLibraries, checkNode, checkSettings } from './check-settings.ts';
import { ok } from './finding.ts';

const engines = '^22.14.0 || >=24.0.0';
test.each<[string, RegExp]>([
  ['22.14.0', /^ok: .*Node 22\.14\.0/],
  ['22.20.1', /^ok: .*22\.20\.1/],
  ['24.0.0', /^ok: .*24\.0\.0/],
  ['26.1.0', /^ok: .*26\.1\.0/],
  ['22.13.9', /^error: .*22\.13\.9.*needs \^22\.14\.0 or >=24\.0\.0.*→.*Install one of these/],
  ['23.5.0', /^error: .*23\.5\.0.*→.*Install/],
  ['20.19.0', /^error: .*20\.19\.0.*→.*Install/],
])('judges Node %s', (version, expected) => {
  expectFinding(checkNode(version, engines), expected);
});

test('reports a library that cannot be loaded', () => {
  const finding = checkLibraries(['The library sharp cannot be loaded (ELF).']) ?? ok``;
  expectFinding(finding, /^error: .*library sharp cannot be loaded.*→.*release made for this machine/);
});

describe('the settings', () => {
  const check = (env: Record<string, string>, hasAccount = true) => {
    const { contactEmail } = parseConfig(env).site;
    return checkSettings(parseConfig(env), { contactEmail, hasAccount, namesakes: [] });
  };
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_hunter2',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_hunter2',
  };
  const mail = { SMTP_URL: 'smtp://a:hunter2@mail.example.com', MAIL_FROM: 'a@example.com' };
  const https = { PUBLIC_URL: 'https://cards.com' };
  const contact = { CONTACT_EMAIL: 'a@cards.com' };
  const fromShell = (names: string) => ({ PORT: '4400', CAREER_TAROT_OVERRIDDEN: names });
  const isOpen = /^warning: .*without a proxy: passwords and orders .* unencrypted.*→.*Set HOST=127\.0\.0\.1/;
  test.each<[Record<string, string>, RegExp]>([
    [{}, /^ok: .*127\.0\.0\.1:4321, payments in the sandbox/],
    [{ ...keys, ...mail }, /^ok: [^h]*http:.*Stripe in test mode, mail by SMTP\.$/],
    [fromShell('PORT\nSMTP_URL'), /^warning: .*1:4400, .*PORT, SMTP_URL come from.*→.*unset PORT SMTP_URL/],
    [fromShell('PORT'), /^warning: .*PORT comes from this shell.*→.*unset PORT/],
    [{ ...https, ...contact }, /^warning: .*NODE_ENV is not.*→.*NODE_ENV=production/],
    [https, /^error: .*contact address is .*, a placeholder.*→.*CONTACT_EMAIL/],
    [{ HOST: '0.0.0.0', ...contact }, isOpen],
    [{ HOST: '::', ...contact }, isOpen],
    [{ HOST: '192.0.2.7', ...contact }, isOpen],
  ])('of %j lead to the finding %s', async (env, expected) => {
    const finding = await check(env);
    expectFinding(finding, expected);
    expect(JSON.stringify(finding)).not.toContain('hunter2');
  });

  test('only warn about a missing contact address before the first account exists', async () => {
    const finding = await check({ ...https, NODE_ENV: 'test' }, false);
    expectFinding(finding, /^warning: .*no contact address yet.*→.*Setting up the shop asks for it/);
  });
});
