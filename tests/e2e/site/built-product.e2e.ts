import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { productionPackages } from '../../../tools/release/production-packages.ts';
import { oldestNode } from '../../built/oldest-node.ts';
import { argumentsOf, type Command, root } from '../../built/product.ts';
import { processEnv } from '../../kit/process-env.ts';
import { type Started, startProcess } from '../steps/start-process.ts';

/* The build with the packages of a release, elsewhere: the bundle must find everything from there. */

interface Installed {
  folder: string;
  /** Runs a command to its end with the oldest Node. */
  run(command: Command, words?: string[], input?: string): { output: string; status: number | null };
  start(): Promise<Started>;
}

// One after the other, so that one worker fetches Node, once.
base.describe.configure({ mode: 'default' });

const test = base.extend<{ installed: Installed }, { node: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
  node: [async ({}, use) => use(oldestNode()), { scope: 'worker', timeout: 300_000 }],
  async installed({ node }, use) {
    const folder = mkdtempSync(join(tmpdir(), 'career-tarot-installed-'));
    for (const part of ['bin', 'db', 'dist', 'src', 'package.json']) {
      cpSync(join(root, part), join(folder, part), { recursive: true });
    }
    for (const path of productionPackages(root)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      symlinkSync(join(root, path), join(folder, path));
    }
    const database = { DATABASE_PATH: 'shop.db' };
    const running: Started[] = [];
    await use({
      folder,
      run(command, words = [], input = '') {
        const { stdout, stderr, status } = spawnSync(node, [...argumentsOf(command), ...words], {
          cwd: folder,
          env: { ...processEnv, ...database },
          input,
          encoding: 'utf8',
        });
        return { output: stdout + stderr, status };
      },
      async start() {
        const service = await startProcess({ node, args: argumentsOf('start'), cwd: folder, env: database });
        running.push(service);
        await expect.poll(service.output, { timeout: 30_000 }).toMatch(/"serving"|cannot start/);
        return service;
      },
    });
    for (const service of running) await service.stop();
    rmSync(folder, { recursive: true });
  },
});

test('serves pages and calls from a release on the oldest supported Node', async ({ installed, request }) => {
  const { url, output } = await installed.start();
  for (const path of ['/', '/api/settings', '/sandbox/stripe/stripe.js', '/sandbox/sandbox.css', '/readyz']) {
    expect((await request.get(url + path)).status(), `${path}\n${output()}`).toBe(200);
  }
  // Rendered for each visitor: signed-out visitors see the sign-in.
  const desk = await request.get(`${url}/admin/dashboard`);
  expect(await desk.text(), output()).toContain('<html');
});

test('runs the operator’s commands in a production install', ({ installed }) => {
  expect(installed.run('migrate').output).toContain('shop.db is up to date');
  const created = installed.run('user', ['create', 'admin', 'anna'], 'a-good-long-password');
  expect(created.output).toContain('anna can sign in now');
  expect(installed.run('backup', ['copy.db']).output).toContain('copy.db is a complete copy of');
  expect(installed.run('stripe', ['setup']).output).toContain('No Stripe keys are set');
});

test('names source functions in a stack trace', async ({ installed }) => {
  writeFileSync(join(installed.folder, 'dist/site.json'), 'broken');
  const { output } = await installed.start();
  expect(output()).toMatch(/SyntaxError.*at loadSite \(/s);
});

test('reports a missing build or an unsupported Node in one line', ({ installed }) => {
  const bare = join(installed.folder, 'package.json');
  const described = readFileSync(bare, 'utf8');
  writeFileSync(bare, described.replace(/(?<="node": ")[^"]*(?=")/, '^98.1.0 || >=99.0.0'));
  const refused = installed.run('start');
  expect(refused.output).toMatch(/^Career Tarot cannot start: this is Node \S+, but it needs [^\n]*\n$/);
  expect(refused.status).toBe(1);

  writeFileSync(bare, described);
  rmSync(join(installed.folder, 'dist'), { recursive: true });
  expect(installed.run('start').output).toBe(
    'Career Tarot cannot start: it is not built. Run: npm run build\n',
  );
});
