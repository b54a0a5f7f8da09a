import { chmodSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../../db/client.ts';
import { examineDatabase, openToRead } from '../../../../db/examine.ts';
import { sampleEndpoint, startStripeAccount, webhookUrl } from '../../../../tests/kit/stripe-account.ts';
import { folderOfFile } from '../../../../tests/kit/temporary-folder.ts';
import { days, minutes, seconds } from '../../../shared/durations.ts';
import type { HealthCheck, HealthState } from '../../../shared/ops/health.ts';
import { readConfig } from '../../base/config/config.ts';
import { readServiceId } from '../../payments/payment-repository.ts';
import { runChecks } from './health-checks.ts';
import { isFromDoctor } from './network.ts';

/* Configurations as people get them wrong, each of an otherwise healthy shop, and the words that mend it. */

const folder = folderOfFile();
const account = await startStripeAccount();
afterAll(() => account.close());
beforeEach(() => {
  account.allowAll();
  account.setAccount();
  account.setEndpoints(sampleEndpoint({}));
});

const failWith = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

/** A shop whose network answers as it should. A test changes its settings, its files or its network. */
function createShop() {
  const place = mkdtempSync(join(folder, 'shop-'));
  const path = join(place, 'tarot.db');
  openDatabase(path).$client.close();
  const db = openToRead(path);
  const serviceId = readServiceId(db);
  db.$client.close();
  chmodSync(path, 0o600);
  const now = Date.now();
  const shop = {
    path,
    backups: join(place, 'backups'),
    hops: 1,
    now: () => Date.now(),
    env: {
      NODE_ENV: 'production',
      PUBLIC_URL: new URL(webhookUrl).origin,
      TRUSTED_PROXY_HOPS: '1',
      DATABASE_PATH: path,
      STRIPE_SECRET_KEY: 'sk_test_hunter2',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_hunter2',
      STRIPE_API_BASE: account.apiBase,
      SMTP_URL: 'smtps://me:hunter2@mail.cards.com:465',
      MAIL_FROM: 'Cards <hello@cards.com>',
      CONTACT_EMAIL: 'hello@cards.com',
    } as Record<string, string>,
    network: {
      async ask(address: string) {
        const { pathname, searchParams, origin } = new URL(address);
        const headers = { date: new Date().toUTCString() };
        if (origin === account.apiBase) return { status: 401, headers, text: '' };
        if (pathname === '/readyz') return { status: 200, headers, text: '{"status":"ok","problems":[]}' };
        const isOurs = isFromDoctor(Object.fromEntries(searchParams), serviceId, Date.now());
        const text = JSON.stringify({ hops: shop.hops, protocol: 'https' });
        return isOurs ? { status: 200, headers, text } : { status: 404, headers, text: '{}' };
      },
      fetchCertificate: async () => ({
        issuer: 'R13',
        namesItsIssuer: true,
        distrust: null as string | null,
        isForName: true,
        validFrom: now - days(30),
        validTo: now + days(60),
      }),
      findUnloadable: async () => [] as string[],
      tryMailServer: async () => ({ problem: null, isEncrypted: true, isSignedIn: true, takesUnicode: true }),
    } as Omit<NonNullable<Parameters<typeof runChecks>[2]>, 'now'>,
  };
  return shop;
}
type Shop = ReturnType<typeof createShop>;

/** Looks as `career-tarot doctor` does. A setting that stops the start stops doctor, with a line of its own. */
async function look(shop: Shop) {
  try {
    const config = readConfig(shop.env);
    const db = openToRead(shop.path);
    const examine = async (path: string) => examineDatabase(path, true);
    const service = { config, databasePath: shop.path, db, examine, sendTestMail: null };
    const network = { ...shop.network, now: shop.now };
    const findings = await Promise.all(runChecks(service, () => seconds(20), network));
    db.$client.close();
    return findings;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ConfigError') throw error;
    return [
      { check: 'start' as const, state: 'error' as const, found: error.message, advice: error.message },
    ];
  }
}

const set = (name: string, value: string) => (shop: Shop) => {
  shop.env[name] = value;
};
const reach = (code: string, isMeant: (origin: string) => boolean) => (shop: Shop) => {
  const { ask } = shop.network;
  shop.network.ask = (address) => (isMeant(address) ? failWith(code)() : ask(address));
};
const isStripe = (address: string) => address.startsWith(account.apiBase);
const callInBackups = (line: string) => (shop: Shop) => {
  shop.env.BACKUP_COMMAND = line;
};
/** A proxy that passes on a host name of its own: the service redirects each page to its public address. */
const dropHost = ({ network, env }: Shop) => {
  const { ask } = network;
  network.ask = async (address) => {
    const isPage = new URL(address).pathname === '/' && address.startsWith(env.PUBLIC_URL ?? '');
    const redirect = { status: 302, headers: { location: address }, text: '' };
    return isPage ? redirect : ask(address);
  };
};
const listenOpenly = (host: string) => (shop: Shop) =>
  Object.assign(shop.env, {
    HOST: host,
    NODE_ENV: '',
    TRUSTED_PROXY_HOPS: '0',
    PUBLIC_URL: 'http://tarot.cards.com',
  });
const lackLibrary = (words: string) => (shop: Shop) => {
  shop.network.findUnloadable = async () => [words];
};
const isPublic = (address: string) => address.startsWith('https://tarot');
const putSecretInto = (name: string, content: string) => (shop: Shop) => {
  const file = join(shop.backups, '..', 'secret');
  writeFileSync(file, content);
  delete shop.env[name];
  shop.env[`${name}_FILE`] = file;
};

type Wrong = [
  what: string,
  plant: (shop: Shop) => void,
  check: HealthCheck | 'start',
  state: HealthState,
  found: RegExp,
  advice: RegExp,
];
const wrong: Wrong[] = [
  [
    'a misspelt setting',
    set('STRIPE_SECRETKEY', 'x'),
    'start',
    'error',
    /STRIPE_SECRETKEY is not a setting/,
    /STRIPE_SECRET_KEY is\./,
  ],
  [
    'a mail password with an @',
    set('SMTP_URL', 'smtps://me:p@ss@mail.cards.com:465'),
    'start',
    'error',
    /^SMTP_URL has a name or password with special characters/,
    /write @ as %40/,
  ],
  [
    'an empty secret file',
    putSecretInto('STRIPE_WEBHOOK_SECRET', '\n'),
    'start',
    'error',
    /^STRIPE_WEBHOOK_SECRET_FILE names/,
    /an empty file: \/.*secret/,
  ],
  [
    'a live key beside a test key',
    set('STRIPE_PUBLISHABLE_KEY', 'pk_live_1'),
    'start',
    'error',
    /^STRIPE_PUBLISHABLE_KEY and .* belong/,
    /./,
  ],
  [
    'no webhook secret',
    set('STRIPE_WEBHOOK_SECRET', ''),
    'start',
    'error',
    /^STRIPE_WEBHOOK_SECRET is missing/,
    /set all three/,
  ],
  [
    'https without a trusted proxy',
    set('TRUSTED_PROXY_HOPS', '0'),
    'start',
    'error',
    /^TRUSTED_PROXY_HOPS is 0/,
    /usually 1/,
  ],
  [
    'the demo’s contact address',
    set('CONTACT_EMAIL', ''),
    'settings',
    'warning',
    /no contact address yet/,
    /Setting up the shop/,
  ],
  [
    'the sender of the instructions',
    set('MAIL_FROM', 'hello@tarot.example.com'),
    'settings',
    'error',
    /a placeholder/,
    /Set MAIL_FROM/,
  ],
  [
    'settings of the shell',
    set('CAREER_TAROT_OVERRIDDEN', 'PORT'),
    'settings',
    'warning',
    /PORT comes from this shell/,
    /unset PORT/,
  ],
  [
    'a database that others can read',
    ({ path }) => chmodSync(path, 0o644),
    'database',
    'warning',
    /(read by other users|running as root)/,
    /(chmod 600|as the service’s user)/,
  ],
  [
    'a backup folder on a disk that is not mounted',
    ({ backups }) => symlinkSync('/nowhere/backups', backups),
    'backup',
    'warning',
    /is a link to a folder that is not there/,
    /mount its disk/,
  ],
  [
    'a file in the place of the backups',
    ({ backups }) => writeFileSync(backups, ''),
    'backup',
    'warning',
    /is not a folder/,
    /Rename or remove/,
  ],
  [
    'a name without a record',
    reach('ENOTFOUND', isPublic),
    'address',
    'error',
    /the name tarot\.\S+ does not exist/,
    /^Create an A record/,
  ],
  [
    'a proxy too many',
    (shop) => (shop.hops = 2),
    'address',
    'error',
    /2 proxies .* is 1/,
    /TRUSTED_PROXY_HOPS=2/,
  ],
  [
    'a proxy that drops the host name',
    dropHost,
    'address',
    'error',
    /does not pass on the Host/,
    /Host \$host/,
  ],
  ...['0.0.0.0', '::', '192.0.2.7'].map(
    (host): Wrong => [
      `HOST=${host} without a proxy`,
      listenOpenly(host),
      'settings',
      'warning',
      /without a proxy: passwords and orders .* unencrypted/,
      /Set HOST=127\.0\.0\.1/,
    ],
  ),
  [
    'a proxy without a certificate yet',
    reach('TLS_ALERT', isPublic),
    'address',
    'error',
    /no certificate for tarot\.\S+ yet/,
    /ports 80 and 443/,
  ],
  [
    'a library for another machine',
    lackLibrary('The library sharp cannot be loaded (ELF).'),
    'node',
    'error',
    /library sharp cannot be loaded/,
    /release made for this machine/,
  ],
  ...[
    'rclone-none copy "$1" elsewhere:x',
    'restic-none backup "$1" && true',
    'gpg-none <"$1" | cat >/mnt/x',
  ].map(
    (line): Wrong => [
      `BACKUP_COMMAND='${line}' without its program`,
      callInBackups(line),
      'backup',
      'warning',
      /calls (rclone|restic|gpg)-none, not found here/,
      /Install it/,
    ],
  ),
  [
    'a certificate of its own',
    ({ network }) => {
      const { fetchCertificate } = network;
      network.fetchCertificate = async (host, port) => ({
        ...(await fetchCertificate(host, port)),
        distrust: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      });
    },
    'address',
    'error',
    /self-signed/,
    /Let's Encrypt/,
  ],
  [
    'a clock that is ahead',
    (shop) => (shop.now = () => Date.now() + minutes(9)),
    'webhooks',
    'error',
    /The clock is 9 minutes ahead .* every webhook is refused/,
    /timedatectl set-ntp true/,
  ],
  [
    'a machine that looks up no names',
    reach('EAI_AGAIN', isStripe),
    'clock',
    'error',
    /no DNS server answered/,
    /resolv\.conf/,
  ],
  [
    'a key that Stripe has revoked',
    () => {
      account.refused.account = { status: 401, error: { code: 'api_key_expired', message: 'Expired.' } };
    },
    'stripe',
    'error',
    /Stripe does not know the key|does not accept/,
    /STRIPE_SECRET_KEY/,
  ],
  [
    'no webhook endpoint',
    () => account.setEndpoints(),
    'webhooks',
    'error',
    /no webhook endpoint for https/,
    /stripe -- setup|stripe setup/,
  ],
  [
    'a mail password that is refused',
    ({ network }) => {
      network.tryMailServer = async () => ({ problem: 'sign_in', words: '535 No', code: 'EAUTH' });
    },
    'mail',
    'error',
    /does not accept the user name and password/,
    /Correct them in SMTP_URL/,
  ],
  [
    'a mail server while payments are in the sandbox',
    ({ env }) => {
      for (const name of Object.keys(env)) if (name.startsWith('STRIPE_')) delete env[name];
      env.STRIPE_MODE = 'sandbox';
    },
    'mail',
    'warning',
    / answers, .*Mail is real, while payments are made in the sandbox/,
    /Use only addresses of your own/,
  ],
  [
    'an unencrypted mail server while payments are in the sandbox',
    ({ env, network }) => {
      for (const name of Object.keys(env)) if (name.startsWith('STRIPE_')) delete env[name];
      env.STRIPE_MODE = 'sandbox';
      const unencrypted = { isEncrypted: false, isSignedIn: true, takesUnicode: true };
      network.tryMailServer = async () => ({ problem: null, ...unencrypted });
    },
    'mail',
    'warning',
    /not encrypted, .*Mail is real, while payments are made in the sandbox/,
    /Mail is sent unencrypted.*Use only addresses of your own/,
  ],
];

test('without a mistake all is well, up to the user who runs the tests', async () => {
  const findings = await look(createShop());
  const isOfRoot = (found: string) => found.includes('doctor is running as root');
  expect(findings.filter(({ state, found }) => state !== 'ok' && !isOfRoot(found))).toEqual([]);
});

test.each(wrong)('%s is seen in %3$s', async (_what, plant, check, state, found, advice) => {
  const shop = createShop();
  plant(shop);
  const findings = await look(shop);
  const finding = findings.find((one) => one.check === check);
  expect(finding).toMatchObject({
    state,
    found: expect.stringMatching(found),
    advice: expect.stringMatching(advice),
  });
  expect(JSON.stringify(findings)).not.toContain('hunter2');
});
