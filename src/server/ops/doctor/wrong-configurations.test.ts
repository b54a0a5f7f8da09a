import { chmodSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../../db/client.ts';
import { examineDatabase, openToRead } from '../../../../db/examine.ts';
import { expectFinding } from '../../../../tests/kit/findings.ts';
import { sampleEndpoint, startStripeAccount, webhookUrl } from '../../../../tests/kit/stripe-account.ts';
import { folderOfFile } from '../../../../tests/kit/temporary-folder.ts';
import { days, minutes, seconds } from '../../../shared/durations.ts';
import type { HealthCheck } from '../../../shared/ops/health.ts';
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

const dropKeys = ({ env }: Shop) => {
  for (const name of Object.keys(env)) if (name.startsWith('STRIPE_')) delete env[name];
  env.STRIPE_MODE = 'sandbox';
};
const sendUnencrypted = (shop: Shop) => {
  dropKeys(shop);
  const unencrypted = { isEncrypted: false, isSignedIn: true, takesUnicode: true };
  shop.network.tryMailServer = async () => ({ problem: null, ...unencrypted });
};
const refuseSignIn = ({ network }: Shop) => {
  network.tryMailServer = async () => ({ problem: 'sign_in', words: '535 No', code: 'EAUTH' });
};
const signItself = ({ network }: Shop) => {
  const { fetchCertificate } = network;
  const distrust = 'DEPTH_ZERO_SELF_SIGNED_CERT';
  network.fetchCertificate = async (...server) => ({ ...(await fetchCertificate(...server)), distrust });
};
const revokeKey = () => {
  account.refused.account = { status: 401, error: { code: 'api_key_expired', message: 'Expired.' } };
};

type Wrong = [plant: (shop: Shop) => void, expected: RegExp];
const wrong: Partial<Record<HealthCheck | 'start', Wrong[]>> = {
  start: [
    [set('STRIPE_SECRETKEY', 'x'), /^error: .*STRIPE_SECRETKEY is not a setting.*→.*STRIPE_SECRET_KEY is\./],
    [
      set('SMTP_URL', 'smtps://me:p@ss@mail.cards.com:465'),
      /^error: SMTP_URL has a name or password with special characters.*→.*write @ as %40/,
    ],
    [
      putSecretInto('STRIPE_WEBHOOK_SECRET', '\n'),
      /^error: STRIPE_WEBHOOK_SECRET_FILE names.*→.*an empty file: \/.*secret/,
    ],
    [set('STRIPE_PUBLISHABLE_KEY', 'pk_live_1'), /^error: STRIPE_PUBLISHABLE_KEY and .* belong/],
    [set('STRIPE_WEBHOOK_SECRET', ''), /^error: STRIPE_WEBHOOK_SECRET is missing.*→.*set all three/],
    [set('TRUSTED_PROXY_HOPS', '0'), /^error: TRUSTED_PROXY_HOPS is 0.*→.*usually 1/],
  ],
  settings: [
    [set('CONTACT_EMAIL', ''), /^warning: .*no contact address yet.*→.*Setting up the shop/],
    [set('MAIL_FROM', 'hello@tarot.example.com'), /^error: .*a placeholder.*→.*Set MAIL_FROM/],
    [set('CAREER_TAROT_OVERRIDDEN', 'PORT'), /^warning: .*PORT comes from this shell.*→.*unset PORT/],
    ...['0.0.0.0', '::', '192.0.2.7'].map(
      (host): Wrong => [
        listenOpenly(host),
        /^warning: .*without a proxy: passwords and orders .* unencrypted.*→.*Set HOST=127\.0\.0\.1/,
      ],
    ),
  ],
  database: [
    [
      ({ path }) => chmodSync(path, 0o644),
      /^warning: .*(read by other users|running as root).*→.*(chmod 600|as the service’s user)/,
    ],
  ],
  backup: [
    [
      ({ backups }) => symlinkSync('/nowhere/backups', backups),
      /^warning: .*is a link to a folder that is not there.*→.*mount its disk/,
    ],
    [({ backups }) => writeFileSync(backups, ''), /^warning: .*is not a folder.*→.*Rename or remove/],
    ...[
      'rclone-none copy "$1" elsewhere:x',
      'restic-none backup "$1" && true',
      'gpg-none <"$1" | cat >/mnt/x',
    ].map(
      (line): Wrong => [
        callInBackups(line),
        /^warning: .*calls (rclone|restic|gpg)-none, not found here.*→.*Install it/,
      ],
    ),
  ],
  address: [
    [reach('ENOTFOUND', isPublic), /^error: .*the name tarot\.\S+ does not exist.* → Create an A record/],
    [(shop) => (shop.hops = 2), /^error: .*2 proxies .* is 1.*→.*TRUSTED_PROXY_HOPS=2/],
    [dropHost, /^error: .*does not pass on the Host.*→.*Host \$host/],
    [reach('TLS_ALERT', isPublic), /^error: .*no certificate for tarot\.\S+ yet.*→.*ports 80 and 443/],
    [signItself, /^error: .*self-signed.*→.*Let's Encrypt/],
  ],
  node: [
    [
      lackLibrary('The library sharp cannot be loaded (ELF).'),
      /^error: .*library sharp cannot be loaded.*→.*release made for this machine/,
    ],
  ],
  webhooks: [
    [
      (shop) => (shop.now = () => Date.now() + minutes(9)),
      /^error: .*The clock is 9 minutes ahead .* every webhook is refused.*→.*timedatectl set-ntp true/,
    ],
    [
      () => account.setEndpoints(),
      /^error: .*no webhook endpoint for https.*→.*(stripe -- setup|stripe setup)/,
    ],
  ],
  clock: [[reach('EAI_AGAIN', isStripe), /^error: .*no DNS server answered.*→.*resolv\.conf/]],
  stripe: [[revokeKey, /^error: .*(Stripe does not know the key|does not accept).*→.*STRIPE_SECRET_KEY/]],
  mail: [
    [refuseSignIn, /^error: .*does not accept the user name and password.*→.*Correct them in SMTP_URL/],
    [dropKeys, /^warning: .* answers, .*Mail is real, while payments.*→.*Use only addresses of your own/],
    [
      sendUnencrypted,
      /^warning: .*not encrypted, .*Mail is real, .*→.*Mail is sent unencrypted.*Use only addresses of/,
    ],
  ],
};

test('finds no problems in a correct configuration', async () => {
  const findings = await look(createShop());
  const isOfRoot = (found: string) => found.includes('doctor is running as root');
  expect(findings.filter(({ state, found }) => state !== 'ok' && !isOfRoot(found))).toEqual([]);
});

const rows = Object.entries(wrong).flatMap(([check, all]) => all.map((one) => [check, ...one] as const));
test.each(rows)('%s reports %3$s', async (check, plant, expected) => {
  const shop = createShop();
  plant(shop);
  const findings = await look(shop);
  const finding = findings.find((one) => one.check === check);
  if (!finding) throw new Error(`There is no finding of ${check}.`);
  expectFinding(finding, expected);
  expect(JSON.stringify(findings)).not.toContain('hunter2');
});
