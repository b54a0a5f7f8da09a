import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CheckoutSubmitted } from '../src/shared/checkout/checkout-schema.ts';
import { libraryOf } from '../tools/release/library-list.ts';
import { binaryLibraries, bytesIn } from '../tools/release/production-packages.ts';
import { buildImage, type Image } from './built/dockerfile.ts';
import { argumentsOf, root } from './built/product.ts';
import { findFreePort } from './faults/servers/free-port.ts';
import { payWithCard } from './faults/servers/stripe-sandbox.ts';
import { checkoutPath } from './kit/builders.ts';
import { processEnv } from './kit/process-env.ts';
import { readingRequest } from './kit/test-app.ts';

/*
 * The Dockerfile is followed in an empty folder, from `npm ci` to what the image holds; of what it built a release is
 * packed, unpacked elsewhere and sold with.
 */

const empty = mkdtempSync(join(tmpdir(), 'career-tarot-image-'));
const children = new Set<ChildProcess>();
let image: Image;
let buildFolder: string;

/** Milliseconds that following the Dockerfile may take: on a busy machine a build does. */
const buildTimeoutMs = 590_000;

beforeAll(async () => {
  const built = await buildImage(root, empty, AbortSignal.timeout(buildTimeoutMs));
  image = built.image;
  buildFolder = join(built.stages.get('build') ?? '', 'build');
}, buildTimeoutMs + 10_000);

afterAll(async () => {
  for (const child of children) {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
  await rm(empty, { recursive: true });
}, 120_000);

/** Starts a service, and waits until it is ready. */
async function start(words: readonly string[], cwd: string, env: Record<string, string>): Promise<string> {
  const port = await findFreePort();
  const child = spawn(process.execPath, words, {
    cwd,
    env: { PATH: processEnv.PATH, ...env, PORT: String(port), STRIPE_SANDBOX_PORT: '0' },
  });
  children.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const address = `http://127.0.0.1:${port}`;
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`It ended: ${output}`);
      expect((await fetch(`${address}/readyz`)).status, output).toBe(200);
    },
    { timeout: 60_000, interval: 100 },
  );
  return address;
}

test('starts the image like npm start, with its data on the volume', async () => {
  expect(image.command).toEqual(['node', ...argumentsOf('start')]);
  expect(image.user).toBe('node');
  expect(image.env.DATABASE_PATH?.startsWith(`${image.volumes[0]}/`)).toBe(true);
  expect(readdirSync(join(image.folder, image.volumes[0] ?? ''))).toEqual([]);

  const databasePath = join(image.folder, image.env.DATABASE_PATH ?? '');
  const [, ...words] = image.command;
  const address = await start(words, image.workdir, {
    ...image.env,
    DATABASE_PATH: databasePath,
    CACHE_DIRECTORY: join(image.folder, image.env.CACHE_DIRECTORY ?? ''),
    STRIPE_MODE: 'sandbox',
    PUBLIC_URL: 'http://127.0.0.1',
  });
  expect(existsSync(databasePath)).toBe(true);
  const [program, ...check] = image.healthcheck;
  expect(program).toBe('node');
  const health = (port: string) =>
    spawnSync(process.execPath, check, { env: { PATH: processEnv.PATH, PORT: port }, encoding: 'utf8' });
  expect(health(new URL(address).port)).toMatchObject({ status: 0, stderr: '' });
  expect(health(String(await findFreePort()))).toMatchObject({ status: 1, stderr: '' });
});

test('ships the image without sources and build tools', () => {
  const names = readdirSync(image.workdir);
  expect(names).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'THIRD-PARTY-LICENSES', 'bin', 'deploy', 'dist', 'docs']),
  );
  expect(names.filter((name) => /^(tests|tools|emails|\.(?!npmrc$))/.test(name))).toEqual([]);
  const { dependencies } = JSON.parse(readFileSync(join(image.workdir, 'package.json'), 'utf8'));
  expect(Object.keys(dependencies).sort()).toEqual([...binaryLibraries].sort());
  const packages = readdirSync(join(image.workdir, 'node_modules'));
  expect(packages).toEqual(expect.arrayContaining(binaryLibraries.map((name) => name.split('/')[0])));
  for (const name of ['astro', 'hono', 'react', 'typescript']) expect(packages).not.toContain(name);
  expect(bytesIn(image.workdir)).toBeLessThan(75_000_000);
  const files = readdirSync(image.workdir, { recursive: true, encoding: 'utf8' });
  expect(files.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))).toEqual([]);
});

test('sells a reading from a release unpacked elsewhere', { timeout: 120_000 }, async () => {
  const packed = spawnSync(process.execPath, ['tools/release/release.ts'], {
    cwd: buildFolder,
    encoding: 'utf8',
  });
  expect(packed.status, packed.stderr).toBe(0);
  expect(packed.stdout).toMatch(/^licenses …\nprogram …\n/);
  const [archive = ''] = readdirSync(join(buildFolder, 'release')).filter((name) => name.endsWith('.tar.gz'));
  const elsewhere = join(empty, 'elsewhere');
  cpSync(join(buildFolder, 'release', archive), join(elsewhere, archive));
  // Nothing of where it was made may be needed.
  renameSync(buildFolder, `${buildFolder}-gone`);
  expect(spawnSync('tar', ['-xzf', archive], { cwd: elsewhere }).status).toBe(0);
  const folder = join(elsewhere, archive.replace('.tar.gz', ''));

  const address = await start(argumentsOf('start'), folder, { DATABASE_PATH: 'shop.db' });
  expect(await (await fetch(address)).text()).toContain('<html');
  const customerEmail = 'maya@customers.example';
  expect(await buy(address, customerEmail)).toEqual({ status: 'paid' });
  await vi.waitFor(async () => {
    const mails = (await (await fetch(`${address}/sandbox/mail.json`)).json()) as { to: string }[];
    expect(JSON.stringify(mails)).toContain(customerEmail);
  }, 20_000);

  const licenses = readFileSync(join(folder, 'THIRD-PARTY-LICENSES'), 'utf8');
  const named = new Set([...licenses.matchAll(/^(\S+) \S+: .+$/gm)].map(([, name]) => name));
  const bundled = librariesIn(folder, join(`${buildFolder}-gone`, 'dist/libraries'));
  expect(bundled).toEqual(
    expect.arrayContaining(['react-dom', 'stripe', 'better-sqlite3', 'pdfkit', 'daisyui']),
  );
  expect(bundled.filter((name) => !named.has(name))).toEqual([]);
});

/** Lists what a release holds of others: in its bundles, in its packages and among its fonts. */
function librariesIn(folder: string, lists: string): string[] {
  const fonts = readdirSync(join(folder, 'src/styles/fonts'));
  const paths = [
    ...readdirSync(lists).flatMap((list): string[] => JSON.parse(readFileSync(join(lists, list), 'utf8'))),
    ...fonts.map((name) => libraryOf(`src/styles/fonts/${name}`) ?? name),
    ...readdirSync(join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' })
      .map((path) => /^(@[^/]+\/)?[^/]+(?=\/package\.json$)/.exec(path)?.[0])
      .filter((name) => name !== undefined),
  ];
  return paths.map((path) => path.split('node_modules/').at(-1) ?? path);
}

/** Buys a reading as a browser does, and asks whether it is paid. */
async function buy(address: string, customerEmail: string): Promise<unknown> {
  let cookie = '';
  const post = async <T>(path: string, body: object): Promise<T> => {
    const response = await fetch(address + path, {
      method: 'POST',
      headers: { origin: address, cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status, path).toBe(200);
    cookie ||= response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return (await response.json()) as T;
  };
  await post(checkoutPath, {});
  const order = await post<CheckoutSubmitted>(checkoutPath, readingRequest({ customerEmail }));
  const { orderId, orderNumber, paymentIntentId, clientSecret } = order;
  const payment = { paymentIntentId: paymentIntentId ?? '', clientSecret: clientSecret ?? '' };
  expect(await payWithCard(`${address}/sandbox/stripe`, payment)).toBe(true);
  const { status } = await post<{ status: string }>('/api/confirm-payment', { orderId, orderNumber });
  return { status };
}
