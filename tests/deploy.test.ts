import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serviceStopped } from '../src/lib/answers.ts';
import { parseConfig } from '../src/server/base/config/config.ts';
import type { FlashedFormPage } from '../src/shared/fields.ts';
import { argumentsOf, root } from './built/product.ts';
import { folderOfTest } from './kit/temporary-folder.ts';

/* The examples of deploy/: what can be said of them without the machine that they are for. */

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** A secret, in the place of every key in an address. */
const secret = 'kTn4vXq0bqzB7k9PpV5wqk2J8i1rHlUu7m3Zs6Yd0aE';

/** The pages that show a form once more (`src/pages/[form]/again`). */
const returnedFormPages: FlashedFormPage[] = ['/my-orders', '/withdraw', '/reopening'];

/** Every address of the product that has a key in it: pages by their files, calls by their routes. */
const addressesWithKeys = [
  ...readdirSync(join(root, 'src/pages'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\[(token|key)\]/.test(name))
    .map((name) => `/${name.replace(/\.(astro|ts)$/, '')}`)
    // One page of two forms.
    .flatMap((path) => returnedFormPages.map((page) => path.replace('/[form]', page))),
  ...readdirSync(join(root, 'src/server'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('-routes.ts'))
    .flatMap((name) => [...read(`src/server/${name}`).matchAll(/'(\/[^']*:(?:token|key)[^']*)'/g)])
    .map(([, path]) => `/api${path}`),
].map((path) => path.replace(/\[(token|key)\]|:(token|key)/, secret));

const nginxMap = /"~(?<pattern>\^.*)" "(?<shown>.*)";/.exec(read('deploy/nginx/career-tarot.conf'))?.groups;
const caddyFilter = /request>uri regexp `(?<pattern>.*)` `(?<shown>.*)`/.exec(
  read('deploy/caddy/Caddyfile'),
)?.groups;
const inNginx = (path: string) =>
  path.replace(
    new RegExp(nginxMap?.pattern ?? '', 'g'),
    (nginxMap?.shown ?? '').replace(/\$(\w+)/g, '$<$1>'),
  );
const inCaddy = (path: string) =>
  path.replace(new RegExp(caddyFilter?.pattern ?? '', 'g'), caddyFilter?.shown ?? '');

test('hides keys in the addresses that the proxies log', () => {
  expect(addressesWithKeys).toContain(`/order/${secret}/receipt`);
  expect(addressesWithKeys).toContain(`/api/order-links/${secret}/feedback`);
  for (const address of addressesWithKeys) {
    for (const logged of [inNginx(address), inCaddy(address), inCaddy(`${address}?a=b`)]) {
      expect([address, logged.includes('[key]')]).toEqual([address, true]);
      expect(logged).not.toContain(secret.slice(1));
    }
  }
});

test.each(['/', '/terms', '/api/settings', '/admin/orders/42/customer', '/order'])(
  'logs the address %s without its query',
  (address) => {
    expect(inNginx(address)).toBe(address);
    expect(inCaddy(address)).toBe(address);
    expect(inCaddy(`${address}?search=Maya`)).toBe(`${address}[key]`);
  },
);

test.each(['caddy/Caddyfile', 'nginx/career-tarot.conf'])(
  '%s answers calls with the same message as the pages',
  (name) => {
    expect(read(`deploy/${name}`)).toContain(serviceStopped);
  },
);

test('starts the service with the same command as npm start', () => {
  const [, command] =
    /^ExecStart=\/usr\/bin\/node (.*)$/m.exec(read('deploy/systemd/career-tarot.service')) ?? [];
  expect(command?.split(' ')).toEqual(argumentsOf('start'));
});

test('waits in the unit until the service answers', () => {
  const unit = read('deploy/systemd/career-tarot.service');
  const [, command = ''] = /^ExecStartPost=\/bin\/sh -c '(.*)'$/m.exec(unit) ?? [];
  expect(command).toMatch(/^\/usr\/bin\/node bin\/career-tarot\.js doctor --wait /);
  const endWith = (status: number) =>
    spawnSync('sh', ['-c', command.replace(/.*--wait/, `(exit ${status})`).replace('$$', '$')]).status;
  expect([0, 1, 2].map(endWith)).toEqual([0, 1, 0]);
  expect(unit).toMatch(/^TimeoutStartSec=31min$/m);
});

test('sets only documented settings in the unit and Compose files', () => {
  const unit = [...read('deploy/systemd/career-tarot.service').matchAll(/^#?Environment=(\w+)=/gm)];
  const compose = ['compose.yaml', 'compose.sandbox.yaml'].flatMap((name) => [
    ...read(name).matchAll(/^ {6}(\w+): /gm),
  ]);
  const settings = read('docs/settings.md');
  for (const [, name = ''] of [...unit, ...compose]) {
    // These are Caddy's.
    if (['DOMAIN', 'UPSTREAM'].includes(name)) continue;
    expect(settings).toContain(`\`${name}\``);
  }
});

test('sets every required setting in the Compose sandbox', () => {
  const set = [...read('compose.sandbox.yaml').matchAll(/^ {6}(\w+): (.*)$/gm)].map(([, ...pair]) => pair);
  const image = { NODE_ENV: 'production', HOST: '0.0.0.0' };
  expect(parseConfig({ ...image, ...Object.fromEntries(set) }).stripe.mode).toBe('sandbox');
});

test('rotates the log files named in the documents', () => {
  const documents = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  const written = documents.flatMap((name) =>
    [...read(`docs/${name}`).matchAll(/>>(\/var\/log\/\S+)/g)].map(([, file]) => file),
  );
  const rotated = /^(\/.*) \{$/m.exec(read('deploy/logrotate/career-tarot'))?.[1]?.split(' ');
  expect(rotated).toEqual(['/var/log/career-tarot/service.log', '/var/log/career-tarot/errors.log']);
  for (const file of written) expect(rotated).toContain(file);
  expect(read('docs/when-something-is-wrong.md')).toContain('/var/log/career-tarot/*');
});

test('keeps secret keys out of the commands in the documents', () => {
  for (const name of readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'))) {
    expect(read(`docs/${name}`)).not.toMatch(
      /(-e|--?\w*key|sudo) +\S*[sr]k_(live|test)_|-e STRIPE_SECRET_KEY=\S/,
    );
  }
});

test('creates every file that Compose needs before running anything', () => {
  const files = [...read('compose.yaml').matchAll(/^ {4}file: (secrets\/\w+)$/gm)].map(([, file]) => file);
  const [before = ''] = read('docs/docker.md').split('docker compose run', 1);
  const made = /^touch (.*?)( +#|$)/m.exec(before)?.[1];
  expect(files).toHaveLength(3);
  expect(made?.split(' ')).toEqual(files);
});

test('passes systemd’s own check of the unit', () => {
  const unit = join(folderOfTest(), 'career-tarot.service');
  // The one program that has to be there.
  writeFileSync(
    unit,
    read('deploy/systemd/career-tarot.service').replaceAll('/usr/bin/node', process.execPath),
  );
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], {
    encoding: 'utf8',
  });
  // It may have something to say of the machine's own.
  expect(stdout + stderr).not.toContain('career-tarot.service');
  expect(status).toBe(0);
});
